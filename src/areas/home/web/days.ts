/** The spans the home widgets look back over, in days; at first the one the site has set. Stands in the address. */
export const spans = [7, 30, 90] as const;
export type Days = (typeof spans)[number];

export const daysIn = (value: unknown): Days | undefined => spans.find((days) => days === Number(value));

/** The spans to choose among, with the site's own where that is another. */
export const spansWith = (own: number | undefined): number[] =>
  [...new Set([...spans, ...(own === undefined ? [] : [own])])].toSorted((a, b) => a - b);
