/**
 * The leases an enforcement point holds, by user: who may go where, at any moment, from memory. The rules are the
 * kernel's; here they are only found quickly. Nothing has to happen for a lock to begin or to end.
 */
import { type Access, accessUnder, judge, type Verdict } from '#kernel/internet/decide.ts';
import { type Lease, locksReaching } from '#kernel/internet/lease.ts';
import { stateAt } from '#kernel/internet/lock-times.ts';

import { leaseOf } from '../protocol/lease.ts';
import type { LeasesAnswer, WireLease } from '../protocol/messages.ts';
import { anyLike, bareName, spokenName } from './names.ts';

interface Held {
  wire: WireLease;
  lease: Lease;
  /** Since when it is held here, portal's time. */
  since: Date;
}

export interface DecidingLock {
  id: number;
  exam: boolean;
  description: string;
  until: Date;
}

export type Decision =
  | { open: true }
  | { open: false; why: Exclude<Verdict['why'], 'not-locked' | 'listed'>; locks: readonly DecidingLock[] };

type Change = Pick<LeasesAnswer, 'from' | 'leases' | 'gone'>;

export interface HeldLeases {
  /** Takes over what the portal sent; answers whose access may be another now. */
  apply: (change: Change, now: Date) => Set<string>;
  /** Takes over what was kept before a restart. */
  restore: (held: readonly { lease: WireLease; since: Date }[]) => void;
  /** `user` as the proxy says it; `address` whole, or as `host:port`. */
  decide: (user: string, address: string, now: Date) => Decision;
  /** The names of the portal that a spoken name stands for. */
  namesFor: (user: string) => string[];
  /** Whether a name is an exam user's, of a lock that is in force. */
  isExamUser: (name: string, now: Date) => boolean;
  /** What the clock did since it was asked last, also when it was put back: whose access may be another. Drops what
   * has ended. */
  pass: (now: Date) => Set<string>;
  /** False: the clock was put back to before the end of something that was dropped for having ended. Only a whole set
   * brings it again, since the portal has no change to tell of. */
  isWhole: (now: Date) => boolean;
  /** When the clock does something next. */
  nextMoment: (now: Date) => Date | undefined;
  all: () => readonly { lease: WireLease; since: Date }[];
}

const OPEN: Decision = { open: true };

