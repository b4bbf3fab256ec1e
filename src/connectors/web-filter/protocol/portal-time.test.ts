import { describe, expect, it } from 'vitest';

import { openPortalTime } from './portal-time.ts';

/** A point whose clock stands at `machine`; the portal's is `ahead` of it. */
function point(ahead: number) {
  let machine = 1_000_000;
  const time = openPortalTime(() => machine);
  const hear = (there: number, back: number, waited = 0) => {
    const sent = machine;
    const portalTime = new Date(machine + there + waited + ahead);
    machine += there + waited + back;
    time.learn({ sent, received: machine, waited, portalTime });
  };
  return {
    time,
    hear,
    pass: (ms: number) => (machine += ms),
    move: (ms: number) => (ahead += ms),
    wrong: () => time.now().getTime() - (machine + ahead),
  };
}

describe('the portal’s time at a point', () => {
  it('is the machine’s before anything was heard', () => {
    const { time, wrong } = point(0);
    expect(time.best()).toBeUndefined();
    expect(wrong()).toBe(0);
  });

  it('is right after an even round trip, however long the portal held the question', () => {
    const one = point(5_000);
    one.hear(20, 20, 25_000);
    expect(one.wrong()).toBe(0);
    expect(one.time.best()).toEqual({ offset: 5_000, roundTrip: 40 });
  });

  it('goes by the shortest round trip, which errs least', () => {
    const one = point(-3_000);
    one.hear(2, 1);
    one.hear(300, 10);
    one.hear(10, 200);
    expect(Math.abs(one.wrong())).toBeLessThanOrEqual(1.5);
  });

  it('follows at once when the portal’s clock is moved, far or by little', () => {
    const one = point(0);
    one.hear(1, 1);
    one.move(3 * 3_600_000);
    one.hear(30, 30);
    expect(one.wrong()).toBe(0);
    one.move(-500);
    one.hear(1, 1);
    expect(one.wrong()).toBe(0);
  });

  it('forgets what was measured long ago, since clocks drift', () => {
    const one = point(0);
    one.hear(1, 1);
    one.pass(11 * 60_000);
    one.move(80);
    one.hear(15, 15);
    expect(one.wrong()).toBe(0);
  });
});
