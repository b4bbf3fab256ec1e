import { setTimeout as delay } from 'node:timers/promises';

import { Client, escapeIdentifier } from 'pg';

import { log } from '../log.ts';

/** The node's one connection for LISTEN. */
export interface Listener {
  /**
   * Calls `heard` with the payload of every notification on `channel`, and with undefined each time the connection
   * was made anew: what was said meanwhile is lost, so the listener must look for itself.
   */
  on: (channel: string, heard: (payload: string | undefined) => void) => Promise<void>;
  close: () => Promise<void>;
}

const RETRY_MS = 1_000;
const KEEP_ALIVE_MS = 10_000;

/** Connects, and connects again for as long as it takes whenever the connection is lost. */
export async function openListener(url: string): Promise<Listener> {
  const handlers = new Map<string, ((payload: string | undefined) => void)[]>();
  const closing = new AbortController();
  let client = await connect();

  async function connect(): Promise<Client> {
    const made = new Client({
      connectionString: url,
      application_name: 'vaktmester listener',
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
      connectionTimeoutMillis: KEEP_ALIVE_MS,
    });
    made.on('error', () => {}); // 'end' follows
    made.on('notification', ({ channel, payload }) => {
      for (const heard of handlers.get(channel) ?? []) heard(payload);
    });
    await made.connect();
    made.once('end', () => {
      if (!closing.signal.aborted) void reconnect();
    });
    for (const channel of handlers.keys()) await made.query(`listen ${escapeIdentifier(channel)}`);
    return made;
  }

  async function reconnect(): Promise<void> {
    log.warn('The connection for notifications was lost');
    while (!closing.signal.aborted) {
      try {
        client = await connect();
        for (const heard of [...handlers.values()].flat()) heard(undefined);
        return;
      } catch {
        await delay(RETRY_MS);
      }
    }
  }

  return {
    on: async (channel, heard) => {
      const known = handlers.get(channel);
      if (known) known.push(heard);
      else {
        handlers.set(channel, [heard]);
        await client.query(`listen ${escapeIdentifier(channel)}`);
      }
    },
    close: async () => {
      closing.abort();
      await client.end();
    },
  };
}
