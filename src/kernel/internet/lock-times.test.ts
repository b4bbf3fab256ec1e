import { describe, expect, it } from 'vitest';

import {
  activeFrom,
  chatAt,
  chatSince,
  chatTimes,
  isActOf,
  isChatLate,
  overlaps,
  problemWithTimes,
  stateAt,
} from './lock-times.ts';

const at = (clock: string) => new Date(`2026-11-20T${clock}:00Z`);
const lesson = { from: at('08:00'), until: at('12:00') };

describe('a lock', () => {
  it.each([
    ['07:59', 'planned'],
    ['08:00', 'active'],
    ['11:59', 'active'],
    ['12:00', 'finished'],
  ] as const)('at %s is %s', (clock, state) => {
    expect(stateAt(lesson, at(clock))).toBe(state);
  });

  it.each([
    ['update', 'planned', true],
    ['update', 'active', true],
    ['update', 'finished', false],
    ['end', 'active', true],
    ['end', 'planned', false],
    ['delete', 'planned', true],
    ['delete', 'active', false],
    ['delete', 'finished', false],
    ['open', 'active', true],
    ['open', 'planned', false],
  ] as const)('lets itself %s while %s: %s', (act, state, may) => {
    expect(isActOf(act, state)).toBe(may);
  });

  it.each([
    ['at once', undefined, false, '10:00'],
    ['later', '11:00', false, '11:00'],
    ['at once, for an exam', undefined, true, '10:30'],
    ['soon, for an exam', '10:10', true, '10:30'],
    ['later, for an exam', '11:00', true, '11:00'],
  ])('wanted %s begins when it can', (_, start, exam, begins) => {
    const wanted = { start: start === undefined ? undefined : at(start), exam, created: at('10:00') };
    expect(activeFrom(wanted)).toEqual(at(begins));
  });

  it.each([
    ['10:30', '12:00', undefined],
    [undefined, '12:00', undefined],
    ['10:00', '12:00', 'start future'],
    ['09:00', '12:00', 'start future'],
    [undefined, '10:00', 'end future'],
    ['11:00', '11:00', 'end afterStart'],
    ['11:00', '10:30', 'end afterStart'],
  ])('from %s to %s, wanted at 10:00, has this wrong: %s', (start, end, wrong) => {
    const begins = start === undefined ? undefined : at(start);
    const found = problemWithTimes({ start: begins, end: at(end), from: begins ?? at('10:00') }, at('10:00'));
    expect(found && `${found.path} ${found.key}`).toBe(wrong);
  });

  it('for an exam must last longer than it waits', () => {
    const times = { start: at('10:05'), end: at('10:30'), from: at('10:30') };
    expect(problemWithTimes(times, at('10:00'))).toEqual({ path: 'end', key: 'afterActive' });
  });

  it.each([
    ['06:00', '08:00', false],
    ['06:00', '08:01', true],
    ['09:00', '10:00', true],
    ['11:59', '13:00', true],
    ['12:00', '13:00', false],
  ])('from 8 to 12 collides with one from %s to %s: %s', (from, until, collides) => {
    const other = { from: at(from), until: at(until) };
    expect(overlaps(lesson, other)).toBe(collides);
    expect(overlaps(other, lesson)).toBe(collides);
  });
});

describe('chat', () => {
  const dayBefore = new Date('2026-11-19T12:00:00Z');

  it('is asked for four hours before, is certain one hour before, and free four hours after', () => {
    expect(chatTimes(lesson, dayBefore)).toEqual({
      asked: at('04:00'),
      certain: at('07:00'),
      free: at('16:00'),
    });
    expect(isChatLate(lesson, dayBefore)).toBe(false);
  });

  it('comes late when the lock is made late', () => {
    expect(chatTimes(lesson, at('07:30'))).toMatchObject({ asked: at('07:30'), certain: at('10:30') });
    expect(isChatLate(lesson, at('07:30'))).toBe(true);
  });

  it.each([
    ['asked for in time', { chat: 'none' }, {}, '03:00', dayBefore],
    ['asked for when others are shut', { chat: 'none' }, {}, '07:30', at('07:30')],
    ['made stricter', { chat: 'restricted' }, {}, '07:30', at('07:30')],
    ['made milder', { chat: 'blocked' }, { chat: 'restricted' }, '07:30', dayBefore],
    ['left as it was', {}, { until: at('13:00') }, '07:30', dayBefore],
    ['put forward', { from: at('15:00'), until: at('16:00') }, {}, '07:30', at('07:30')],
    ['put off', {}, { from: at('09:00') }, '04:30', dayBefore],
  ] as const)(
    'of a lock that is changed, %s, is asked for from when it can be',
    (_, before, after, now, since) => {
      const lock = { ...lesson, chat: 'blocked', since: dayBefore } as const;
      expect(chatSince({ ...lock, ...before }, { ...lock, ...after }, at(now))).toEqual(since);
    },
  );

  it.each([
    ['03:59', 'none'],
    ['04:00', 'restricted'],
    ['06:00', 'blocked'],
    ['11:00', 'blocked'],
    ['12:00', 'blocked'],
    ['13:00', 'none'],
  ])('at %s is %s under two locks', (clock, chat) => {
    const locks = [
      { ...lesson, chat: 'restricted', since: dayBefore },
      { from: at('10:00'), until: at('13:00'), chat: 'blocked', since: dayBefore },
      { ...lesson, chat: 'none', since: dayBefore },
    ] as const;
    expect(chatAt(locks, at(clock))).toBe(chat);
  });
});
