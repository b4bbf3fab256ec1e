/** Which schools a person may stand at (specification §6: access is granted per school). */
import { type RawBuilder, sql } from 'kysely';

import { osloDay } from '#kernel/dates.ts';
import { type Role, rolesWith } from '#kernel/permissions.ts';
import type { Db } from '#server/db.ts';

export interface SchoolChoice {
  id: number;
  code: string;
  name: string;
  abbreviation: string;
}

/** A role at a school rests while the person's place or employee role there is blocked (specification §3). */
export const notBlocked: RawBuilder<boolean> = sql<boolean>`not exists (
  select from school_user b where b.user_id = g.user_id and b.school_id = g.school_id
     and (b.blocked or b.role = 'studentBlockedEmployee'))`;

/** A role counts through its last day. */
const inForce = (now: Date): RawBuilder<boolean> =>
  sql<boolean>`(g.valid_to is null or g.valid_to >= ${osloDay(now)}::date) and ${notBlocked}`;

/** The schools among which the user may choose: all open ones for a role that reaches them all, else those of a role. */
const choosable = (userId: number, now: Date): RawBuilder<boolean> => sql<boolean>`
  s.closed_at is null and exists (
    select from role_grant g
     where g.user_id = ${userId} and ${inForce(now)}
       and (g.school_id = s.id or g.school_id is null and g.role = any (${rolesWith('schools.all')})))`;

export async function holdsOwnerRole(db: Db, userId: number, now: Date): Promise<boolean> {
  const { rows } = await sql`
    select from role_grant g where g.user_id = ${userId} and g.school_id is null and ${inForce(now)} limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

/** Every role in force, wherever held. */
export async function rolesAnywhere(
  db: Db,
  userId: number,
  now: Date,
): Promise<{ role: Role; school: string | null }[]> {
  const { rows } = await sql<{ role: Role; school: string | null }>`
    select g.role, s.code as school
      from role_grant g left join school s on s.id = g.school_id
     where g.user_id = ${userId} and ${inForce(now)} and s.closed_at is null
     order by s.name_sort nulls first, g.role`.execute(db);
  return rows;
}

/** A school by its code, when the user may stand there. */
export async function findChoosable(
  db: Db,
  userId: number,
  code: string,
  now: Date,
): Promise<SchoolChoice | undefined> {
  const { rows } = await sql<SchoolChoice>`
    select s.id, s.code, s.name, s.abbreviation from school s
     where lower(s.code) = lower(${code}) and ${choosable(userId, now)}`.execute(db);
  return rows[0];
}

/** By name; `search` looks in name, code and abbreviation. */
export async function listChoosable(
  db: Db,
  userId: number,
  { search, page, pageSize }: { search: string; page: number; pageSize: number },
  now: Date,
): Promise<{ Items: SchoolChoice[]; TotalItems: number }> {
  const words = `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const { rows } = await sql<SchoolChoice & { total: number }>`
    select s.id, s.code, s.name, s.abbreviation, count(*) over ()::int as total from school s
     where ${choosable(userId, now)}
       and (s.name ilike ${words} or s.code ilike ${words} or s.abbreviation ilike ${words})
     order by s.name_sort, s.id limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(db);
  return {
    Items: rows.map(({ id, code, name, abbreviation }) => ({ id, code, name, abbreviation })),
    TotalItems: rows[0]?.total ?? 0,
  };
}

/**
 * Where a new session stands: the user's own choice, else their primary school, else the first by name. Somebody with
 * a role for the whole owner and no choice of their own stands at the whole owner, somebody without any role nowhere.
 */
export async function firstSchool(db: Db, userId: number, now: Date): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select s.id
      from school s
      cross join (select u.primary_school_id,
                         (select value #>> '{}' from user_setting where user_id = u.id and key = 'defaultSchool') as chosen
                    from users u where u.id = ${userId}) u
     where ${choosable(userId, now)}
       and (s.code = u.chosen
            or not exists (select from role_grant g where g.user_id = ${userId} and g.school_id is null and ${inForce(now)}))
     order by (s.code = u.chosen) desc nulls last, (s.id = u.primary_school_id) desc nulls last, s.name_sort, s.id
     limit 1`.execute(db);
  return rows[0]?.id;
}
