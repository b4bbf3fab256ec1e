/** Accounts that are not the portal's: the list of them, and taking them over. */
import { sql } from 'kysely';

import type { Scope } from '#kernel/scope.ts';
import type { Db } from '#server/db.ts';
import { listPage } from '#server/list/page.ts';
import { contains, type ListSource, type Question, type Sql } from '#server/list/source.ts';
import { markGroupsOf } from '#server/reconcile/objects.ts';

import { type Obstacle, strangerList, type StrangerRow } from '../strangers.ts';
import { anyOf } from './about.ts';
import { chosen, type Reach, type Selection } from './chosen.ts';

type C = keyof typeof strangerList.columns;
type F = keyof typeof strangerList.filters;

/** A shielded person is nobody's candidate before those who may not see shielded people. */
const joins = (scope: Scope): Sql => sql`
  left join lateral (select count(*)::int as many, min(c.id) as one from users c where c.id = any (s.candidates)) c on true
  left join users u on c.many = 1 and u.id = c.one and (${scope.shielded} or not u.shielded)
  left join directory.object held
         on held.kind = 'user' and held.key = u.id and held.gone_at is null and held.missing_since is null`;

const obstacle = sql`coalesce(s.obstacle, case
  when c.many > 1 then 'several' when u.id is null then 'none' when held.key is not null then 'has-account'
  when exists (select from directory.stranger o where o.object_id <> s.object_id and o.obstacle is null
                                                 and o.candidates @> array[u.id]) then 'contested' end)`;

/** What was made or taken over since the last sweep is the portal's. */
const isOthers = sql`not exists (select from directory.object known where known.object_id = s.object_id)`;

export const strangerSource: ListSource<C, F> = {
  from: ({ scope }) => sql`directory.stranger s ${joins(scope)}`,
  key: () => sql`s.number`,
  within: ({ scope }) => [scope.kind === 'owner' ? isOthers : sql`false`],
  filters: {
    obstacle: (chosenOnes) => anyOf(obstacle, chosenOnes),
    free: (answer) => sql`(${obstacle} is null) = ${answer === 'yes'}`,
  },
  search: (words) =>
    contains(sql`lower(concat_ws(' ', s.name, s.display_name, s.email, s.place, u.search_text))`, words),
  order: {
    name: () => [sql`lower(s.name)`],
    obstacle: () => [obstacle],
    place: () => [sql`lower(s.place)`],
    enabled: () => [sql`s.enabled`],
    lastLogin: () => [sql`s.last_login`],
    email: () => [sql`lower(s.email)`],
    found: () => [sql`s.found_at`],
  },
  full: ['name', 'enabled', 'found'],
  tie: () => sql`s.number`,
  details: ({ scope }) => sql`join directory.stranger s on s.number = page.key ${joins(scope)}`,
  select: () => sql`
    s.number as id, s.name, s.display_name as "displayName", s.email, s.place, s.enabled, s.last_login as "lastLogin",
    s.found_at as found, ${obstacle} as obstacle,
    case when u.id is not null then jsonb_build_object(
      'userName', u.user_name, 'displayName', trim(u.first_name || ' ' || u.last_name)) end as person`,
};

export const listStrangers = (db: Db, scope: Scope, query: Question, now: Date) =>
  listPage<StrangerRow, C, F>(db, strangerList, strangerSource, scope, query, now);

interface TakenOver {
  count: number;
  refused: { name: string; obstacle: Obstacle }[];
}

/**
 * Makes the chosen accounts those of the people they fit. The portal brings each of them to what it wants from then on, as if
 * it had made it; the password stays.
 */
export async function takeOver(tx: Db, reach: Reach, selection: Selection, by: string): Promise<TakenOver> {
  const { rows } = await sql<TakenOver & { keys: number[] }>`
    with wanted as (
      select s.object_id, s.name, ${obstacle} as obstacle, u.id as user_id, u.user_name
        from directory.stranger s ${joins(reach.scope)}
       where s.number in ${chosen(strangerList, strangerSource, reach, selection)}
    ), taken as (
      insert into directory.object as o (kind, key, object_id, name)
        select 'user', user_id, object_id, user_name from wanted where obstacle is null order by user_id
      on conflict (kind, key) do update
        set object_id = excluded.object_id, name = excluded.name, brought = null, brought_at = null, gone_at = null,
            missing_since = null, without_password = null, restore_error = null, restore_error_text = null,
            must_change = false, locked_until = null, password_at = null
      returning key, object_id
    ), decided as (
      delete from directory.drift d using taken where d.kind = 'user' and d.key = taken.key
    ), accepted as (
      delete from directory_exception x using taken where x.object_kind = 'user' and x.object_key = taken.key
    ), marked as (
      insert into directory.mark select 'user', key, true from taken
    ), written as (
      insert into directory_takeover as t (object_id, user_id, user_name, former, taken_over_at, taken_over_by)
        select w.object_id, w.user_id, w.user_name, w.name, ${reach.now}, ${by} from wanted w join taken using (object_id)
      on conflict (object_id) do update
        set user_id = excluded.user_id, user_name = excluded.user_name, former = excluded.former,
            taken_over_at = excluded.taken_over_at, taken_over_by = excluded.taken_over_by
      returning 1
    ), gone as (
      delete from directory.stranger s using taken where s.object_id = taken.object_id
    )
    select (select count(*)::int from written) as count, array(select key::int from taken) as keys,
           coalesce((select jsonb_agg(jsonb_build_object('name', r.name, 'obstacle', r.obstacle) order by lower(r.name))
                       from (select * from wanted where obstacle is not null order by lower(name) limit 100) r), '[]')
             as refused`.execute(tx.withoutPlugins());
  const { keys = [], ...done } = rows[0] ?? { count: 0, refused: [] };
  await markGroupsOf(tx, 'user', keys);
  return done;
}
