/**
 * The leases there are, in this node's memory, and what has changed since a point was told last. Whoever changes a lock
 * or what it depends on sends a notice with its commit (migration 0019); this node then reads those locks again.
 *
 * A version is made of what the set holds, not counted: every node gives the same set the same name, so nothing can
 * fall between two numbers, and a point may ask another node next time. A version this node never gave itself is
 * answered with the whole set.
 */
import type { LeaseFeed, Served } from '#connectors/web-filter/port.ts';
import {
  LEASE_HOURS,
  type LeasesAnswer,
  type WireAddresses,
  type WireLease,
} from '#connectors/web-filter/protocol/messages.ts';
import { osloDay } from '#kernel/dates.ts';
import type { Clock } from '#server/clock.ts';
import type { Db } from '#server/db.ts';
import { log } from '#server/log.ts';
import type { Listener } from '#server/postgres/listener.ts';
import { isDatabaseLost } from '#server/postgres/lost.ts';

import { handedTo } from './handed.ts';
import { readAddresses, readLeases, revisionOf, type StoredLease } from './leases.ts';

const LEASE_MS = LEASE_HOURS * 3_600_000;
/** As many sets of each point's schools as are remembered, to say what differs from them. */
const REMEMBERED = 50;
/** Points that serve the same schools are told the same; so many are more than there could be. */
const MOST_SERVED = 2_000;
/** Everything is read again this often: locks come nearer, and memberships begin and end with the days. */
const WHOLE_EVERY_MS = 5 * 60_000;

/** What a set holds: each lock and each school's addresses, by revision. */
interface Contents {
  leases: ReadonlyMap<number, string>;
  addresses: ReadonlyMap<string, string>;
}

type Said = Omit<LeasesAnswer, 'protocol' | 'portalTime' | 'waited'>;

