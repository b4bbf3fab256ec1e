/** The engine of a point, with a portal that is played: what it makes of wrong clocks, and when it tells. */
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';

import type { PortalLink } from '../port.ts';
import { openLink } from '../protocol/link.ts';
import { type LeasesAnswer, PROTOCOL, type Report, type WireLease } from '../protocol/messages.ts';
import { openPortalTime } from '../protocol/portal-time.ts';
import { openTestPortal } from '../squid/testing/portal.ts';
import { openRelay } from '../squid/testing/relay.ts';
import { lease } from '../squid/testing/squid.ts';
import { type Engine, openEngine } from './engine.ts';
import type { Keeper } from './kept-set.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const iso = (at: number) => new Date(at).toISOString();

const nothingKept: Keeper = {
  load: () => Promise.resolve(undefined),
  save: () => {},
  settled: () => Promise.resolve(),
};

const opened: Engine[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((engine) => engine.close()));
});

type Parts = Parameters<typeof openEngine>[0];

/** An engine that is closed after the test, with nothing kept unless it is given. */
async function openOne(parts: Pick<Parts, 'link' | 'time'> & Partial<Parts>): Promise<Engine> {
  const engine = await openEngine({
    point: 'p',
    keeper: nothingKept,
    software: 'Prøve',
    byAddress: false,
    cannot: () => [],
    changed: () => {},
    say: () => {},
    ...parts,
  });
  opened.push(engine);
  return engine;
}

const asking = (user: string) => ({ user, machine: '10.0.0.1', address: 'vg.no:443' });

function leaseUntil(until: number, revision = 'a'): WireLease {
  return {
    id: 1,
    revision,
    description: 'Prøve',
    school: 'GRA',
    exam: false,
    from: iso(Date.now() - MINUTE),
    until: iso(until),
    open: ['udir.no'],
    examResources: [],
    always: [],
    members: ['kari'],
    examUsers: [],
    opened: [],
  };
}

/** A portal by the clock of this machine, and a point whose own clock stands `ahead` of it. */
async function play() {
  const set = { version: 'v1', leases: [leaseUntil(Date.now() + 30 * MINUTE)] };
  const state = { ahead: 0, isAway: false, asked: 0, reports: [] as Report[] };
  const machine = () => Date.now() + state.ahead;
  const time = openPortalTime(machine);
  let holdReport: Promise<void> | undefined;
  const nothing = { gone: [], addresses: [], addressesGone: [] };
  const link: PortalLink = {
    async leases(have, waitS, signal) {
      state.asked += 1;
      const said = set.version;
      const isSame = () => have === said && set.version === said;
      for (let turn = 0; isSame() && turn < waitS * 5; turn += 1) {
        await new Promise((resolve) => setTimeout(resolve, 10));
        signal?.throwIfAborted();
      }
      if (state.isAway) throw new Error('The portal is away');
      const portalTime = new Date();
      time.learn({ sent: machine(), received: machine(), waited: 0, portalTime });
      const whole = have === undefined || have !== set.version;
      const answer: LeasesAnswer = {
        protocol: PROTOCOL,
        portalTime: portalTime.toISOString(),
        waited: 0,
        from: whole ? null : have,
        version: set.version,
        leases: whole ? set.leases : [],
        ...nothing,
      };
      return answer;
    },
    async report(report) {
      state.reports.push(report);
      await holdReport;
      return { protocol: PROTOCOL, portalTime: new Date().toISOString() };
    },
  };
  const engine = await openOne({ link, time, machine });
  const isOpen = () => engine.isOpen(asking('kari'));
  return {
    engine,
    state,
    set,
    isOpen,
    /** No report is answered until what is returned is called. */
    holdReports: () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      holdReport = promise;
      onTestFinished(() => resolve());
      return resolve;
    },
  };
}

describe('a point whose clock is wrong for a while', () => {
  it('has the locks again that it dropped meanwhile, though the portal has nothing new', async () => {
    const { state, set, isOpen } = await play();
    await expect.poll(isOpen).toBe(false);
    const soon = Date.now() + 2_000;
    set.leases.push({ ...leaseUntil(Date.now() + 30 * MINUTE), id: 2, members: ['ola'], from: iso(soon) });
    set.version = 'v2';
    await expect.poll(() => state.reports.at(-1)?.holding.length).toBe(2);

    // Nobody says what time it is, and something begins after the machine's clock has leapt.
    state.isAway = true;
    state.ahead = 2 * HOUR;
    await expect.poll(() => Date.now() > soon + 100, { timeout: 5_000 }).toBe(true);
    expect(isOpen()).toBe(true);
    state.isAway = false;
    await expect.poll(isOpen).toBe(false);
  });
});

