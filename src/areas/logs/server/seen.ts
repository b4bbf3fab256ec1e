/**
 * Which operations and changes a reader sees. A school sees the operations of its school and the changes on its own
 * rows; a long operation may have touched every school, so of it only the school's own rows. Shielded people are
 * there only for those who may see them.
 */
import { sql } from 'kysely';

import type { Scope } from '#kernel/scope.ts';
import type { Chosen } from '#server/journal/bundled.ts';
import { schoolOf } from '#server/list/scope.ts';
import { all, type Sql } from '#server/list/source.ts';

import { groupOf, isNotShielded, operationsOnShielded, personOf } from './person.ts';

/**
 * One operation that is asked for by its number is read and undone whole by those who see the whole owner, also while
 * they stand at a school.
 */
export const wholeOf = (scope: Scope): Scope =>
  scope.kind === 'owner' ? { ...scope, schoolId: undefined } : scope;

/** Conditions on a change `c` of an operation `o`. */
export function changesSeen(scope: Scope): Sql[] {
  if (scope.kind === 'self' || scope.kind === 'nobody' || scope.kind === 'own-groups') return [sql`false`];
  const conditions: Sql[] = [];
  const school = schoolOf(scope);
  if (school !== undefined) {
    // A membership has no school of its own: what the import did with it belongs to the school of the group.
    conditions.push(sql`(c.school_id = ${school} or (o.school_id = ${school} and o.owner_node is null)
      or (c.school_id is null and c.table_name in ('membership', 'group_nesting')
          and exists (select 1 from groups sg where sg.id = ${groupOf} and sg.school_id = ${school})))`);
  }
  if (!scope.shielded) {
    conditions.push(isNotShielded(personOf));
  }
  return conditions;
}

const ofGroups = sql`c.school_id is null and c.table_name in ('membership', 'group_nesting')`;

/**
 * The condition on the school in parts with an index each: of an import of everybody a school's few changes are found
 * without looking through the others'. What was done at the school itself is little, and looked through. A bundle, of one
 * group's memberships, is chosen before it is opened.
 */
const partsSeen = (school: number): NonNullable<Chosen['parts']> => {
  const own = sql`c.bundled_by in (select bg.id from groups bg where bg.school_id = ${school})`;
  return {
    changes: [
      sql`c.school_id = ${school}`,
      ofGroups,
      sql`o.school_id = ${school} and o.owner_node is null
          and c.school_id is distinct from ${school} and not (${ofGroups})`,
    ],
    // A membership has the school of its operation, if any.
    bundles: [own, sql`o.school_id = ${school} and c.school_id = ${school} and not (${own})`],
  };
};

/** What the reader sees of the changes of an operation `o`, and of those what else is asked for. */
export function choiceOf(scope: Scope, more?: Pick<Chosen, 'where' | 'bundles'>): Chosen {
  const seen = changesSeen(scope);
  const school = schoolOf(scope);
  return {
    where: all(more ? [...seen, more.where] : seen),
    bundles: more?.bundles ?? sql`true`,
    isAll: !more && seen.length === 0,
    ...(school !== undefined && { parts: partsSeen(school) }),
  };
}

/** Conditions on an operation `o`. */
export function operationsSeen(scope: Scope): Sql[] {
  if (scope.kind === 'self' || scope.kind === 'nobody' || scope.kind === 'own-groups') return [sql`false`];
  const conditions: Sql[] = [];
  const school = schoolOf(scope);
  if (school !== undefined) {
    conditions.push(sql`o.id in (select operation_id from journal.reach where school_id = ${school})`);
  }
  // The few shielded people first, then what was done with them: a long operation is about many, and stays.
  if (!scope.shielded) {
    conditions.push(sql`(o.owner_node is not null or o.id not in (${operationsOnShielded}))`);
  }
  return conditions;
}
