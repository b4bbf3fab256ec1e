/** The judge of the played day is judged first. */
import { describe, expect, it } from 'vitest';

import { faultsIn, type Outage, type Sample } from './faults.ts';

const lock = { user: 'kari', from: 10_000, until: 30_000, committed: 9_000 };
const outage: Outage = { what: 'point killed', began: 15_000, over: 17_000 };
const sample = (asked: number, said: Sample['said'], user = 'kari'): Sample => ({
  user,
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
    ['open again', sample(30_010, 'open'), [], 0],
    ['open under a lock that was known', sample(12_000, 'open'), [], 1],
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
  ])('%s', (_, seen, outages, faults) => {
    const meanwhile = { ...lock, user: 'ola', from: 16_000, committed: 16_000 };
    const first = sample(0, 'open');
    expect(faultsIn({ locks: [lock, meanwhile], samples: [first, seen], outages })).toHaveLength(faults);
  });
});