describe('a slow line', () => {
  const QUIET_MS = 300;

  /** A real portal behind a line on which its whole set takes about a second and a half. */
  async function faraway() {
    const portal = await openTestPortal();
    const relay = await openRelay(Number(new URL(portal.url).port));
    const class8 = Array.from({ length: 6_000 }, (_, index) => `elev${index}`);
    portal.set([lease(1, ['kari', ...class8], { open: ['udir.no'] })]);
    relay.slow(40);
    onTestFinished(async () => {
      await Promise.all([relay.close(), portal.stop()]);
    });
    const time = openPortalTime();
    const link = openLink({
      portal: `http://127.0.0.1:${relay.port}`,
      key: portal.key,
      time,
      quietMs: QUIET_MS,
    });
    return { portal, relay, time, link };
  }

  it('keeps everybody out until the whole set is there, and it comes however long it takes', async () => {
    const { portal, time, link } = await faraway();
    const began = performance.now();
    const engine = await openOne({ point: portal.key.id, link, time });
    const ask = (user: string) => engine.decide(asking(user));
    while (!engine.isReady()) {
      expect(ask('ola')).toMatchObject({ open: false, why: 'starting' });
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    // It was never silent for so long, but took several times as long.
    expect(performance.now() - began).toBeGreaterThan(3 * QUIET_MS);
    expect(ask('ola')).toEqual({ open: true });
    expect(ask('kari')).toMatchObject({ open: false, why: 'not-listed' });
    // What it says of the time was not slow.
    expect(Math.abs(time.best()?.offset ?? Number.POSITIVE_INFINITY)).toBeLessThan(500);
  });

  it('is given up when nothing comes any more', async () => {
    const { relay, link } = await faraway();
    const asked = link.leases(undefined, 0);
    relay.slow(1);
    setTimeout(() => relay.set('swallow'), QUIET_MS);
    await expect(asked).rejects.toMatchObject({ code: 'unreachable' });
  });
});

describe('a set that was kept', () => {
  const HOURS = [
    [23, 'not-listed', undefined],
    [25, 'starting', 'starting'],
    [undefined, 'starting', 'starting'],
  ] as const;

  it.each(HOURS)('and confirmed %s hours ago: kari is told %s, ola %s', async (hours, kari, ola) => {
    const held = [{ lease: leaseUntil(Date.now() + HOUR), since: new Date() }];
    const confirmed = hours === undefined ? undefined : new Date(Date.now() - hours * HOUR);
    const away: PortalLink = {
      leases: () => Promise.reject(new Error('The portal is away')),
      report: () => Promise.reject(new Error('The portal is away')),
    };
    const engine = await openOne({
      link: away,
      time: openPortalTime(),
      keeper: {
        ...nothingKept,
        load: () => Promise.resolve({ format: 1, point: 'p', version: 'v', confirmed, held, addresses: [] }),
      },
    });
    const why = (user: string) => {
      const answer = engine.decide(asking(user));
      return answer.open ? undefined : answer.why;
    };
    expect([why('kari'), why('ola')]).toEqual([kari, ola]);
  });
});

it('refuses a name with nobody in it', async () => {
  const { engine, isOpen } = await play();
  await expect.poll(isOpen).toBe(false);
  for (const user of ['\\', '@SKOLE.TEST', ' ']) {
    const answer = engine.decide(asking(user));
    expect(answer).toEqual({ open: false, why: 'nobody', locks: [] });
  }
});

describe('a report', () => {
  it('follows at once what changed while the last one was on its way', async () => {
    const { state, set, holdReports } = await play();
    await expect.poll(() => state.reports.at(-1)?.version).toBe('v1');
    const answer = holdReports();
    set.version = 'v2';
    set.leases = [leaseUntil(Date.now() + 30 * MINUTE, 'b')];
    await expect.poll(() => state.reports.at(-1)?.version, { timeout: 3_000 }).toBe('v2');
    set.version = 'v3';
    set.leases = [leaseUntil(Date.now() + 30 * MINUTE, 'c')];
    const { asked } = state;
    await expect.poll(() => state.asked).toBeGreaterThan(asked + 1);
    answer();
    await expect.poll(() => state.reports.at(-1)?.version, { timeout: 3_000 }).toBe('v3');
  });
});
