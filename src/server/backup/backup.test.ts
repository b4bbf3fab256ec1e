import { randomBytes } from 'node:crypto';
import { appendFile, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { userHandlers } from '#areas/users/server/handlers.ts';
import { fixedClock } from '#server/clock.ts';
import { connect, type Db } from '#server/db.ts';
import { emptyDatabase } from '#server/testing/database.ts';
import { openHouse, testNow } from '#server/testing/house.ts';
import { inSeedOperation, seedInto } from '#server/testing/seed.ts';

import { readBackup, requireKey, restoreBackup } from './restore-backup.ts';
import { writeBackup } from './write-backup.ts';

const testApp = await openHouse(userHandlers);
const key = randomBytes(32);
let place: string;

beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'vaktmester-backup-'));
  await testApp.seed(async (rows) => {
    await rows.school('OWN', 'Vår skole');
    const id = await rows.user({
      userName: 'åse',
      lastName: 'Tab\tog\nlinje \\N',
      schools: [{ code: 'OWN' }],
    });
    await rows.group({ name: 'OWN 8A', school: 'OWN' });
    await rows.member({ group: 'OWN 8A', user: 'åse' });
    await sql`
      insert into session (id, user_id, auth_level, companion_hash, created_at, last_used_at, expires_at)
      values (gen_random_uuid(), ${id}, 'password', ''::bytea, ${testNow}, ${testNow}, ${testNow})`.execute(
      rows.tx,
    );
  });
});
afterAll(() => rm(place, { recursive: true }));

/** A digest of what each table holds; sessions are not restored. */
async function contents(db: Db): Promise<Record<string, string>> {
  const { rows } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname in ('public', 'journal', 'directory') and tablename not in ('session', 'migration') order by 1`.execute(
    db,
  );
  const found: Record<string, string> = {};
  for (const { name } of rows) {
    const { rows: digests } = await sql<{ digest: string }>`
      select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as digest
        from ${sql.raw(name)} t`.execute(db);
    found[name] = digests[0]?.digest ?? '';
  }
  return found;
}

it('a restore has every row, the journal untouched and its triggers, and no sessions', async () => {
  await sql`select * from journal.seal_finished()`.execute(testApp.db);
  const folder = join(place, 'first');
  await writeBackup(testApp.url, folder, key);
  const url = await emptyDatabase();
  const report = await restoreBackup(url, folder, await readBackup(folder));
  expect(report.findings).toEqual([]);
  expect(report.operations).toBeGreaterThan(0);

  const restored = connect(url);
  try {
    expect(await contents(restored.db)).toEqual(await contents(testApp.db));
    const { rows } = await sql<{ sessions: number; keys: number }>`
      select (select count(*)::int from session) as sessions,
             (select count(*)::int from pg_constraint where contype = 'f') as keys`.execute(restored.db);
    expect(rows[0]?.sessions).toBe(0);
    expect(rows[0]?.keys).toBeGreaterThan(50);
    // A change without an operation is refused again, and with one it gets the next number.
    await expect(sql`update users set title = 'x'`.execute(restored.db)).rejects.toThrow(/operation/);
    const clock = fixedClock(testNow);
    const id = await inSeedOperation(restored.db, clock, (tx) =>
      seedInto(tx, clock).user({ userName: 'ny' }),
    );
    expect(id).toBeGreaterThan(1);
  } finally {
    await restored.end();
  }
});

it('is for its owner alone, holds no key, and fits one key', async () => {
  const folder = join(place, 'second');
  const manifest = await writeBackup(testApp.url, folder, key);
  const files = ['.', ...(await readdir(folder))];
  const modes = await Promise.all(files.map(async (file) => (await stat(join(folder, file))).mode & 0o077));
  expect(new Set(modes)).toEqual(new Set([0]));
  expect(JSON.stringify(manifest)).not.toContain(key.toString('base64'));
  expect(() => requireKey(manifest, key)).not.toThrow();
  expect(() => requireKey(manifest, randomBytes(32))).toThrow(/not the one of this backup/);
});

it('refuses what is not whole, what was changed, and a database that is not empty', async () => {
  await expect(readBackup(place)).rejects.toThrow(/holds no whole backup/);
  const folder = join(place, 'third');
  const manifest = await writeBackup(testApp.url, folder, key);
  await expect(restoreBackup(testApp.url, folder, manifest)).rejects.toThrow(/not empty/);
  await expect(writeBackup(testApp.url, folder, key)).rejects.toThrow(/EEXIST/);
  await appendFile(join(folder, 'public.users.gz'), 'x');
  await expect(readBackup(folder)).rejects.toThrow(/public.users.gz was changed/);
});
