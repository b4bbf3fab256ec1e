import type { Route } from '#kernel/contract.ts';

/** Of words meant for several endpoints, those this one has a field for: what it does not know it refuses. */
export function only(
  { input }: Pick<Route, 'input'>,
  words: Record<string, unknown>,
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(words).filter(([name]) => Object.hasOwn(input.shape, name)));
}
