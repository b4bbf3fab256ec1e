/** Two days side by side: what stands on both, and what on one of them only. */
import type { Difference } from './contract.ts';

/** `now` undefined: only one day was asked for, and everything stands on it. */
export function compared<Row>(
  then: readonly Row[],
  now: readonly Row[] | undefined,
  keyOf: (row: Row) => string,
): (Row & { difference: Difference })[] {
  const marked = (row: Row, difference: Difference) => Object.assign({}, row, { difference });
  if (now === undefined) return then.map((row) => marked(row, 'both'));
  const before = new Set(then.map(keyOf));
  const after = new Set(now.map(keyOf));
  return [
    ...now.filter((row) => !before.has(keyOf(row))).map((row) => marked(row, 'added')),
    ...then.filter((row) => !after.has(keyOf(row))).map((row) => marked(row, 'removed')),
    ...now.filter((row) => before.has(keyOf(row))).map((row) => marked(row, 'both')),
  ];
}
