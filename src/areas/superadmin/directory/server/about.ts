/** Whom a row about an object of the directory is about, as the portal knows them. */
import { sql } from 'kysely';

import type { Scope } from '#kernel/scope.ts';
import { contains, type Sql } from '#server/list/source.ts';

/** The columns that name the object: all three lists have them, under names of their own. */
export interface Naming {
  kind: Sql;
  key: Sql;
}

/** At most one row of each, so nothing is multiplied; what a question does not use the database leaves out. */
export const joins = ({ kind, key }: Naming): Sql => sql`
  left join users u on ${kind} = 'user' and u.id = ${key}
  left join groups g on ${kind} = 'group' and g.id = ${key}
  left join school s on ${kind} = 'school' and s.id = ${key}
  left join exam_candidate seat on ${kind} = 'candidate' and seat.id = ${key}
  left join exam_group exam on exam.id = case when ${kind} = 'exam' then ${key} else seat.exam_group_id end
  left join school at on at.id = coalesce(u.primary_school_id, g.school_id, exam.school_id)
  left join directory.object o on o.kind = ${kind} and o.key = ${key}`;

/** The portal's own name first: the directory may have an older one. */
export const name: Sql = sql`coalesce(u.user_name, g.name, s.code, seat.user_name, exam.name, o.name, '')`;
export const schoolSort: Sql = sql`coalesce(at.name_sort, s.name_sort)`;

export const fields = ({ kind }: Naming): Sql => sql`
  ${kind} as kind, ${name} as name,
  coalesce(trim(u.first_name || ' ' || u.last_name), g.display_name, s.name, exam.description) as "displayName",
  coalesce(at.name, s.name) as school`;

/** The member a difference is about, where the portal knows the object. */
export const member = (id: Sql): Sql => sql`(
  select jsonb_build_object('kind', m.kind, 'name', m.name) from directory.object m
   where m.object_id = nullif(${id}, '')::uuid) as member`;

/** Shielded people are there only for those who may see them. */
export const within = ({ scope }: { scope: Scope }): Sql[] => [
  scope.kind !== 'owner' ? sql`false` : scope.shielded ? sql`true` : sql`not coalesce(u.shielded, false)`,
];

export const search = (words: string): Sql =>
  contains(
    sql`(lower(${name} || ' ' || coalesce(g.display_name, s.name, at.name, '')) || ' ' || coalesce(u.search_text, ''))`,
    words,
  );

export const anyOf = (column: Sql, values: unknown): Sql => sql`${column} = any(${values}::text[])`;
