/** People and groups that change a little in every round, and how a directory is to have them in the end. */
import { sql } from 'kysely';

import { systemClock } from '#server/clock.ts';
import type { Db } from '#server/db.ts';
import { openVault } from '#server/vault.ts';

import { KEY, seed } from './portal.ts';

/** How many come in a round. */
const NEW = 10;
const GROUPS = ['GRA-alle', 'GRA-kor', 'LIA-alle'];
const vault = openVault(KEY, 'account password');

/** So many there are at least after so many rounds. */
export const people = (rounds: number): number => NEW * (rounds + 1);
export const passwordOf = (id: number): string => `Passord-${id}`;

export interface Account {
  name: string;
  unit: string;
  displayName: string;
  enabled: boolean;
}

export interface Group {
  name: string;
  members: string[];
}

export const firstPeople = (db: Db): Promise<void> =>
  seed(db, async (rows) => {
    for (const code of ['GRA', 'LIA']) await rows.school(code);
    for (const name of GROUPS) await rows.group({ name, school: name.slice(0, 3) });
    await come(rows.tx, 0);
  });

/** New people, and some of the others renamed, moved, closed, opened, put into groups or taken out of them. */
export const changeMuch = (db: Db, round: number): Promise<void> =>
  seed(db, async ({ tx }) => {
    const some = (turn: number) => sql`
      select id from users where user_name ~ '^p\\d' order by md5(concat_ws('-', id, ${round}::int, ${turn}::int)) limit 6`;
    await sql`update users set user_name = concat_ws('-', 'p' || id, ${round}::int) where id in (${some(1)})`.execute(
      tx,
    );
    await sql`update users set last_name = ${`Etternavn ${round}`} where id in (${some(2)})`.execute(tx);
    await sql`update users set deactivated = not deactivated where id in (${some(3)})`.execute(tx);
    await sql`
      update users u set primary_school_id = (select s.id from school s where s.code in ('GRA', 'LIA')
                                               and s.id <> u.primary_school_id)
       where id in (${some(4)})`.execute(tx);
    await sql`delete from membership where user_id in (${some(5)})`.execute(tx);
    await sql`
      insert into membership (group_id, user_id, role, source, added_at)
      select g.id, u.id, 'student', 'manual', ${systemClock.now()}
        from groups g, (${some(6)}) u on conflict do nothing`.execute(tx);
    await come(tx, round);
  });

async function come(tx: Db, round: number): Promise<void> {
  const now = systemClock.now();
  const { rows } = await sql<{ id: number }>`
    insert into users (user_name, first_name, last_name, role, primary_school_id, created_at)
    select concat_ws('-', 'p' || ${round}::int, 'ny', i), 'Fornavn', 'Ny ' || i, 'student',
           (select id from school where code = case when i % 2 = 0 then 'GRA' else 'LIA' end), ${now}
      from generate_series(1, ${NEW}::int) i returning id`.execute(tx);
  for (const { id } of rows) {
    await sql`
      insert into account_password (user_id, cipher, must_change, set_at)
      values (${id}, ${vault.encrypt(passwordOf(id))}, false, ${now})`.execute(tx);
  }
  await sql`
    insert into membership (group_id, user_id, role, source, added_at)
    select g.id, u.id, 'student', 'manual', ${now} from groups g, users u
     where u.id = any (${rows.map(({ id }) => id)}) and (g.name <> 'GRA-kor' or u.id % 2 = 0)`.execute(tx);
}

export async function wantedAccounts(db: Db): Promise<Account[]> {
  const { rows } = await sql<Account>`
    select user_name as name, case role when 'student' then 'Elever' else 'Ansatte' end || '/'
           || coalesce((select code from school s where s.id = u.primary_school_id), 'Felles for alle') as unit,
           first_name || ' ' || last_name as display_name, not deactivated as enabled
      from users u order by user_name collate "C"`.execute(db);
  return rows;
}

export async function wantedGroups(db: Db): Promise<Group[]> {
  const { rows } = await sql<Group>`
    select name, array(select u.user_name from membership m join users u on u.id = m.user_id
                        where m.group_id = g.id order by u.user_name collate "C") as members
      from groups g order by name collate "C"`.execute(db);
  return rows;
}
