/** Whose numbers a scope reaches. */
import { sql } from 'kysely';

import type { Scope } from '#kernel/scope.ts';
import { schoolOf } from '#server/list/scope.ts';
import type { Sql } from '#server/list/source.ts';

/** People (`u`) of the school, or of the whole owner; shielded ones for those who see them. */
export function peopleWithin(scope: Scope): Sql[] {
  const shielded = scope.shielded ? [] : [sql`not u.shielded`];
  const school = schoolOf(scope);
  if (scope.kind !== 'owner' && scope.kind !== 'school') return [sql`false`];
  if (school === undefined) return shielded;
  return [
    sql`exists (select from school_user p where p.user_id = u.id and p.school_id = ${school})`,
    ...shielded,
  ];
}

/** People (`u`) of that school. Who sees one school alone is not told who of its people are at another, too. */
export function atSchool(scope: Scope, code: unknown): Sql {
  const own = scope.kind === 'owner' ? sql`true` : sql`x.id = ${schoolOf(scope) ?? null}`;
  return sql`exists (select from school_user p join school x on x.id = p.school_id
                      where p.user_id = u.id and lower(x.code) = lower(${code}) and ${own})`;
}

/** Where one person is asked about. */
export const ofUser = (userName: unknown): Sql[] =>
  userName === undefined ? [] : [sql`lower(u.user_name) = lower(${userName})`];

/** Where one row is asked about, by its key. */
export const one = (key: Sql, id: unknown): Sql[] => (id === undefined ? [] : [sql`${key} = ${id}`]);

export const schoolJson = sql`case when s.id is not null then
  jsonb_build_object('code', s.code, 'name', s.name, 'abbreviation', s.abbreviation) end`;

export const displayName = sql`trim(u.first_name || ' ' || u.last_name)`;
