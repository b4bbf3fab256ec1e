/** Looks up who pasted lines mean, in one statement for all of them. */
import { sql } from 'kysely';

import { peopleReached } from '#areas/users/server/service.ts';
import { refuse } from '#kernel/errors.ts';
import type { Scope } from '#kernel/scope.ts';
import type { Db } from '#server/db.ts';
import { isGuest, schoolOf } from '#server/list/scope.ts';
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
  userId: number;
}

interface NumberLookup {
  /** Whose numbers the asker may be shown, or undefined: then no number is compared. */
  shownTo: Scope | undefined;
  /** How a national number is looked up without being stored or sent in clear. */
  hash: (nationalNumber: string) => Buffer;
}

/** People (`u`) whose number may be shown: those the right reaches, but no guest, whose account is another school's. */
const numberShown = (shownTo: Scope | undefined, now: Date): Sql =>
  shownTo === undefined ? sql`false` : sql`${peopleReached(shownTo, now)} and not ${isGuest(shownTo)}`;

/**
 * The people of each asked name, `name` and `id`. Whoever asks for a school has its people gone through once; the whole
 * owner is looked up name by name, and never more of one name than could be shown.
 */
function namesakes(scope: Scope, now: Date): Sql {
  const fullName = sql`lower(u.first_name || ' ' || u.last_name)`;
  if (scope.kind !== 'owner') {
    return sql`
      select ${fullName} as name, u.id from school_user at_school join users u on u.id = at_school.user_id
       where at_school.school_id = ${schoolOf(scope) ?? null} and ${peopleReached(scope, now)}
         and ${fullName} in (select name from asked)`;
  }
  return sql`
    select a.name, f.id from (select distinct name from asked where name is not null) a
     cross join lateral (
       select u.id from users u where ${fullName} = a.name and ${peopleReached(scope, now)}
        limit ${MOST_CANDIDATES}) f`;
}

export async function findCandidates(
  db: Db,
  scope: Scope,
  wanted: readonly Wanted[],
  { shownTo, hash }: NumberLookup,
  now: Date,
): Promise<Found[]> {
  const asked = wanted.map(({ line, userName, email, nationalNumber, name }) => ({
    line,
    user_name: userName ?? null,
    email: email ?? null,
    number: nationalNumber === undefined || !shownTo ? null : hash(nationalNumber).toString('hex'),
    name: name ?? null,
  }));
  const { rows } = await sql<Found>`
    with asked as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb)
        as a (line integer, user_name text, email text, number text, name text)
    ), named as materialized (
      ${namesakes(scope, now)}
    ), hit as (
      select a.line, u.id, 'userName' as by, 1 as rank from asked a join users u on lower(u.user_name) = a.user_name
      union all
      select a.line, u.id, 'email', 0 from asked a join users u on lower(u.email) = a.email
      union all
      select a.line, u.id, 'nationalNumber', 0
        from asked a join users u on u.national_number_hash = decode(a.number, 'hex')
       where ${numberShown(shownTo, now)}
      union all
      select a.line, n.id, 'name', 2 from asked a join named n on n.name = a.name
    ), one as (
      -- By address and by the name before its realm it may be the same person; the surer way counts.
      select distinct on (line, id) line, id, by, rank from hit order by line, id, rank
    ), best as (
      select o.*, min(rank) over (partition by line) as surest from one o
        join users u on u.id = o.id where ${peopleReached(scope, now)}
    ), numbered as (
      select b.*, row_number() over (partition by line order by id) as place from best b where rank = surest
    )
    select n.line, u.id as "userId", u.user_name as "userName", trim(u.first_name || ' ' || u.last_name) as "displayName",
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
