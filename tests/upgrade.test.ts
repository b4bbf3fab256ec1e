/** An installation that is upgraded knows who wrote and registered what was there before. */
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { Client } from 'pg';
import { afterAll, expect, it } from 'vitest';

import { migrate, migrationsFolder } from '#server/migrate.ts';
import { emptyDatabase } from '#server/testing/database.ts';

const folder = mkdtempSync(join(tmpdir(), 'vaktmester-upgrade-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('reads authors of memberships and registrars of what waits from the journal', async () => {
  const all = fileURLToPath(migrationsFolder);
  for (const name of readdirSync(all).filter((file) => file < '0043'))
    cpSync(join(all, name), join(folder, name));
  const url = await emptyDatabase();
  await migrate(url, pathToFileURL(`${folder}/`));
  const client = new Client(url);
  await client.connect();
  await client.query(`
    begin;
    select journal.begin('test.seeded', 'test', actor_id => 1);
    insert into users (id, user_name, first_name, last_name, role, created_at) overriding system value
      values (1, 'a', 'A', 'A', 'employee', now()), (2, 'b', 'B', 'B', 'employee', now());
    insert into groups (id, name, display_name, type, created_at) overriding system value
      values (7, 'G', 'G', 'access', now()), (8, 'H', 'H', 'access', now());
    insert into membership (group_id, user_id, role, source, added_at)
      values (7, 1, 'teacher', 'manual', now()), (7, 2, 'student', 'pifu', now());
    insert into group_nesting (parent_id, child_id, added_at) values (7, 8, now());
    insert into deactivation (user_id, start_on, end_on, registered_by, added_at)
      values (2, '2030-01-01', '2030-02-01', 'A', now());
    commit;`);
  expect((await migrate(url)).slice(0, 2)).toEqual([
    '0043-who-gave-a-membership.sql',
    '0044-who-registered-what-waits.sql',
  ]);
  const read = async (query: string) => (await client.query(query)).rows;
  expect(await read('select user_id::int, given_by::int from membership order by 1')).toEqual([
    { user_id: 1, given_by: 1 },
    { user_id: 2, given_by: null },
  ]);
  expect(await read('select given_by::int from group_nesting')).toEqual([{ given_by: 1 }]);
  expect(
    await read(
      'select o.actor_id::int as by from deactivation d join journal.operation o on o.id = d.registered_in',
    ),
  ).toEqual([{ by: 1 }]);
  await client.end();
});
