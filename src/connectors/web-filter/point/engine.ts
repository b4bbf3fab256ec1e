/**
 * What decides at an enforcement point: holds the leases and the portal's time, follows the portal when it is there
 * and goes on by the clock when it is not, and tells the portal what it holds.
 */
import { setTimeout as delay } from 'node:timers/promises';

import type { PortalLink } from '../port.ts';
import { LinkError } from '../protocol/link.ts';
import { LEASE_HOURS, REPORT_EVERY, type LeasesAnswer, type Report } from '../protocol/messages.ts';
import type { PortalTime } from '../protocol/portal-time.ts';
import { holdAddresses } from './addresses.ts';
import { type Decision, holdLeases } from './held-leases.ts';
import type { Keeper } from './kept-set.ts';
import { spokenName } from './names.ts';
import { openTally } from './tally.ts';

/**
 * Short, though the portal would hold the question longer: when the network swallows an answer, this is how long
 * nobody notices. A lock may be missing for five seconds after the network is back, and no longer.
 */
const WAIT_S = 2;
const AGAIN_MS = 250;
const TOGETHER_MS = 500;
/** Of a point the portal no longer knows. */
const UNKNOWN_MS = 60_000;
const LONGEST_SLEEP_MS = 60_000;
/** How often it is written down that nothing is new. */
const KEEP_EVERY_MS = 10 * 60_000;
/** Locks are told of a day ahead: an older set knows nothing of today's. */
const KEPT_MS = LEASE_HOURS * 3_600_000;

export interface Asked {
  /** As the proxy knows who asks; undefined = it does not. */
  user: string | undefined;
  /** Of the machine that asks. */
  machine: string;
  /** `host:port`, or a whole address. */
  address: string;
}

/** `starting`: there was no whole set yet. `nobody`: nobody can say who asks. */
export type Answer = Decision | { open: false; why: 'starting' | 'nobody'; locks: readonly [] };

export type Voice = (level: 'info' | 'warning' | 'error', said: string, about?: unknown) => void;

export interface EngineOptions {
  point: string;
  link: PortalLink;
  time: PortalTime;
  keeper: Keeper;
  software: string;
  /** The point's own clock, in milliseconds. */
  machine?: () => number;
  /** Whether the addresses of the schools say who somebody is when the proxy does not. */
  byAddress: boolean;
  /** What it cannot do where it stands. */
  cannot: () => readonly string[];
  /** Whose access may be another now; their open connections are to be looked at. */
  changed: (users: ReadonlySet<string>) => void;
  say: Voice;
}

export interface Engine {
  /** A request that is to be let through or not. */
  decide: (asked: Asked) => Answer;
  /** The same about a connection that was let through before: nothing is counted. */
  isOpen: (asked: Asked) => boolean;
  /** The portal's names for who asks. */
  namesOf: (asked: Pick<Asked, 'user' | 'machine'>) => readonly string[];
  /** Whether it has had a whole set, of the portal or from the disk. */
  isReady: () => boolean;
  noteCut: (connections: number) => void;
  /** When what it holds is on the disk. */
  settled: () => Promise<void>;
  close: () => Promise<void>;
}

