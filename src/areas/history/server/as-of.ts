/**
 * Rows as they were at the end of a day, as SQL: the rows of today that nothing touched since, and of the others what
 * the first change since says they were. It goes backwards from today, so it costs what has changed since, and is
 * right as far back as the journal is kept.
 */
import { type RawBuilder, sql } from 'kysely';

import { withBundled } from '#server/journal/bundled.ts';
import type { Sql } from '#server/list/source.ts';

/** The first moment after a day in Oslo. */
const endOf = (day: string): Sql => sql`(${day}::date + 1)::timestamp at time zone 'Europe/Oslo'`;

/** What happened after the day to rows of one table, within `where` on the change `c`. */
const later = (table: string, where: Sql, day: string, from: Sql = sql`journal.change c`): Sql => sql`
  select c.row_key, c.id, c.kind, c.before, c.after
    from ${from} join journal.operation o on o.id = c.operation_id
   where c.table_name = ${sql.lit(table)} and ${where} and o.started_at >= ${endOf(day)}`;

/**
 * One column of a row as it was: `first` is the row's first change since. Undone deletions may have brought the row
 * back, so nothing after the first deletion counts.
 */
const column = (name: string, current: Sql): Sql => sql`(
  select case when said.id is not null then said.value when gone.id is not null then null else ${current} end
    from (select 1) one
    left join lateral (select min(d.id) as id from later d where d.row_key = f.row_key and d.kind = 'D') gone on true
    left join lateral (
      select l.id, l.before ->> ${sql.lit(name)} as value from later l
       where l.row_key = f.row_key and (l.before ? ${sql.lit(name)} or l.after ? ${sql.lit(name)})
         and (gone.id is null or l.id <= gone.id)
       order by l.id limit 1) said on true)`;

const first = sql`select distinct on (row_key) row_key, kind from later order by row_key, id`;

/** The groups within a group on the day, itself first: `(id)`. */
export const treeAt = (groupId: number, day: string): Sql => sql`
  with recursive later as (${later('group_nesting', sql`true`, day)}), first as (${first}),
  edge as (
    select n.parent_id, n.child_id from group_nesting n
     where not exists (select 1 from first f where f.row_key = n.parent_id || '/' || n.child_id)
    union all
    select split_part(f.row_key, '/', 1)::bigint, split_part(f.row_key, '/', 2)::bigint from first f where f.kind <> 'I'
  ), tree as (
    select ${groupId}::bigint as id
    union
    select e.child_id from tree t join edge e on e.parent_id = t.id
  )
  select id from tree`;

/** Memberships in force on the day: `(group_id, user_id, role)`. `whose`: of these groups, or of this person. */
export function membershipsAt(whose: { groups: Sql } | { user: number }, day: string): Sql {
  const byUser = 'user' in whose;
  const ofTable = sql`c.table_name = 'membership'`;
  const changed = byUser
    ? later(
        'membership',
        sql`true`,
        day,
        sql`(${withBundled(sql`${ofTable} and split_part(c.row_key, '/', 2) = ${String(whose.user)}`, { user: sql`${whose.user}::bigint` })}) c`,
      )
    : // Keys begin with the group; `C` order makes that a range of the index.
      later(
        'membership',
        sql`true`,
        day,
        sql`(${whose.groups}) t cross join lateral (${withBundled(
          sql`${ofTable} and c.row_key >= (t.id || '/') collate "C" and c.row_key < (t.id || '0') collate "C"`,
          { group: sql`t.id` },
        )}) c`,
      );
  const current = byUser ? sql`m.user_id = ${whose.user}` : sql`m.group_id in (${whose.groups})`;
  const key = sql`m.group_id || '/' || m.user_id || '/' || m.role`;
  return sql`
    select group_id, user_id, role from (
      with later as materialized (${changed}), first as (${first})
      select m.group_id, m.user_id, m.role, m.start_on, m.end_on from membership m
       where ${current} and not exists (select 1 from first f where f.row_key = ${key})
      union all
      select split_part(f.row_key, '/', 1)::bigint, split_part(f.row_key, '/', 2)::bigint, split_part(f.row_key, '/', 3),
             ${column('start_on', sql`m.start_on::text`)}::date, ${column('end_on', sql`m.end_on::text`)}::date
        from first f
        left join membership m on m.group_id = split_part(f.row_key, '/', 1)::bigint
         and m.user_id = split_part(f.row_key, '/', 2)::bigint and m.role = split_part(f.row_key, '/', 3)
       where f.kind <> 'I'
    ) m
    where (m.start_on is null or m.start_on <= ${day}::date) and (m.end_on is null or m.end_on >= ${day}::date)`;
}

const ofRole = (name: string): Sql => column(name, sql`${sql.ref(`m.${name}`)}::text`);

/** Roles held at a school (null = for the whole owner) on the day: `(user_id, role, ordered_by, valid_to)`. */
export function rolesAt(schoolId: number | null, day: string): Sql {
  const at = schoolId === null ? sql`is null` : sql`= ${schoolId}`;
  return sql`
    select user_id, role, ordered_by, valid_to from (
      with later as materialized (${later('role_grant', sql`true`, day)}), first as (${first})
      select m.school_id, m.user_id, m.role, m.ordered_by, m.valid_to from role_grant m
       where m.school_id ${at} and not exists (select 1 from first f where f.row_key = m.id::text)
      union all
      select ${ofRole('school_id')}::integer, ${ofRole('user_id')}::bigint, ${ofRole('role')}, ${ofRole('ordered_by')}, ${ofRole('valid_to')}::date
        from first f left join role_grant m on m.id = f.row_key::bigint
       where f.kind <> 'I'
    ) m
    where m.school_id ${at} and (m.valid_to is null or m.valid_to >= ${day}::date)`;
}

export interface NamesThen {
  userName: RawBuilder<unknown>;
  displayName: RawBuilder<unknown>;
  shielded: RawBuilder<unknown>;
  sortName: RawBuilder<unknown>;
  gone: RawBuilder<unknown>;
  join: Sql;
}

/** The person `id` as people know them; of an account that is gone, what the journal has. */
export const personThen = (id: Sql): NamesThen => ({
  userName: sql`coalesce(u.user_name, was.image ->> 'user_name', '')`,
  displayName: sql`coalesce(u.first_name || ' ' || u.last_name,
    (was.image ->> 'first_name') || ' ' || (was.image ->> 'last_name'), '')`,
  sortName: sql`coalesce(u.sort_name, ((was.image ->> 'last_name') || ' ' || (was.image ->> 'first_name')) collate norwegian)`,
  shielded: sql`coalesce(u.shielded, (was.image ->> 'shielded')::boolean, true)`,
  gone: sql`(u.id is null)`,
  join: sql`
    left join users u on u.id = ${id}
    left join lateral (
      select c.before as image from journal.change c
       where u.id is null and c.table_name = 'users' and c.row_key = ${id}::text and c.kind = 'D'
       order by c.id desc limit 1) was on true`,
});
