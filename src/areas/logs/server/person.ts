/** How a change in the journal belongs to a person or a group, also after the person's account is deleted. */
import { sql } from 'kysely';

import type { Sql } from '#server/list/source.ts';

/** The row's key is the person's id. */
const keyedByPerson = [
  'users',
  'user_credential',
  'account_password',
  'common_user',
  'school_change',
  'ict_agreement',
];
/** The rows have ids of their own, and the person in `user_id`: periods, number changes, roles. */
const ownedByPerson = ['deactivation', 'access_entry', 'number_change', 'role_grant'] as const;
/** What belongs to a person but is not their history: what the source or the person's own browser keeps. */
const keptOfPerson = ['user_setting', 'user_field_source'];

const rowOf = sql`coalesce(c.after, c.before)`;
const namesOf = (tables: readonly string[]): Sql => sql.join(tables.map((table) => sql.lit(table)));

/** `user_id` of the row a change `c` is about: in the change itself, in the one that made or deleted the row, or in the row. */
const ownerIn = (table: string): Sql => sql`coalesce(${rowOf} ->> 'user_id',
  (select coalesce(own.after, own.before) ->> 'user_id' from journal.change own
    where own.row_key = c.row_key and own.table_name = ${sql.lit(table)} and own.kind <> 'U' order by own.id limit 1),
  (select own.user_id::text from ${sql.table(table)} own where own.id = c.row_key::bigint))`;

/** The id of the person a change `c` is about. */
export const personOf = sql`case
  when c.table_name in (${namesOf([...keyedByPerson, 'import_person'])}) then c.row_key
  when c.table_name in ('school_user', 'membership') then split_part(c.row_key, '/', 2)
  when c.table_name in (${namesOf(['user_guardian', ...keptOfPerson])}) then split_part(c.row_key, '/', 1)
  ${sql.join(
    ownedByPerson.map((table) => sql`when c.table_name = ${sql.lit(table)} then ${ownerIn(table)}`),
    sql` `,
  )}
  else ${rowOf} ->> 'user_id' end::bigint`;

/** The id of the group a change `c` is about. */
export const groupOf = sql`case
  when c.table_name = 'groups' then c.row_key
  when c.table_name in ('membership', 'group_nesting') then split_part(c.row_key, '/', 1)
  when c.table_name = 'deactivation' then coalesce(${rowOf} ->> 'group_id',
    (select own.group_id::text from deactivation own where own.id = c.row_key::bigint))
  when c.table_name = 'group_source' then ${rowOf} ->> 'group_id' end::bigint`;

/** The names of whom a change `c` is about, as `cu`; of an account that is deleted, as they were last. */
export const joinPerson = sql`left join lateral (
    select u.user_name, u.first_name, u.last_name from users u where u.id = ${personOf}
    union all
    select g.user_name, g.first_name, g.last_name from journal.gone_person g where g.key = (${personOf})::text
    limit 1
  ) cu on true`;

/** Keys of a person's rows in a table of `ownedByPerson`, those deleted since included. */
const keysOwned = (table: string, person: number): Sql => sql`array(
  select own.row_key from journal.change own
   where own.table_name = ${sql.lit(table)} and own.kind <> 'U'
     and coalesce(own.after, own.before) ->> 'user_id' = ${String(person)}
  union select own.id::text from ${sql.table(table)} own where own.user_id = ${person})`;

/** A condition on a change `c`: it belongs to the person's history. Each arm has an index. */
export function aboutPerson(person: number): Sql {
  const id = String(person);
  const arms = [
    sql`c.table_name in (${namesOf(keyedByPerson)}) and c.row_key = ${id}`,
    sql`c.table_name = 'membership' and split_part(c.row_key, '/', 2) = ${id}`,
    sql`c.table_name = 'school_user' and split_part(c.row_key, '/', 2) = ${id}`,
    sql`c.table_name = 'user_guardian' and c.row_key >= ${`${id}/`} collate "C" and c.row_key < ${`${id}0`} collate "C"`,
    ...ownedByPerson.map(
      (table) => sql`c.table_name = ${sql.lit(table)} and c.row_key = any (${keysOwned(table, person)})`,
    ),
  ];
  return sql`(${sql.join(
    arms.map((arm) => sql`(${arm})`),
    sql` or `,
  )})`;
}

/** The person `id` is not shielded, and was not when their account was deleted. */
export const isNotShielded = (id: Sql): Sql => sql`
  not exists (select 1 from users su where su.id = ${id} and su.shielded)
  and not exists (select 1 from journal.change sg
                   where sg.table_name = 'users' and sg.kind = 'D' and sg.before ->> 'shielded' = 'true'
                     and sg.row_key = (${id})::text
                     and not exists (select 1 from users su where su.id = sg.row_key::bigint))`;

const shieldedPeople = sql`(
  select u.id from users u where u.shielded
  union all
  select g.id from journal.gone_person g where g.shielded) su`;

/** Operations about shielded people, as a subquery of ids: what was changed of theirs, or read. */
export const operationsOnShielded = sql`
  select c.operation_id from ${shieldedPeople} join journal.change c
      on c.table_name in (${namesOf(keyedByPerson)}) and c.row_key = su.id::text
  union all
  select c.operation_id from ${shieldedPeople} join journal.change c
      on c.table_name = 'membership' and split_part(c.row_key, '/', 2) = su.id::text
  union all
  select c.operation_id from ${shieldedPeople} join journal.change c
      on c.table_name = 'school_user' and split_part(c.row_key, '/', 2) = su.id::text
  union all
  select c.operation_id from ${shieldedPeople}
    join journal.change own on own.kind <> 'U' and own.table_name in (${namesOf(ownedByPerson)})
     and coalesce(own.after, own.before) ->> 'user_id' = su.id::text
    join journal.change c on c.row_key = own.row_key and c.table_name = own.table_name
  union all
  select r.id from ${shieldedPeople} join journal.operation r
      on r.message_params ? 'table' and r.message_params ->> 'key' = su.id::text
     and r.message_params ->> 'table' = 'users'`;
