/** Requests through a proxy, each from the address of somebody's machine. */
import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

const POLL_MS = 3;
const PATIENCE_MS = 60_000;

/** The status of the answer; 0 when there was none. */
export function get(port: number, from: string, url: string, agent: Agent | false = false): Promise<number> {
  return new Promise((resolve) => {
    const asked = request({ host: '127.0.0.1', port, localAddress: from, path: url, agent }, (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode ?? 0));
    });
    asked.once('error', () => resolve(0));
    asked.end();
  });
}

interface Seen {
  answered: number;
  code: number;
}

/** The same page again and again, on one connection. */
export async function pollUntil(port: number, from: string, end: number): Promise<Seen[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const seen: Seen[] = [];
  while (Date.now() < end) {
    const code = await get(port, from, 'http://vg.no/', agent);
    seen.push({ answered: Date.now(), code });
    await delay(POLL_MS);
  }
  agent.destroy();
  return seen;
}

export async function until(port: number, from: string, code: number): Promise<void> {
  const patience = Date.now() + PATIENCE_MS;
  while ((await get(port, from, 'http://vg.no/')) !== code) {
    if (Date.now() > patience) throw new Error(`${from} never got ${code} at ${port}`);
    await delay(5);
  }
}
