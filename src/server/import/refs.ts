/**
 * Which record an id names, while the file is still being read: memberships, of which there are twenty to a person,
 * then go to the database as two numbers each instead of four texts. What is not known here (an id from earlier, a
 * record that comes later) the database finds out (`sql/settle.sql`).
 */
import type { SourceId } from '#connectors/source/port.ts';
import { createCompactMap } from '#connectors/source/text/compact-map.ts';

export interface Refs {
  /** The first record of an id stands. */
  add: (id: SourceId, n: number) => void;
  find: (id: SourceId) => number | undefined;
}

const keyOf = ({ source, id }: SourceId): string => `${source}\u0000${id}`;

export function createRefs(): Refs {
  const numbers = createCompactMap();
  // The members of one group come one after the other.
  let last: SourceId | undefined;
  let found: number | undefined;
  return {
    add: (id, n) => {
      const key = keyOf(id);
      if (numbers.get(key) === undefined) numbers.set(key, n);
      last = undefined;
    },
    find: (id) => {
      if (last === undefined || last.id !== id.id || last.source !== id.source) {
        last = id;
        found = numbers.get(keyOf(id));
      }
      return found;
    },
  };
}
