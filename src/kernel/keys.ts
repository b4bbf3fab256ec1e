/** The keys of a record that has these and no others: `Object.keys` forgets which they are. */
export const keysOf = <Key extends string>(record: Readonly<Record<Key, unknown>>): Key[] =>
  // oxlint-disable-next-line no-unsafe-type-assertion -- the one place
  Object.keys(record) as Key[];

/** The same record with other values. */
export const mapValues = <Key extends string, From, To>(
  record: Readonly<Record<Key, From>>,
  make: (value: From, key: Key) => To,
): Record<Key, To> =>
  // oxlint-disable-next-line no-unsafe-type-assertion -- `fromEntries` forgets its keys too
  Object.fromEntries(keysOf(record).map((key) => [key, make(record[key], key)])) as Record<Key, To>;
