import { expect, it } from 'vitest';

import { netOf, seatOf } from './live-states.ts';

const now = '2026-11-20T09:00:00.000Z';
const held = [{ point: 'Proxy', since: '2026-11-20T08:00:00.000Z' }];
const [earlier, later] = ['2026-11-20T08:30:00.000Z', '2026-11-20T10:00:00.000Z'];

it.each([
  ['shut', { active: true, until: later, held }],
  ['unheld', { active: true, until: later, held: [] }],
  ['before', { active: false, until: later, held }],
  ['over', { active: false, until: earlier, held: [] }],
  ['over', { active: false, until: now, held }],
] as const)('the net is %s', (state, lock) => {
  expect(netOf({ ...lock, held: [...lock.held] }, now)).toBe(state);
});

const live = { ended: null, examDate: '2026-11-20', now };

it.each([
  ['in', { lastLogin: earlier, account: 'open' }, live],
  ['in', { lastLogin: earlier, account: 'missing' }, live],
  ['notIn', { lastLogin: null, account: 'open' }, live],
  ['noAccount', { lastLogin: null, account: 'missing' }, live],
  ['shutAccount', { lastLogin: null, account: 'closed' }, live],
  ['notIn', { lastLogin: null, account: 'closed' }, { ...live, examDate: '2026-11-21' }],
  // By Norwegian days: half past midnight there.
  ['shutAccount', { lastLogin: null, account: 'closed' }, { ...live, now: '2026-11-19T23:30:00.000Z' }],
  ['notIn', { lastLogin: null, account: 'closed' }, { ...live, ended: earlier }],
  ['notIn', { lastLogin: null, account: 'missing' }, { ...live, ended: earlier }],
  // The day after its accounts are gone, and nobody need have ended it.
  ['notIn', { lastLogin: null, account: 'missing' }, { ...live, examDate: '2026-11-19' }],
  ['noAccount', { lastLogin: null, account: 'missing' }, { ...live, examDate: '2026-11-21' }],
] as const)('a seat is %s', (state, seat, day) => {
  expect(seatOf(seat, day)).toBe(state);
});
