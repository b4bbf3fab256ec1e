import { expect, it } from 'vitest';

import { ages, stateOfAge, stateOfDisk, worst } from './rules.ts';

const at = new Date('2026-11-20T12:00:00Z');
const ago = (hours: number) => new Date(at.getTime() - hours * 3_600_000);

it.each([
  ['a backup of last night', ago(10), null, 'ok'],
  ['one of the day before yesterday', ago(30), null, 'attention'],
  ['one older than a week', ago(8 * 24), null, 'failed'],
  ['none', null, null, 'attention'],
  ['one that failed', ago(1), 'no room', 'failed'],
])('%s', (_, workedAt, failure, state) => {
  expect(stateOfAge({ workedAt, failure }, ages.backup, at)).toBe(state);
});

it.each([
  [50, 'ok'],
  [14, 'attention'],
  [4, 'failed'],
])('a disk with %i of 100 free is %s', (free, state) => expect(stateOfDisk(free, 100)).toBe(state));

it('is as bad as the worst of its parts, and unset where there are none', () => {
  expect([worst([]), worst(['ok', 'unset']), worst(['ok', 'failed', 'attention'])]).toEqual([
    'unset',
    'ok',
    'failed',
  ]);
});
