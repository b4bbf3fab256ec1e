import * as fc from 'fast-check';
import { expect, it } from 'vitest';

import { createCompactMap } from './compact-map.ts';

it('answers as a map does', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.string(), fc.nat(0xff_ff_ff_ff)), { maxLength: 5_000 }), (entries) => {
      const compact = createCompactMap();
      for (const [key, value] of entries) compact.set(key, value);
      for (const [key, value] of new Map(entries)) expect(compact.get(key)).toBe(value);
    }),
    { numRuns: 20 },
  );
  expect(createCompactMap().get('nobody')).toBeUndefined();
});

it('holds 300,000 people without mixing up two', () => {
  const compact = createCompactMap();
  for (let at = 0; at < 300_000; at += 1) compact.set(`elev-${at}`, at);
  let wrong = 0;
  for (let at = 0; at < 300_000; at += 1) if (compact.get(`elev-${at}`) !== at) wrong += 1;
  expect(wrong).toBe(0);
  expect(compact.get('elev-300000')).toBeUndefined();
});

it('tells apart keys of the same name from different places', () => {
  const compact = createCompactMap();
  for (let at = 0; at < 10_000; at += 1) compact.set(`elev-${at >> 1}`, at, at & 1);
  let wrong = 0;
  for (let at = 0; at < 10_000; at += 1) if (compact.get(`elev-${at >> 1}`, at & 1) !== at) wrong += 1;
  expect(wrong).toBe(0);
  expect(compact.get('elev-1', 2)).toBeUndefined();
});
