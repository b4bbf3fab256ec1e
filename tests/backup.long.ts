/** A backup of the demo beside its running portal, restored by the commands into a fresh folder and into a server. */
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';

import { connect } from '#server/db.ts';
import { readMarks } from '#server/marks.ts';
import { emptyDatabase } from '#server/testing/database.ts';
import { runProcess } from '#server/testing/process.ts';

const place = await mkdtemp(join(tmpdir(), 'vaktmester-restore-'));
afterAll(() => rm(place, { recursive: true, force: true }));

const at = (name: string) => join(place, name);
const live = { VAKTMESTER_DATA: at('live'), PORT: '0' };

async function command(
  file: string,
  environment: Record<string, string>,
  parameters: string[],
): Promise<string> {
  const run = runProcess(environment, parameters, `src/server/commands/${file}`);
  expect([await run.end(), run.errors()]).toEqual([0, '']);
  return run.output();
}

it('the demo comes back in a fresh folder and on a server', { timeout: 600_000 }, async () => {
  const portal = runProcess(live);
  await portal.open();
  expect((await stat(at('live/import'))).mode & 0o077).toBe(0);
  const written = await command('backup.ts', live, [at('backup'), '--key', at('key')]);
  portal.process.kill('SIGTERM');
  await portal.end();

  const fresh = { VAKTMESTER_DATA: at('fresh'), PORT: '0' };
  const restored = await command('restore.ts', fresh, [at('backup'), '--key', at('key')]);
  expect(restored).toContain('The journal is untouched.');
  const again = runProcess(fresh);
  const address = await again.open();
  const answer = await fetch(`${address}/api/public/frontpageinfo`);
  expect(answer.status).toBe(200);
  again.process.kill('SIGTERM');
  await again.end();

  const url = await emptyDatabase();
  const key = (await readFile(at('key'), 'utf8')).trim();
  const server = { VAKTMESTER_DATA: at('none'), DATABASE_URL: url, ENCRYPTION_KEY: key, DEMO: 'true' };
  const onServer = await command('restore.ts', server, [at('backup')]);
  expect(onServer).toContain('The journal is untouched.');
  const tried = await command('test-restore.ts', server, [at('backup'), '--key', at('key')]);
  expect(tried).toContain('can be restored');
  const database = connect(url);
  const marks = await readMarks(database.db);
  expect(marks.get('restore-test')).toMatchObject({ failure: null, details: { rows: expect.any(Number) } });
  const { rows } = await sql<{ people: number }>`select count(*)::int as people from users`.execute(
    database.db,
  );
  await database.end();
  expect(rows[0]?.people).toBeGreaterThan(1_000);
  process.stdout.write(`${written}${restored}${onServer}${tried}`);
});
