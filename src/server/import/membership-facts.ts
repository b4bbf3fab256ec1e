import type { SourceMembership, SourceRole } from '#connectors/source/port.ts';

import { copyCells } from './copy-text.ts';
import { titleOf } from './title.ts';

/** Roles as they stand in `membership`. */
export const storedRoles: Record<SourceRole, string> = {
  pupil: 'student',
  teacher: 'teacher',
  'contact-teacher': 'contactTeacher',
  leader: 'leader',
  administrator: 'administrator',
  assistant: 'assistant',
  other: 'other',
};

/** What a membership says of itself, beside whose it is and where. */
export interface Facts {
  n: number;
  /** As it is sent to the database: `role, subrole, title, start_on, end_on, is_primary`. */
  text: string;
}

/** A file has some dozens. Where each membership has dates of its own they are not all kept. */
const KEPT = 10_000;

/**
 * Twenty to a person, memberships are mostly alike in what they say, so they go to the database as the number of that.
 * `onNew` is told of each number before it is used; in a file with very many, some may get several.
 */
export function createMembershipFacts(
  onNew: (facts: Facts) => void,
  kept = KEPT,
): (membership: SourceMembership) => Facts {
  const known = new Map<string, Facts>();
  let numbers = 0;
  const find = (text: string): Facts => {
    let facts = known.get(text);
    if (facts === undefined) {
      if (known.size >= kept) known.clear();
      numbers += 1;
      facts = { n: numbers, text };
      known.set(text, facts);
      onNew(facts);
    }
    return facts;
  };
  // The members of a group come one after the other, and are mostly the same in that, so it is seldom written anew.
  let last: SourceMembership | undefined;
  let found: Facts | undefined;
  return (membership) => {
    if (found === undefined || last === undefined || !isAlike(membership, last)) {
      const { role, subrole, begin, end, primary } = membership;
      const title = role === 'pupil' ? null : titleOf(subrole);
      found = find(copyCells([storedRoles[role], subrole, title, begin, end, primary]));
    }
    last = membership;
    return found;
  };
}

const isAlike = (a: SourceMembership, b: SourceMembership): boolean =>
  a.role === b.role &&
  a.subrole === b.subrole &&
  a.begin === b.begin &&
  a.end === b.end &&
  a.primary === b.primary;
