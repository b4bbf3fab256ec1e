/** The judge of the played day is judged first. */
import { describe, expect, it } from 'vitest';

import { endedMeanwhile, faultsIn, heardBy, type Lock, type Outage, type Sample } from './faults.ts';

const lock: Lock = { users: ['kari'], opens: ['udir.no'], from: 10_000, until: 30_000, committed: 9_000 };
const outage: Outage = { what: 'point killed', began: 15_000, over: 17_000 };
const seats = [{ user: 'sent', address: '127.88.0.9', since: 24_000 }];
const sample = (asked: number, said: Sample['said'], user = 'kari', page = 'vg.no'): Sample => ({
  user,
  page,
  asked,
  answered: asked + 5,
  said,
});

describe('a day of locks', () => {
  it.each([
    ['shut in time', sample(10_100, 'shut'), [], 0],
    ['not yet shut', sample(10_100, 'open'), [], 0],
    ['shut within a second after its end', sample(30_900, 'shut'), [], 0],
    ['shut more than a second after its end', sample(31_100, 'shut'), [], 1],
    ['shut before it begins', sample(9_500, 'shut'), [], 1],
    ['somebody else shut', sample(12_000, 'shut', 'ola'), [], 1],
    ['a page shut that the lock leaves open', sample(12_000, 'shut', 'kari', 'udir.no'), [], 1],
    ['a page open that the lock leaves open', sample(16_500, 'open', 'kari', 'udir.no'), [], 0],
    ['open again', sample(30_010, 'open'), [], 0],
    ['open under a lock that was known', sample(16_500, 'open'), [], 1],
    ['open under a lock that was known, while the point is away', sample(16_000, 'open'), [outage], 1],
    ['open just after all is up, under a lock made meanwhile', sample(17_500, 'open', 'ola'), [outage], 0],
    [
      'open six seconds after all is up, under a lock made meanwhile',
      sample(23_100, 'open', 'ola'),
      [outage],
      1,
    ],
    ['undecided while the point is away', sample(16_000, 'away'), [outage], 0],
    ['undecided long after', sample(25_000, 'away'), [outage], 1],
    ['undecided about who has just sat down', sample(25_000, 'away', 'sent'), [outage], 0],
    ['undecided about who sat down long ago', sample(29_100, 'away', 'sent'), [outage], 1],
  ])('%s', (_, seen, outages, faults) => {
    const meanwhile = { ...lock, users: ['ola'], from: 16_000, committed: 16_000 };
    const first = sample(0, 'open');
    const played = { locks: [lock, meanwhile], seats, samples: [first, seen], outages };
    expect(faultsIn(played)).toHaveLength(faults);
  });
});

const ended = (at: number): Lock => ({ ...lock, ended: { begun: at - 50, committed: at } });

describe('a lock that is ended early', () => {
  const later: Outage = { what: 'network cut', began: 20_000, over: 24_000 };

  it.each([
    ['open at once', 12_000, sample(12_010, 'open'), [], 0],
    ['shut within a second', 12_000, sample(12_900, 'shut'), [], 0],
    ['shut after that', 12_000, sample(13_100, 'shut'), [], 1],
    ['shut while the point is cut off', 21_000, sample(23_900, 'shut'), [later], 0],
    ['shut just after', 21_000, sample(28_900, 'shut'), [later], 0],
    ['shut five seconds after all is up', 21_000, sample(29_100, 'shut'), [later], 1],
    [
      'shut beyond its own end, whatever is away',
      29_000,
      sample(31_100, 'shut'),
      [{ ...later, over: 40_000 }],
      1,
    ],
    ['open before it was ended', 25_000, sample(24_000, 'open'), [], 1],
  ])('%s', (_, at, seen, outages, faults) => {
    const played = { locks: [ended(at)], seats, samples: [sample(0, 'open'), seen], outages };
    expect(faultsIn(played)).toHaveLength(faults);
  });

  it('is heard of after the next outage when the pause between two is too short', () => {
    const again: Outage = { what: 'portal killed', began: 25_000, over: 26_000 };
    expect(heardBy([later, again], 21_000)).toBe(31_000);
    expect(heardBy([later, again], 12_000)).toBe(13_000);
  });

  it('counts when something was away', () => {
    expect(endedMeanwhile({ locks: [ended(21_000), ended(12_000), lock], outages: [later] })).toHaveLength(1);
  });
});
