/**
 * Which record an id names, while the file is still being read: memberships, of which there are twenty to a person,
 * then go to the database as two numbers each instead of four texts. What is not known here (an id from earlier, a
 * record that comes later) the database finds out (`sql/settle.sql`).
 */
import type { SourceId } from '#connectors/source/port.ts';
import { createCompactMap, hash32 } from '#connectors/source/text/compact-map.ts';

export interface Refs {
  /** The first record of an id stands. */
  add: (id: SourceId, n: number) => void;
  find: (id: SourceId) => number | undefined;
}

export function createRefs(): Refs {
  const numbers = createCompactMap();
  // A file has few sources, and all of a kind one after the other.
  let source = '';
  let within = hash32('');
  const enter = (name: string): number => {
    if (name === source) return within;
    source = name;
    within = hash32(name);
    return within;
  };
  // The members of one group come one after the other.
  let last: SourceId | undefined;
  let found: number | undefined;
  return {
    add: (id, n) => {
      enter(id.source);
      if (numbers.get(id.id, within) === undefined) numbers.set(id.id, n, within);
      last = undefined;
    },
    find: (id) => {
      if (last === undefined || last.id !== id.id || last.source !== id.source) {
        last = id;
        found = numbers.get(id.id, enter(id.source));
      }
      return found;
    },
  };
}
