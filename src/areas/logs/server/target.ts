/** The `target` filter of the change log: one person or one group, as conditions on changes and readings. */
import { sql } from 'kysely';

import { bundlesOf, type Chosen, withBundled } from '#server/journal/bundled.ts';
import type { Sql } from '#server/list/source.ts';

import type { TargetType } from '../changes.ts';
import { aboutPerson } from './person.ts';

/** Found by `findTarget`; the id also of a person whose account is deleted. */
export interface FoundTarget {
  type: 'user' | 'group';
  id: number;
}

/** A condition on a change `c`: it is about the target. */
function aboutTarget({ type, id }: FoundTarget): Sql {
  if (type === 'user') return aboutPerson(id);
  // Keys of memberships and nestings begin with the group; `C` order makes that a range of the index.
  return sql`((c.table_name = 'groups' and c.row_key = ${String(id)})
    or (c.table_name in ('membership', 'group_nesting', 'group_access', 'group_administration')
        and c.row_key >= ${`${id}/`} collate "C" and c.row_key < ${`${id}0`} collate "C"))`;
}

const whose = ({ type, id }: FoundTarget) =>
  type === 'group' ? { group: sql`${id}::bigint` } : { user: sql`${id}::bigint` };

/** Of the changes of an operation those that are about the target. */
export const choiceAbout = (target: FoundTarget): Chosen => ({
  where: aboutTarget(target),
  bundles: bundlesOf(whose(target)),
});

/** A condition on an operation `o`: it changed the target, or read it. */
export function operationOnTarget(target: FoundTarget, seen: Sql): Sql {
  const table = target.type === 'user' ? 'users' : 'groups';
  return sql`o.id in (
    select c.operation_id
      from (${withBundled(aboutTarget(target), whose(target))}) c
      join journal.operation o on o.id = c.operation_id
     where ${seen}
    union all
    select r.id from journal.operation r
     where r.message_params ? 'table' and r.message_params ->> 'key' = ${String(target.id)}
       and r.message_params ->> 'table' = ${table})`;
}

const types: Record<string, TargetType> = {
  users: 'user',
  school_user: 'user',
  user_source: 'user',
  user_guardian: 'user',
  user_setting: 'user',
  user_credential: 'user',
  federation_identity: 'user',
  membership: 'user',
  groups: 'group',
  group_source: 'group',
  group_nesting: 'group',
  group_access: 'group',
  group_administration: 'group',
  ict_agreement: 'user',
  deactivation: 'user',
  access_entry: 'user',
  number_change: 'user',
  school_change: 'user',
  common_user: 'user',
  account_password: 'user',
  user_field_source: 'user',
  import_person: 'user',
  school: 'school',
  guardian: 'guardian',
  role_grant: 'role',
  site_setting: 'setting',
  saved_view: 'view',
};

export const typeOfTable = (table: string): TargetType => types[table] ?? 'other';

/** The tables whose changes count as being about a type. */
export const tablesOfType = (type: string): string[] =>
  Object.keys(types).filter((table) => types[table] === type);

/** Of the changes of an operation those that are about a type. Only memberships come in bundles. */
export function choiceOfType(type: string): Chosen {
  const tables = tablesOfType(type);
  return {
    where: sql`c.table_name = any(${tables})`,
    bundles: tables.includes('membership') ? sql`true` : sql`false`,
  };
}
