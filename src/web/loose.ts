/**
 * The router and i18next check addresses and keys that are written out. Lists, forms, cards and logs make theirs at run
 * time, of column ids, field names, tabs and codes, and say so here.
 */
// oxlint-disable-next-line no-unsafe-type-assertion -- the one place
export const loose = (value: unknown): never => value as never;
