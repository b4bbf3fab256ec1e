import { type Arbitrary, array, assert, boolean, constantFrom, property, record } from 'fast-check';
import { describe, expect, it } from 'vitest';

import { accessUnder, type Entry, judge, type LockInForce } from './decide.ts';

const own = (domain: string, lock: number): Entry => ({ domain, sources: [{ kind: 'own', lock }] });
const always: Entry[] = [{ domain: 'fjordby.no', sources: [{ kind: 'always-global' }] }];
const schoolPage = (domain: string): Entry => ({ domain, sources: [{ kind: 'always-school' }] });
const lock = (id: number, domains: string[], more: Partial<LockInForce> = {}): LockInForce => ({
  id,
  exam: false,
  opened: false,
  open: domains.map((domain) => own(domain, id)),
  always,
  ...more,
});
const opens = (locks: LockInForce[], address: string) => judge(accessUnder(locks), address).open;

describe('who is under no lock', () => {
  it('may go anywhere', () => {
    expect(accessUnder([])).toEqual({ locked: false, standings: [], open: [] });
    expect(judge(accessUnder([]), 'vg.no')).toEqual({ open: true, why: 'not-locked' });
  });

  it('is also who was opened from every lock', () => {
    const access = accessUnder([lock(1, ['udir.no'], { opened: true })]);
    expect(access).toMatchObject({ locked: false, standings: [{ lock: 1, standing: 'opened' }] });
  });
});

describe('one lock', () => {
  const access = accessUnder([lock(1, ['udir.no', '10.0.0.5'])]);

  it.each([
    ['https://udir.no/eksamen', true, 'listed'],
    ['sok.udir.no:443', true, 'listed'],
    ['www.fjordby.no', true, 'listed'],
    ['http://10.0.0.5/', true, 'listed'],
    ['https://notudir.no', false, 'not-listed'],
    ['https://udir.no.evil.com', false, 'not-listed'],
    ['https://udir.no@evil.com', false, 'not-listed'],
    ['http://10.0.0.6/', false, 'not-listed'],
    ['http://167772166/', false, 'not-listed'],
    ['udir.no:22', false, 'port'],
    ['https://udir.no:8443', false, 'port'],
    ['what is this', false, 'not-an-address'],
  ])('%s: %s (%s)', (address, open, why) => {
    expect(judge(access, address)).toMatchObject({ open, why });
  });

  it('says which entry opens an address, and where it comes from', () => {
    expect(judge(access, 'sok.udir.no')).toMatchObject({
      host: 'sok.udir.no',
      entries: [{ domain: 'udir.no', sources: [{ kind: 'own', lock: 1 }] }],
    });
  });

  it('with nothing of its own leaves the pages that are always open', () => {
    expect(opens([lock(1, [])], 'fjordby.no')).toBe(true);
    expect(opens([lock(1, [])], 'udir.no')).toBe(false);
  });
});

describe('several locks', () => {
  it('open what all of them open, down to the narrower domain', () => {
    const locks = [lock(1, ['udir.no', 'nrk.no']), lock(2, ['sok.udir.no', 'vg.no'])];
    const { open } = accessUnder(locks);
    expect(open.map(({ domain }) => domain)).toEqual(['fjordby.no', 'sok.udir.no']);
    expect(open[1]?.sources).toEqual([
      { kind: 'own', lock: 1 },
      { kind: 'own', lock: 2 },
    ]);
    expect(opens(locks, 'sok.udir.no')).toBe(true);
    expect(opens(locks, 'udir.no')).toBe(false);
  });

  it('of two schools open together what is always open at both', () => {
    const locks = [
      lock(1, ['lunde.no'], { always: [...always, schoolPage('fjb.no')] }),
      lock(2, [], { always: [...always, schoolPage('lunde.no')] }),
    ];
    expect(accessUnder(locks).open.map(({ domain }) => domain)).toEqual(['fjordby.no', 'lunde.no']);
    expect(opens(locks, 'fjb.no')).toBe(false);
  });

  it('yield to an exam lock', () => {
    const locks = [lock(1, ['nrk.no']), lock(2, ['udir.no'], { exam: true })];
    expect(accessUnder(locks).standings).toEqual([
      { lock: 2, standing: 'decides' },
      { lock: 1, standing: 'yields-to-exam' },
    ]);
    expect(opens(locks, 'udir.no')).toBe(true);
    expect(opens(locks, 'nrk.no')).toBe(false);
  });

  it('count again for somebody who was opened from the exam lock alone', () => {
    const locks = [lock(1, ['nrk.no']), lock(2, ['udir.no'], { exam: true, opened: true })];
    expect(opens(locks, 'nrk.no')).toBe(true);
    expect(opens(locks, 'udir.no')).toBe(false);
  });
});

const label = constantFrom('a', 'b', 'no', 'sok');
const domain = array(label, { minLength: 1, maxLength: 3 }).map((labels) => [...labels, 'x'].join('.'));
const anyLock = record({
  exam: boolean(),
  opened: boolean(),
  domains: array(domain, { maxLength: 5 }),
  pages: array(domain, { maxLength: 3 }),
});
type AnyLock = typeof anyLock extends Arbitrary<infer Value> ? Value : never;

describe('for any locks whatever', () => {
  it('the list of what is open and a plain rule agree on every address', () => {
    assert(
      property(
        array(anyLock, { maxLength: 5 }),
        domain,
        constantFrom(undefined, 80, 443, 22),
        (wanted, host, port) => {
          const verdict = judge(
            accessUnder(wanted.map(inForce)),
            port === undefined ? host : `${host}:${port}`,
          );
          expect(verdict.open).toBe(plainRule(wanted, host, port));
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('neither their order nor a second copy of one changes anything', () => {
    assert(
      property(array(anyLock, { minLength: 1, maxLength: 4 }), domain, (wanted, host) => {
        const locks = wanted.map(inForce);
        const turned = [...locks.toReversed(), ...locks.slice(0, 1)];
        expect(opens(turned, host)).toBe(opens(locks, host));
      }),
    );
  });
});

function inForce({ domains, pages, ...more }: AnyLock, id: number): LockInForce {
  return lock(id, domains, { ...more, always: pages.map((page) => own(page, -1)) });
}

/** The four rules, said as plainly as they can be, sharing nothing with the code. */
function plainRule(locks: readonly AnyLock[], host: string, port: number | undefined): boolean {
  const counting = locks.filter((one) => !one.opened);
  if (counting.length === 0) return true;
  if (port !== undefined && port !== 80 && port !== 443) return false;
  const isUnder = (names: readonly string[]) =>
    names.some((name) => `.${host}`.slice(-(name.length + 1)) === `.${name}`);
  const isExam = counting.some((one) => one.exam);
  return counting
    .filter((one) => one.exam || !isExam)
    .every((one) => isUnder(one.domains) || isUnder(one.pages));
}
