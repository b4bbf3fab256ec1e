import {
  type Arbitrary,
  array,
  assert,
  boolean,
  constantFrom,
  integer,
  option,
  property,
  record,
} from 'fast-check';
import { describe, expect, it } from 'vitest';

import { accessUnder, judge } from '#kernel/internet/decide.ts';
import { locksReaching } from '#kernel/internet/lease.ts';

import { leaseOf } from '../protocol/lease.ts';
import type { WireLease } from '../protocol/messages.ts';
import { holdLeases } from './held-leases.ts';

const START = Date.parse('2026-11-20T12:00:00Z');
const at = (minutes: number) => new Date(START + minutes * 60_000);

function lease(id: number, members: string[], more: Partial<WireLease> = {}): WireLease {
  const whole = {
    id,
    description: `Lås ${id}`,
    school: 'GRA',
    exam: false,
    from: at(0).toISOString(),
    until: at(60).toISOString(),
    open: ['udir.no'],
    examResources: [],
    always: [],
    members,
    examUsers: [],
    opened: [],
    ...more,
  };
  return { ...whole, revision: JSON.stringify(whole) };
}

const whole = (...leases: WireLease[]) => ({ from: null, leases, gone: [] });

describe('the leases of a point', () => {
  it('shut out whom they reach, and say by which locks', () => {
    const held = holdLeases();
    held.apply(whole(lease(1, ['kari'])), at(0));
    expect(held.decide('kari', 'vg.no:443', at(1))).toEqual({
      open: false,
      why: 'not-listed',
      locks: [{ id: 1, exam: false, description: 'Lås 1', until: at(60) }],
    });
    expect(held.decide('kari', 'udir.no:443', at(1))).toEqual({ open: true });
    expect(held.decide('kari', 'udir.no:8443', at(1))).toMatchObject({ why: 'port' });
    expect(held.decide('ola', 'vg.no:443', at(1))).toEqual({ open: true });
  });

  it.each([
    'KARI',
    'kari ',
    ' kari',
    'kari@SKOLE.TEST',
    'SKOLE\\Kari',
    'ｋａｒｉ',
    'kári',
    'ka\u200Bri',
    'kari\u0378',
    'kari\u3164',
    'kari\\',
    'kari\\@SKOLE.TEST',
    'kari\\@skole.no@SKOLE.TEST',
    'kari＠SKOLE.TEST',
    'SKOLE＼kari',
    'Ⓚari',
  ])('know %j for the account a directory takes it for', (spoken) => {
    const held = holdLeases();
    held.apply(whole(lease(1, ['kari'])), at(0));
    expect(held.decide(spoken, 'vg.no', at(1)).open).toBe(false);
  });

  it('know names with letters of their own in any spelling, and nobody else by them', () => {
    const held = holdLeases();
    held.apply(whole(lease(1, ['kåre'])), at(0));
    for (const spoken of ['KÅRE', 'ka\u030Are', 'kare']) {
      expect(held.decide(spoken, 'vg.no', at(1)).open).toBe(false);
    }
    expect(held.decide('karen', 'vg.no', at(1)).open).toBe(true);
  });

  it.each([
    ['bjørn', 'bjorn'],
    ['BJØRN', 'bjorn'],
    ['kjærsti', 'kjaersti'],
    ['voß', 'voss'],
    ['ŁUKASZ', 'lukasz'],
    ['bjǫrṅ', 'bjorn'],
    // Nobody says what these are to a directory, so they are whoever they could be.
    ['kɑri', 'kari'],
    ['ÞÓRA', 'thora'],
    ['ʀune', 'rune'],
  ])('know %j for %s, as directories that know fewer letters do', (spoken, name) => {
    const held = holdLeases();
    held.apply(whole(lease(1, [name])), at(0));
    expect(held.decide(spoken, 'vg.no', at(1)).open).toBe(false);
    expect(held.decide('bjarne', 'vg.no', at(1)).open).toBe(true);
  });

  it('know when something is lacking because the clock was ahead, and that a whole set brings it', () => {
    const held = holdLeases();
    held.apply(whole(lease(1, ['kari'])), at(0));
    expect(held.isWhole(at(0))).toBe(true);
    held.pass(at(61));
    expect(held.isWhole(at(61))).toBe(true);
    expect(held.isWhole(at(5))).toBe(false);
    held.apply(whole(lease(1, ['kari'])), at(5));
    expect(held.isWhole(at(5))).toBe(true);
    expect(held.decide('kari', 'vg.no', at(5)).open).toBe(false);
  });

  it('say what the clock changes, and when it does so next', () => {
    const held = holdLeases();
    const opened = [{ user: 'ola', until: at(30).toISOString() }];
    held.apply(whole(lease(1, ['kari', 'ola'], { from: at(10).toISOString(), opened })), at(0));
    held.pass(at(0));
    expect(held.nextMoment(at(0))).toEqual(at(10));
    expect([...held.pass(at(10))]).toEqual(['kari', 'ola']);
    expect(held.nextMoment(at(10))).toEqual(at(30));
    expect([...held.pass(at(30))]).toEqual(['ola']);
    expect([...held.pass(at(31))]).toEqual([]);
    expect([...held.pass(at(60))]).toEqual(['kari', 'ola']);
    expect(held.all()).toEqual([]);
    expect(held.nextMoment(at(60))).toBeUndefined();
  });

  it('look at everybody again when the clock is put back', () => {
    const held = holdLeases();
    held.apply(whole(lease(1, ['kari'])), at(0));
    held.pass(at(5));
    expect([...held.pass(at(-5))]).toEqual(['kari']);
  });

  it('take changes in, and say whom they concern, also those they no longer do', () => {
    const held = holdLeases();
    held.apply(whole(lease(1, ['kari']), lease(2, ['ola'])), at(0));
    const change = { from: 'a', leases: [lease(1, ['anna'])], gone: [2] };
    expect([...held.apply(change, at(1))].toSorted()).toEqual(['anna', 'kari', 'ola']);
    expect(held.decide('kari', 'vg.no', at(1)).open).toBe(true);
    expect(held.decide('anna', 'vg.no', at(1)).open).toBe(false);
    expect([...held.apply(change, at(2))]).toEqual([]);
    // Since when the lock is held, not this wording of it.
    expect(held.all().map(({ since }) => since)).toEqual([at(0)]);
  });

  it('do not take up again what has ended', () => {
    const held = holdLeases();
    held.apply(whole(lease(1, ['kari'])), at(61));
    expect(held.all()).toEqual([]);
  });

  const name = constantFrom('kari', 'ola', 'anna');
  const domain = constantFrom('no.x', 'a.no.x', 'b.no.x', 'y.z');
  const minute = integer({ min: 0, max: 20 });
  const anyLease: Arbitrary<WireLease> = record({
    id: integer({ min: 1, max: 6 }),
    exam: boolean(),
    from: minute,
    length: integer({ min: 1, max: 10 }),
    open: array(domain, { maxLength: 2 }),
    examResources: array(domain, { maxLength: 1 }),
    always: array(domain, { maxLength: 1 }),
    members: array(name, { maxLength: 3 }),
    examUsers: array(name, { maxLength: 1 }),
    opened: array(record({ user: name, until: option(minute) }), { maxLength: 1 }),
  }).map(({ id, from, length, opened, members, examUsers, ...more }) =>
    lease(id, [...new Set(members)], {
      ...more,
      examUsers: examUsers.filter((user) => members.includes(user)),
      from: at(from).toISOString(),
      until: at(from + length).toISOString(),
      opened: opened.map(({ user, until }) => ({
        user,
        until: until === null ? null : at(until).toISOString(),
      })),
    }),
  );
  const step = record({
    change: array(anyLease, { maxLength: 3 }),
    gone: array(integer({ min: 1, max: 6 }), { maxLength: 1 }),
  });

  it('decide as the rules do, whatever changes and however the clock goes', () => {
    assert(
      property(
        array(step, { maxLength: 6 }),
        array(record({ user: name, host: domain, minute }), { minLength: 1, maxLength: 12 }),
        (steps, questions) => {
          const held = holdLeases();
          const plain = new Map<number, WireLease>();
          held.apply(whole(), at(0));
          for (const { change, gone } of steps) {
            const leases = [...new Map(change.map((one) => [one.id, one])).values()];
            held.apply({ from: 'a', leases, gone }, at(0));
            for (const id of gone) plain.delete(id);
            for (const one of leases) plain.set(one.id, one);
          }
          const all = [...plain.values()].map(leaseOf);
          for (const asked of questions.toSorted((one, other) => one.minute - other.minute)) {
            const now = at(asked.minute);
            held.pass(now);
            const rule = judge(accessUnder(locksReaching(all, asked.user, now)), asked.host);
            expect(held.decide(asked.user, asked.host, now).open).toBe(rule.open);
          }
        },
      ),
      { numRuns: 500 },
    );
  });
});
