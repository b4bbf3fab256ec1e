/** The keys of a record that has these and no others: `Object.keys` forgets which they are. */
export const keysOf = <Key extends string>(record: Readonly<Record<Key, unknown>>): Key[] =>
  // oxlint-disable-next-line no-unsafe-type-assertion -- the one place
  Object.keys(record) as Key[];
