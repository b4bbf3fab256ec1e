/**
 * 20,000 requests made from the contract and from what servers are known to fail on: none is answered 500.
 * `FUZZ_SEED` and `FUZZ_REQUESTS` ask for others.
 */
import { expect, it } from 'vitest';

import { openFuzz } from './fuzz.ts';

const seed = Number(process.env['FUZZ_SEED'] ?? 1);
const requests = Number(process.env['FUZZ_REQUESTS'] ?? 20_000);

const fuzz = await openFuzz();

it(
  `no request is answered 500 (seed ${seed}, ${requests} requests)`,
  { timeout: 60_000 + requests * 50 },
  async () => {
    const { statuses, failures, errors, slowest } = await fuzz.run({ seed, requests });
    process.stdout.write(
      `Fuzz with seed ${seed}: ${JSON.stringify(statuses)}; slowest ${slowest.ms} ms: ${slowest.request}\n`,
    );
    for (const failure of failures) process.stdout.write(`${failure}\n`);
    expect(failures).toEqual([]);
    expect(errors).toEqual([]);
  },
);
