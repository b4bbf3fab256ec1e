/**
 * How much one person may have under way, so that nobody can slow the others: a few requests at once, fewer that are
 * heavy, and a few event streams. What is beyond that waits for the person's own earlier requests; beyond a full line
 * it is refused with `request.too-many`. Heavy work has connections of its own, so lists and sign-in always have theirs.
 */
import type { Route } from '#kernel/contract.ts';
import type { Actor } from '#kernel/scope.ts';
import type { Db } from '#server/db.ts';
import { openTurns } from '#server/turns.ts';

/** Two ways to one database. */
export interface Ways {
  normal: Db;
  heavy: Db;
}

export interface Load {
  /** Which way a request takes. */
  dbFor: (route: Route) => Db;
  /** Resolves when the person may go on, with what says that the request is done. */
  take: (route: Route, actor: Actor | undefined) => Promise<() => void>;
}

/** A browser opens six connections to one server, and a page asks for up to ten things. */
const NORMAL = { atOnce: 4, waiting: 100 };
const HEAVY = { atOnce: 2, waiting: 50 };
/** Tabs that follow what is running. */
const STREAMS = { atOnce: 10, waiting: 0 };

export const isHeavy = ({ load, rate }: Route): boolean => load === 'heavy' || rate === 'export';

export function openLoad({ normal, heavy }: Ways): Load {
  const turns = { normal: openTurns(NORMAL), heavy: openTurns(HEAVY), streams: openTurns(STREAMS) };
  return {
    dbFor: (route) => (isHeavy(route) ? heavy : normal),
    take: async (route, actor) => {
      // Nobody's requests are few and cheap, and counted by address (`rate.ts`).
      if (!actor) return () => {};
      if (route.answers === 'events') return turns.streams.take(actor.sessionId);
      return turns[isHeavy(route) ? 'heavy' : 'normal'].take(String(actor.userId));
    },
  };
}
