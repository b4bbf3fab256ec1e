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

/**
 * What a membership says of itself, as it is sent to the database: `role, subrole, title, start_on, end_on, is_primary`.
 * The members of a group come one after the other, and are mostly the same in that, so it is seldom written anew.
 */
export function createMembershipFacts(): (membership: SourceMembership) => string {
  let last: SourceMembership | undefined;
  let text = '';
  return (membership) => {
    if (last === undefined || !isAlike(membership, last)) {
      const { role, subrole, begin, end, primary } = membership;
      const title = role === 'pupil' ? null : titleOf(subrole);
      text = copyCells([storedRoles[role], subrole, title, begin, end, primary]);
    }
    last = membership;
    return text;
  };
}

const isAlike = (a: SourceMembership, b: SourceMembership): boolean =>
  a.role === b.role &&
  a.subrole === b.subrole &&
  a.begin === b.begin &&
  a.end === b.end &&
  a.primary === b.primary;