export async function openEngine(options: EngineOptions): Promise<Engine> {
  const { link, time, keeper, say, machine = Date.now } = options;
  const leases = holdLeases();
  const addresses = holdAddresses();
  const tally = openTally();
  const ending = new AbortController();
  let version: string | undefined;
  let confirmed: Date | undefined;
  let isReady = false;
  let timer: NodeJS.Timeout | undefined;
  let keeping: NodeJS.Timeout | undefined;
  let keptAt = performance.now();
  let isToTell = false;
  let ring: (() => void) | undefined;

  const kept = await keeper.load();
  if (kept && kept.point === options.point) {
    leases.restore(kept.held);
    addresses.apply({ from: null, addresses: kept.addresses, gone: [] });
    recallClock(kept.clock);
    isReady = isOfToday(kept.confirmed);
    say(
      'info',
      `Holds ${kept.held.length} locks from before${isReady ? '' : ', too long ago to know of all'}`,
    );
  }
  leases.pass(time.now());

  function isOfToday(at: Date | undefined): boolean {
    return at !== undefined && Math.abs(time.now().getTime() - at.getTime()) < KEPT_MS;
  }

  /** Its error counts for more than it was: clocks drift while nobody measures. */
  function recallClock(clock: { offset: number; roundTrip: number } | undefined): void {
    if (!clock) return;
    const roundTrip = clock.roundTrip + 100;
    const received = machine();
    const portalTime = new Date(received - roundTrip / 2 + clock.offset);
    time.learn({ sent: received - roundTrip, received, waited: 0, portalTime });
  }

  function watchClock(): void {
    clearTimeout(timer);
    const now = time.now();
    const touched = leases.pass(now);
    // Its own clock was wrong for a while, and what it dropped then counts after all.
    if (!leases.isWhole(now)) version = undefined;
    const next = leases.nextMoment(now);
    const sleep = next ? next.getTime() - now.getTime() : LONGEST_SLEEP_MS;
    timer = setTimeout(watchClock, Math.max(1, Math.min(sleep, LONGEST_SLEEP_MS)));
    if (touched.size > 0) {
      options.changed(touched);
      wake();
    }
  }

  function take(answer: LeasesAnswer): void {
    // A change of something else than what is held: the whole set is asked for.
    if (answer.from !== null && answer.from !== version) {
      version = undefined;
      return;
    }
    const now = time.now();
    const isNew = version !== answer.version || !isReady;
    const touched = leases.apply(answer, now);
    addresses.apply({ ...answer, gone: answer.addressesGone });
    version = answer.version;
    confirmed = now;
    isReady = true;
    watchClock();
    if (touched.size > 0) options.changed(touched);
    // Writing all of it down takes a moment, which requests do not wait for.
    if (isNew || performance.now() - keptAt > KEEP_EVERY_MS) keeping ??= setTimeout(keep, AGAIN_MS);
    if (isNew) wake();
  }

  function keep(): void {
    clearTimeout(keeping);
    keeping = undefined;
    if (version === undefined) return;
    keptAt = performance.now();
    keeper.save({
      format: 1,
      point: options.point,
      version,
      confirmed,
      clock: time.best(),
      held: [...leases.all()],
      addresses: [...addresses.all()],
    });
  }

  async function follow(): Promise<void> {
    let isAway = false;
    while (!ending.signal.aborted) {
      try {
        // Whoever was away, or is so far away that it seems so, is not asked to wait with the answer.
        const had = version;
        const answer = await link.leases(had, isAway ? 0 : WAIT_S, ending.signal);
        take(answer);
        // Two nodes that see different things would send the whole set to and fro without end.
        if (had !== undefined && answer.from === null) await pause(AGAIN_MS);
        if (isAway) say('info', 'The portal answers again');
        isAway = false;
      } catch (error) {
        if (ending.signal.aborted) return;
        // Said once: it may be away for hours, and what is held stays held.
        if (!isAway) say('warning', `${messageOf(error)}. Goes on by what it holds`, error);
        isAway = true;
        const isUnknown = error instanceof LinkError && error.code === 'unknown-point';
        await pause(isUnknown ? UNKNOWN_MS : AGAIN_MS);
      }
    }
  }

  async function tell(): Promise<void> {
    while (!ending.signal.aborted) {
      const said = tally.take();
      try {
        await link.report(report(said), ending.signal);
        watchClock();
      } catch {
        tally.giveBack(said);
      }
      await asleep();
    }
  }

  function report(said: Pick<Report, 'refused' | 'cut' | 'signIns'>): Report {
    const clock = time.best() ?? { offset: 0, roundTrip: 0 };
    return {
      version: version ?? null,
      software: options.software,
      clock: { ...clock, machine: new Date(machine()).toISOString() },
      holding: leases.all().map(({ lease, since }) => ({
        lock: lease.id,
        revision: lease.revision,
        since: since.toISOString(),
      })),
      ...said,
      cannot: [...options.cannot()],
    };
  }

  function wake(): void {
    isToTell = true;
    ring?.();
  }

  /** Until there is something to tell, or it is time. */
  async function asleep(): Promise<void> {
    // Something may have changed while the last report was on its way.
    if (!isToTell) {
      const woken = new Promise<void>((resolve) => {
        ring = resolve;
      });
      const rest = new AbortController();
      await Promise.race([woken, pause(REPORT_EVERY * 1_000, rest.signal)]);
      rest.abort();
    }
    // What changes together is told together.
    await pause(TOGETHER_MS);
    isToTell = false;
  }

  const pause = (ms: number, signal?: AbortSignal) =>
    delay(ms, undefined, { signal: signal ? AbortSignal.any([ending.signal, signal]) : ending.signal }).catch(
      () => {},
    );

  const userOf = ({ user, machine: at }: Pick<Asked, 'user' | 'machine'>) =>
    user ?? (options.byAddress ? addresses.userAt(at) : undefined);

  function judged(asked: Asked, user: string | undefined): Answer {
    if (!isReady) return { open: false, why: 'starting', locks: [] };
    if (user === undefined || spokenName(user) === '') return { open: false, why: 'nobody', locks: [] };
    return leases.decide(user, asked.address, time.now());
  }

  watchClock();
  const working = Promise.all([follow(), tell()]);
  return {
    decide(asked) {
      const user = userOf(asked);
      const answer = judged(asked, user);
      if (!answer.open) tally.refused();
      if (user === undefined) return answer;
      const now = time.now();
      const name = leases.namesFor(user).find((one) => leases.isExamUser(one, now));
      if (name !== undefined && tally.seen({ user: name, address: asked.machine, at: now })) wake();
      return answer;
    },
    isOpen: (asked) => judged(asked, userOf(asked)).open,
    namesOf(asked) {
      const user = userOf(asked);
      return user === undefined ? [] : leases.namesFor(user);
    },
    isReady: () => isReady,
    settled() {
      if (keeping !== undefined) keep();
      return keeper.settled();
    },
    noteCut: (connections) => tally.cut(connections),
    async close() {
      ending.abort();
      await working;
      clearTimeout(timer);
      keep();
      await keeper.settled();
    },
  };
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
