/** The `target` filter: `user:kari.nordmann` or `group:FJB 8A`, as conditions on changes and readings. */
import { sql } from 'kysely';

import { bundlesOf, type Chosen, withBundled } from '#server/journal/bundled.ts';
import type { Sql } from '#server/list/source.ts';

import type { TargetType } from '../changes.ts';

interface Asked {
  type: 'user' | 'group';
  name: string;
}

export function parseTarget(text: string): Asked | undefined {
  const [type, ...rest] = text.split(':');
  const name = rest.join(':').trim();
  return (type === 'user' || type === 'group') && name !== '' ? { type, name } : undefined;
}

const idOf = ({ type, name }: Asked) =>
  type === 'user'
    ? sql`(select id from users where lower(user_name) = lower(${name}))`
    : sql`(select id from groups where lower(name) = lower(${name}))`;

/** A condition on a change `c`: it is about the target. */
function aboutTarget(asked: Asked | undefined): Sql {
  if (!asked) return sql`false`;
  const id = idOf(asked);
  if (asked.type === 'group') {
    // Keys of memberships and nestings begin with the group; `C` order makes that a range of the index.
    return sql`((c.table_name = 'groups' and c.row_key = ${id}::text)
      or (c.table_name in ('membership', 'group_nesting', 'group_access', 'group_administration')
          and c.row_key >= (${id} || '/') collate "C" and c.row_key < (${id} || '0') collate "C"))`;
  }
  return sql`((c.table_name in ('users', 'user_credential', 'ict_agreement') and c.row_key = ${id}::text)
    or (c.table_name = 'membership' and split_part(c.row_key, '/', 2) = ${id}::text)
    or (c.table_name = 'school_user' and c.row_key = any (select s.id || '/' || ${id} from school s)))`;
}

const whose = (asked: Asked) => (asked.type === 'group' ? { group: idOf(asked) } : { user: idOf(asked) });

/** Of the changes of an operation those that are about the target. */
export const choiceAbout = (asked: Asked | undefined): Chosen => ({
  where: aboutTarget(asked),
  bundles: asked ? bundlesOf(whose(asked)) : sql`false`,
});

/** A condition on an operation `o`: it changed the target, or read it. */
export function operationOnTarget(asked: Asked | undefined, seen: Sql): Sql {
  if (!asked) return sql`false`;
  const table = asked.type === 'user' ? 'users' : 'groups';
  return sql`o.id in (
    select c.operation_id
      from (${withBundled(aboutTarget(asked), whose(asked))}) c
      join journal.operation o on o.id = c.operation_id
     where ${seen}
    union all
    select r.id from journal.operation r
     where r.message_params ? 'table' and r.message_params ->> 'key' = ${idOf(asked)}::text
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
