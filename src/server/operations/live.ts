/**
 * Tells browsers how far operations are. The row is the truth: a notice only says which row to read again. Ordinary
 * writes send no notice (it would more than halve the rate of commits); whoever runs a long operation tells at most
 * once a second, and each node listens on one connection for all its browsers.
 */
import { sql } from 'kysely';

import type { Db } from '#server/db.ts';
import type { Listener } from '#server/postgres/listener.ts';

const CHANNEL = 'operation';
const AT_MOST_EVERY_MS = 1_000;

const lastTold = new Map<number, number>();

/** Tells that an operation moved on: what comes within a second of the last notice is dropped, unless it ended. */
export async function tellProgress(db: Db, id: number, ended = false, at = performance.now()): Promise<void> {
  const before = lastTold.get(id);
  if (!ended && before !== undefined && at - before < AT_MOST_EVERY_MS) return;
  if (ended) lastTold.delete(id);
  else lastTold.set(id, at);
  await sql`select pg_notify(${CHANNEL}, ${String(id)})`.execute(db);
}

/** Ids of operations that moved on; empty = some may have been missed, so look at all that run. */
export type Moved = readonly number[];

export interface Live {
  /**
   * Begins with empty ("look at all"), then what moves from now on, gathered while the reader is busy; undefined
   * after `quietMs` in which nothing did.
   */
  follow: (quietMs: number) => AsyncGenerator<Moved | undefined>;
  /** Ends every stream, so that the door can close. */
  close: () => void;
}

interface Follower {
  ids: Set<number>;
  missed: boolean;
  wake: () => void;
}

export async function openLive(listener: Pick<Listener, 'on'>): Promise<Live> {
  const followers = new Set<Follower>();
  const closing = new AbortController();

  await listener.on(CHANNEL, (payload) => {
    for (const follower of followers) {
      if (payload === undefined) follower.missed = true;
      else follower.ids.add(Number(payload));
      follower.wake();
    }
  });

  async function* follow(quietMs: number): AsyncGenerator<Moved | undefined> {
    const follower: Follower = { ids: new Set(), missed: true, wake: () => {} };
    followers.add(follower);
    try {
      while (!closing.signal.aborted) {
        if (follower.ids.size === 0 && !follower.missed) await woken(follower, quietMs);
        if (closing.signal.aborted) return;
        const { missed, ids } = follower;
        follower.missed = false;
        follower.ids = new Set();
        if (missed) yield [];
        else yield ids.size > 0 ? [...ids] : undefined;
      }
    } finally {
      followers.delete(follower);
    }
  }

  return {
    follow,
    close: () => {
      closing.abort();
      for (const { wake } of followers) wake();
    },
  };
}

function woken(follower: Follower, quietMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, quietMs);
    follower.wake = () => {
      clearTimeout(timer);
      resolve();
    };
  });
}