export function holdLeases(): HeldLeases {
  const held = new Map<number, Held>();
  const byName = new Map<string, Set<Held>>();
  const byBareName = new Map<string, Set<string>>();
  // What a set of locks opens together is the same for everybody under it.
  const accesses = new Map<string, Access>();
  let passed = Number.NEGATIVE_INFINITY;
  /** The latest end among those that are not held because they have ended. */
  let droppedUntil = Number.NEGATIVE_INFINITY;

  function put(one: Held): void {
    take(one.lease.id);
    held.set(one.lease.id, one);
    for (const name of one.lease.members) {
      entry(byName, name).add(one);
      const bare = bareName(name);
      if (bare !== name) entry(byBareName, bare).add(name);
    }
  }

  function take(id: number): Lease | undefined {
    const one = held.get(id);
    if (!one) return undefined;
    held.delete(id);
    for (const name of one.lease.members) {
      const leases = byName.get(name);
      leases?.delete(one);
      if (leases?.size === 0) {
        byName.delete(name);
        remove(byBareName, bareName(name), name);
      }
    }
    return one.lease;
  }

  function noteDropped({ until }: Lease): void {
    droppedUntil = Math.max(droppedUntil, until.getTime());
  }

  function namesFor(user: string): string[] {
    const name = spokenName(user);
    if (byName.has(name)) return [name];
    const bare = bareName(name);
    const like = anyLike(bare);
    if (like) return [...byName.keys()].filter((one) => like.test(bareName(one)));
    return [...(bare !== name && byName.has(bare) ? [bare] : []), ...(byBareName.get(bare) ?? [])];
  }

  function accessOf(name: string, leases: ReadonlySet<Held>, now: Date): Access | undefined {
    const reaching = locksReaching(
      [...leases].map(({ lease }) => lease),
      name,
      now,
    );
    if (reaching.length === 0) return undefined;
    const key = reaching
      .map(
        ({ id, opened }) => `${id}${opened ? 'o' : ''}${held.get(id)?.lease.examUsers.has(name) ? 'x' : ''}`,
      )
      .join();
    const known = accesses.get(key) ?? accessUnder(reaching);
    accesses.set(key, known);
    return known;
  }

  function decideFor(name: string, address: string, now: Date): Decision {
    const leases = byName.get(name);
    const access = leases && accessOf(name, leases, now);
    if (!access) return OPEN;
    const verdict = judge(access, address);
    if (verdict.open) return OPEN;
    const locks = access.standings
      .filter(({ standing }) => standing === 'decides')
      .flatMap(({ lock }) => held.get(lock) ?? [])
      .map(({ wire, lease }) => ({
        id: lease.id,
        exam: lease.exam,
        description: wire.description,
        until: lease.until,
      }));
    return { open: false, why: verdict.why, locks };
  }

  return {
    apply({ from, leases, gone }, now) {
      const touched = new Set<string>();
      const drop = (id: number) => addAll(touched, take(id)?.members ?? []);
      if (from !== null && leases.length === 0 && gone.length === 0) return touched;
      const known = new Map(held);
      if (from === null) {
        droppedUntil = Number.NEGATIVE_INFINITY;
        const kept = new Set(leases.map(({ id }) => id));
        for (const id of known.keys()) if (!kept.has(id)) drop(id);
      }
      for (const id of gone) drop(id);
      for (const wire of leases) {
        const before = known.get(wire.id);
        if (before?.wire.revision === wire.revision && held.has(wire.id)) continue;
        drop(wire.id);
        const lease = leaseOf(wire);
        // Clocks differ a little: an ended lease that still travels is not taken up again.
        if (stateAt(lease, now) === 'finished') {
          noteDropped(lease);
          continue;
        }
        put({ wire, lease, since: before?.since ?? now });
        addAll(touched, lease.members);
      }
      accesses.clear();
      return touched;
    },
    restore(all) {
      for (const { lease: wire, since } of all) put({ wire, lease: leaseOf(wire), since });
      accesses.clear();
    },
    decide(user, address, now) {
      for (const name of namesFor(user)) {
        const decision = decideFor(name, address, now);
        if (!decision.open) return decision;
      }
      return OPEN;
    },
    namesFor,
    isExamUser: (name, now) =>
      [...(byName.get(name) ?? [])].some(
        ({ lease }) => lease.examUsers.has(name) && stateAt(lease, now) === 'active',
      ),
    pass(now) {
      const until = now.getTime();
      const isPast = (moment: Date | null) =>
        moment !== null && passed < moment.getTime() && moment.getTime() <= until;
      const touched = new Set<string>();
      const isBack = until < passed;
      for (const { lease } of held.values()) {
        if (isBack || isPast(lease.from) || isPast(lease.until)) addAll(touched, lease.members);
        for (const [name, moment] of lease.opened) if (isPast(moment)) touched.add(name);
        if (stateAt(lease, now) === 'finished') {
          noteDropped(lease);
          take(lease.id);
        }
      }
      passed = until;
      return touched;
    },
    isWhole: (now) => now.getTime() >= droppedUntil,
    nextMoment(now) {
      let next = Number.POSITIVE_INFINITY;
      const consider = (moment: Date | null) => {
        if (moment !== null && moment > now) next = Math.min(next, moment.getTime());
      };
      for (const { lease } of held.values()) {
        consider(lease.from);
        consider(lease.until);
        for (const moment of lease.opened.values()) consider(moment);
      }
      return Number.isFinite(next) ? new Date(next) : undefined;
    },
    all: () => [...held.values()].map(({ wire, since }) => ({ lease: wire, since })),
  };
}

function entry<K, V>(map: Map<K, Set<V>>, key: K): Set<V> {
  const known = map.get(key);
  if (known) return known;
  const made = new Set<V>();
  map.set(key, made);
  return made;
}

function remove<K, V>(map: Map<K, Set<V>>, key: K, value: V): void {
  const known = map.get(key);
  known?.delete(value);
  if (known?.size === 0) map.delete(key);
}

const addAll = (names: Set<string>, more: Iterable<string>): void => {
  for (const name of more) names.add(name);
};
