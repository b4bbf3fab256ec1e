/** A small part of `fuzz.long.ts`: what every change is tried with. */
import { expect, it } from 'vitest';

import { openFuzz } from './fuzz.ts';

const fuzz = await openFuzz();

it('answers no request with 500, and logs none as an error', { timeout: 60_000 }, async () => {
  const { statuses, failures, errors } = await fuzz.run({ seed: 2_026, requests: 500 });
  expect(failures).toEqual([]);
  expect(errors).toEqual([]);
  // Enough of it was right to reach the handlers.
  expect(statuses[200]).toBeGreaterThan(50);
});
