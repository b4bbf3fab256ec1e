/**
 * A whole owner written straight into the tables, for measurements that are not about the import: `people` users in
 * `schools` schools of even size, each with one place at a school.
 */
import type { Client } from 'pg';

import { hashPassword } from '#server/session/password.ts';

export const PASSWORD = 'Benken-2026-er-lang';

export async function seedOwner(client: Client, people: number, schools: number): Promise<void> {
  const inOperation = async (...statements: string[]) => {
    await client.query('begin');
    await client.query(`select journal.begin('bench.seeded', 'bench')`);
    for (const statement of statements) await client.query(statement);
    await client.query('commit');
  };
  await inOperation(`
    insert into school (code, name, abbreviation, created_at)
    select 'S' || i, 'Skole ' || i, 'S' || i, now() from generate_series(1, ${schools}) i`);
  const STEP = 100_000;
  for (let from = 1; from <= people; from += STEP) {
    const to = Math.min(people, from + STEP - 1);
    await inOperation(
      `insert into users (user_name, first_name, last_name, email, role, primary_school_id, created_at)
       select 'bruker' || i, (array['Åse','Ole','Nora','Emil','Sara','Ødger','Ida','Lars'])[1 + i % 8],
              'Etternavn' || (i::bigint * 7919) % 90001, 'bruker' || i || '@fjordby.example.no',
              case when i % 8 = 0 then 'employee' else 'student' end, 1 + i % ${schools}, now() - interval '90 days'
         from generate_series(${from}, ${to}) i`,
      `insert into school_user (school_id, user_id, role, class_name, grade, is_primary, added_at)
       select primary_school_id, id, role, case when role = 'student' then 1 + id % 10 || 'A' end,
              case when role = 'student' then (1 + id % 10)::text end, true, created_at
         from users where id between ${from} and ${to}`,
    );
  }
  const hash = await hashPassword(PASSWORD);
  await inOperation(
    `insert into role_grant (user_id, role, school_id, added_at)
       select id, 'schoolIct', primary_school_id, now() from users where user_name = 'bruker8'`,
    `insert into role_grant (user_id, role, school_id, added_at)
       select id, 'superadmin', null, now() from users where user_name = 'bruker16'`,
    `insert into user_credential (user_id, password_hash, changed_at)
       select id, '${hash}', now() from users where user_name in ('bruker8', 'bruker16')`,
  );
  await client.query('vacuum analyze');
}

/**
 * Groups of the first schools: `perSchool` groups of about 27 people, so that each person is in about `perSchool` / 12 of
 * them.
 */
export async function seedGroups(client: Client, schools: number, perSchool: number): Promise<void> {
  await client.query('begin');
  await client.query(`select journal.begin('bench.seeded', 'bench')`);
  await client.query(`
    insert into groups (name, display_name, type, school_id, source, created_at)
    select 'S' || s || '-G' || g, 'Gruppe ' || g, case when g % 4 = 0 then 'class' else 'instruction' end, s, 'bench', now()
      from generate_series(1, ${schools}) s, generate_series(1, ${perSchool}) g`);
  await client.query(`
    insert into membership (group_id, user_id, role, source, added_at)
    select g.id, u.id, case when u.role = 'employee' then 'teacher' else 'student' end, 'bench', now()
      from (select id, school_id, row_number() over (partition by school_id order by id) as place from groups) g
      join (select id, role, primary_school_id as school_id, row_number() over (partition by primary_school_id order by id) as place
              from users where primary_school_id <= ${schools}) u
        on u.school_id = g.school_id and (u.place + g.place * 7) % 12 = 0`);
  await client.query('commit');
  await client.query('vacuum analyze groups, membership');
}