export async function openFeed(
  { db, clock }: { db: Db; clock: Clock },
  listener: Pick<Listener, 'on'>,
): Promise<LeaseFeed> {
  let leases = new Map<number, StoredLease>();
  let addresses = new Map<number, WireAddresses>();
  const remembered = new Map<string, Map<string, Contents>>();
  const waiting = new Set<() => void>();
  /** Counts up when points are to be answered although their set is the same: the clock was moved. */
  let nudges = 0;
  let wholeAt: Date | undefined;
  let dueIds = new Set<number>();
  let isWholeDue = true;
  let areAddressesDue = true;
  /** How many times everything has begun to be read. */
  let wholes = 0;
  /** Locks that were read by themselves while everything is being read: newer than what that will find. */
  let newer = new Set<number>();

  const wake = () => {
    for (const one of waiting) one();
  };

  // Each a lane of its own: a lock that was just changed does not wait until all the others are read.
  const readSome = oneAtATime(
    () => dueIds.size > 0,
    async () => {
      const ids = dueIds;
      const began = wholes;
      dueIds = new Set();
      try {
        const some = await readLeases(db, clock.now(), [...ids]);
        const next = new Map(leases);
        for (const id of ids) next.delete(id);
        for (const lease of some) next.set(lease.wire.id, lease);
        leases = next;
        newer = newer.union(ids);
        // Which of the two answers is the newer nobody can say: these are read once more.
        if (wholes !== began) dueIds = dueIds.union(ids);
      } catch (error) {
        dueIds = dueIds.union(ids);
        throw error;
      }
      wake();
    },
  );
  const readWhole = oneAtATime(
    () => isWholeDue,
    async () => {
      isWholeDue = false;
      wholes += 1;
      newer = new Set();
      const now = clock.now();
      try {
        const all = await readLeases(db, now, undefined);
        const next = new Map(all.map((lease) => [lease.wire.id, lease]));
        for (const id of newer) {
          const known = leases.get(id);
          if (known) next.set(id, known);
          else next.delete(id);
        }
        leases = next;
        wholeAt = now;
      } catch (error) {
        isWholeDue = true;
        throw error;
      }
      wake();
    },
  );
  const readWhere = oneAtATime(
    () => areAddressesDue,
    async () => {
      areAddressesDue = false;
      try {
        addresses = await readAddresses(db);
      } catch (error) {
        areAddressesDue = true;
        throw error;
      }
      wake();
    },
  );
  const refresh = () => Promise.all([readSome(), readWhole(), readWhere()]);

  const refreshNow = () => {
    refresh().catch((error: unknown) => {
      // The next look, or the connection's return, reads again.
      log[isDatabaseLost(error) ? 'debug' : 'error'](error, 'The leases could not be read');
    });
  };

  await listener.on('internet_lock', (payload) => {
    if (payload === undefined || payload === 'all') isWholeDue = true;
    else for (const id of payload.split(',')) dueIds.add(Number(id));
    if (payload === undefined) areAddressesDue = true;
    refreshNow();
  });
  await listener.on('machine_address', () => {
    areAddressesDue = true;
    refreshNow();
  });
  await listener.on('enforcement_point', () => {
    nudges += 1;
    wake();
  });
  await listener.on('demo_clock', () => {
    nudges += 1;
    isWholeDue = true;
    refreshNow();
  });
  await refresh();

  function leasesOf(served: Served): WireLease[] {
    const now = clock.now();
    const soon = now.getTime() + LEASE_MS;
    return [...leases.values()]
      .filter(({ from, until }) => until > now && from.getTime() <= soon)
      .flatMap((lease) => handedTo(served, lease) ?? []);
  }

  function addressesOf({ schoolIds }: Served): WireAddresses[] {
    return [...addresses]
      .filter(([schoolId]) => schoolIds === undefined || schoolIds.includes(schoolId))
      .map(([, list]) => list);
  }

  function contentsOf(
    served: Served,
  ): Contents & { version: string; held: WireLease[]; at: WireAddresses[] } {
    const held = leasesOf(served);
    const at = addressesOf(served);
    const contents = {
      leases: new Map(held.map(({ id, revision }) => [id, revision])),
      addresses: new Map(at.map(({ school, revision }) => [school, revision])),
    };
    const version = revisionOf([
      [...contents.leases].toSorted(([one], [other]) => one - other),
      [...contents.addresses].toSorted(([one], [other]) => (one < other ? -1 : 1)),
    ]);
    remember(served, version, contents);
    return { ...contents, version, held, at };
  }

  function remember(served: Served, version: string, contents: Contents): void {
    const sets = remembered.get(keyOf(served)) ?? new Map<string, Contents>();
    putLast(sets, version, contents, REMEMBERED);
    putLast(remembered, keyOf(served), sets, MOST_SERVED);
  }

  function say(served: Served, have: string | undefined): Said {
    const known = have === undefined ? undefined : remembered.get(keyOf(served))?.get(have);
    const { version, held, at, ...now } = contentsOf(served);
    // A version says what is in it: whoever has this one has all, whoever told it.
    const before = have === version ? now : known;
    if (before === undefined || have === undefined) {
      return {
        from: null,
        version,
        leases: held,
        gone: [],
        addresses: at,
        addressesGone: [],
      };
    }
    return {
      from: have,
      version,
      leases: held.filter(({ id, revision }) => before.leases.get(id) !== revision),
      gone: [...before.leases.keys()].filter((id) => !now.leases.has(id)),
      addresses: at.filter(({ school, revision }) => before.addresses.get(school) !== revision),
      addressesGone: [...before.addresses.keys()].filter((school) => !now.addresses.has(school)),
    };
  }

  return {
    async next(served, have, waitMs, signal) {
      const until = performance.now() + waitMs;
      const nudged = nudges;
      for (;;) {
        const said = say(served, have);
        const left = until - performance.now();
        if (said.version !== have || nudges !== nudged || left <= 0 || signal?.aborted) return said;
        await woken(waiting, left, signal);
      }
    },
    async look() {
      const now = clock.now();
      const isOld =
        wholeAt === undefined ||
        Math.abs(now.getTime() - wholeAt.getTime()) > WHOLE_EVERY_MS ||
        osloDay(now) !== osloDay(wholeAt);
      if (isOld) isWholeDue = true;
      await refresh();
    },
    versionOf: (served) => contentsOf(served).version,
    leasesOf,
    addressesOf,
  };
}

const keyOf = ({ schoolIds }: Served): string => schoolIds?.join() ?? 'all';

/** What was asked for longest ago is forgotten first. */
function putLast<T>(map: Map<string, T>, key: string, value: T, most: number): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > most && oldest !== undefined) map.delete(oldest);
}

/** Works as long as anything is due; whoever calls meanwhile waits for the same end. */
function oneAtATime(isDue: () => boolean, work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  const run = async () => {
    try {
      while (isDue()) await work();
      // Nothing comes between the last look and this: what is due from now on begins anew.
    } finally {
      running = undefined;
    }
  };
  return async () => {
    if (running) return running;
    if (!isDue()) return;
    running = run();
    return running;
  };
}

function woken(waiting: Set<() => void>, ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      waiting.delete(done);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    waiting.add(done);
    signal?.addEventListener('abort', done);
  });
}
