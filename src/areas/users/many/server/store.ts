/** Looks up who pasted lines mean, in one statement for all of them. */
import { sql } from 'kysely';

import { peopleReached } from '#areas/users/server/service.ts';
import { refuse } from '#kernel/errors.ts';
import type { Scope } from '#kernel/scope.ts';
import type { Db } from '#server/db.ts';
import { schoolOf } from '#server/list/scope.ts';
import type { Sql } from '#server/list/source.ts';

import type { Candidate } from '../contract.ts';
import type { Wanted } from '../rules.ts';

/** More than this many of one name help nobody to choose. */
const MOST_CANDIDATES = 10;

/** Those of a selection by name, in its order, where they are no more than `most`. */
export async function namesOf(db: Db, chosen: Sql, most: number): Promise<string[]> {
  const { rows } = await sql<{ key: string; count: number }>`
    select key, (count(*) over ())::integer as count from ${chosen} chosen
     order by place limit ${most}`.execute(db);
  const count = rows[0]?.count ?? 0;
  if (count > most) refuse('password.too-many', { params: { count, most } });
  return rows.map(({ key }) => key);
}

interface Found extends Candidate {
  line: number;
}

/** `hash`: how a national number is looked up without being stored or sent in clear. */
export async function findCandidates(
  db: Db,
  scope: Scope,
  wanted: readonly Wanted[],
  hash: (nationalNumber: string) => Buffer,
  now: Date,
): Promise<Found[]> {
  const asked = wanted.map(({ line, userName, email, nationalNumber, name }) => ({
    line,
    user_name: userName ?? null,
    email: email ?? null,
    number: nationalNumber === undefined ? null : hash(nationalNumber).toString('hex'),
    name: name ?? null,
  }));
  const { rows } = await sql<Found>`
    with asked as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb)
        as a (line integer, user_name text, email text, number text, name text)
    ), hit as (
      select a.line, u.id, 'userName' as by, 1 as rank from asked a join users u on lower(u.user_name) = a.user_name
      union all
      select a.line, u.id, 'email', 0 from asked a join users u on lower(u.email) = a.email
      union all
      select a.line, u.id, 'nationalNumber', 0
        from asked a join users u on u.national_number_hash = decode(a.number, 'hex')
      union all
      select a.line, f.id, 'name', 2
        from asked a
        cross join lateral (
          select u.id from users u
           where a.name is not null
             and u.search_text like '%' || replace(replace(replace(split_part(a.name, ' ', 1), '\\', '\\\\'), '%', '\\%'), '_', '\\_') || '%'
             and lower(u.first_name || ' ' || u.last_name) = a.name
           limit 50) f
    ), one as (
      -- By address and by the name before its realm it may be the same person; the surer way counts.
      select distinct on (line, id) line, id, by, rank from hit order by line, id, rank
    ), best as (
      select o.*, min(rank) over (partition by line) as surest from one o
        join users u on u.id = o.id where ${peopleReached(scope, now)}
    ), numbered as (
      select b.*, row_number() over (partition by line order by id) as place from best b where rank = surest
    )
    select n.line, u.user_name as "userName", trim(u.first_name || ' ' || u.last_name) as "displayName",
           s.class_name as "className", n.by,
           case when p.id is not null then
             jsonb_build_object('code', p.code, 'name', p.name, 'abbreviation', p.abbreviation) end as school
      from numbered n
      join users u on u.id = n.id
      left join school p on p.id = u.primary_school_id
      -- What class they are in at another school is that school's matter.
      left join school_user s on s.user_id = u.id and s.school_id = ${
        schoolOf(scope) === undefined ? sql`u.primary_school_id` : sql`${schoolOf(scope)}`
      }
     where n.place <= ${MOST_CANDIDATES}
     order by n.line, u.sort_name, u.id`.execute(db);
  return rows;
}
