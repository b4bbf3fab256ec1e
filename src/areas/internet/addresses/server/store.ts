/** All SQL about the machines of a school. */
import { sql } from 'kysely';

import type { Db } from '#server/db.ts';

export interface Machine {
  address: string;
  userName: string;
}

export async function readMachines(db: Db, schoolId: number): Promise<Machine[]> {
  const { rows } = await sql<Machine>`
    select case when masklen(address) = case family(address) when 4 then 32 else 128 end
                then host(address) else address::text end as address, user_name as "userName"
      from machine_address where school_id = ${schoolId} order by machine_address.address`.execute(db);
  return rows;
}

/** Two who set the list at once come one after the other. */
export async function holdSchool(db: Db, schoolId: number): Promise<void> {
  await sql`select from school where id = ${schoolId} for no key update`.execute(db);
}

/** What stays is left alone, so that the journal says what was changed. */
export async function writeMachines(db: Db, schoolId: number, machines: readonly Machine[]): Promise<void> {
  const wanted = sql`jsonb_to_recordset(${JSON.stringify(machines)}::jsonb) as w (address inet, "userName" text)`;
  await sql`delete from machine_address m where school_id = ${schoolId}
    and not exists (select from ${wanted} where w.address = m.address)`.execute(db);
  await sql`insert into machine_address as m (school_id, address, user_name)
    select ${schoolId}::int, w.address, w."userName" from ${wanted}
    on conflict (school_id, address) do update set user_name = excluded.user_name
      where m.user_name <> excluded.user_name`.execute(db);
}

/** The names that are neither a person's nor a candidate's. */
export async function unknownNames(db: Db, schoolId: number): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct m.user_name as name from machine_address m
     where m.school_id = ${schoolId}
       and not exists (select from users u where lower(u.user_name) = m.user_name)
       and not exists (select from exam_candidate c where c.user_name = m.user_name) order by 1`.execute(db);
  return rows.map(({ name }) => name);
}
