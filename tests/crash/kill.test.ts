import { setTimeout as delay } from 'node:timers/promises';

/**
 * The portal is killed (`kill -9`) twenty times, each time at another moment of an import while writes stream in.
 * Nothing may be half done, nothing acknowledged lost, and the run can be repeated.
 */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { exportJournal } from '#server/journal/export.ts';
import { sealFinished } from '#server/journal/seal.ts';
import { verifyJournal } from '#server/journal/verify.ts';
import { testDatabase } from '#server/testing/database.ts';

import { fileOf, random } from './nights.ts';
import { crashingPortal, seedPortal } from './portal.ts';
import { writer } from './writer.ts';

const KILLS = 20;
/** The moments are the same in every run; another seed gives others. */
const SEED = 20_261_121;
const municipality = { schools: 3, pupils: 150, employees: 30, guardians: 0.5 };
const names = ['ada', 'bo', 'cato'];

const database = await testDatabase();
const { db, url } = database;
const portal = crashingPortal(url);
const writers = names.map((name) => writer(portal.visitor, name));
afterAll(() => portal.kill());

async function importFile(night: number): Promise<number> {
  const { status, body } = await portal.visitor.send(
    'POST /import/run',
    {},
    { form: fileOf(municipality, night) },
  );
  expect({ status, body }).toMatchObject({ status: 200 });
  return Number(body['runId']);
}

interface Run {
  status: string;
  operationId: number | null;
}

const runsOf = async (): Promise<Run[]> =>
  (await sql<Run>`select status, operation_id from import_run order by id`.execute(db)).rows;

/** Where each run stands once none is under way. */
async function settledRuns(): Promise<Run[]> {
  await expect
    .poll(async () => (await runsOf()).filter(({ status }) => status === 'running').length, {
      timeout: 60_000,
    })
    .toBe(0);
  return runsOf();
}

/** Changes of an import stand in the journal exactly when its run says that it was completed. */
async function expectWhole(runs: readonly Run[]): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select distinct o.id from journal.operation o join journal.change c on c.operation_id = o.id
     where o.event = 'import.applied'`.execute(db);
  const completed = new Set(
    runs.filter(({ status }) => status === 'completed').map(({ operationId }) => operationId),
  );
  expect(rows.map(({ id }) => id).filter((id) => !completed.has(id))).toEqual([]);
  const { rows: doubled } = await sql`
    select user_id from user_source where kind = 'current' group by source, source_id, user_id having count(*) > 1
    union all
    select id from users where source <> 'manual' and not exists (select from user_source s where s.user_id = users.id)`.execute(
    db,
  );
  expect(doubled).toEqual([]);
}

beforeAll(async () => {
  await seedPortal(database, names);
  await portal.start();
}, 60_000);

describe(`a portal killed ${KILLS} times (seed ${SEED})`, () => {
  it('loses nothing it acknowledged and leaves nothing half done', { timeout: 400_000 }, async () => {
    const started = performance.now();
    await importFile(0);
    await settledRuns();
    // An undisturbed import and half as long again: moments before, in and after the applying.
    const span = (performance.now() - started) * 1.5;

    const chance = random(SEED);
    for (let round = 1; round <= KILLS; round += 1) {
      const writing = writers.map(({ writeUntilGone }) => writeUntilGone());
      const importing = importFile((round % 10) + 1).catch((error: unknown) => {
        if (!(error instanceof TypeError)) throw error; // the upload was cut off with the portal
      });
      await delay(chance() * span);
      await portal.kill();
      await Promise.all([...writing, importing]);

      await portal.start();
      await Promise.all(writers.map(({ settle }) => settle()));
      await expectWhole(await settledRuns());
    }
    for (const { acknowledged } of writers) expect(acknowledged()).toBeGreaterThan(KILLS);
    const statuses = new Set((await runsOf()).map(({ status }) => status));
    expect(statuses).toContain('interrupted');
    expect(statuses).toContain('completed');
  });

  it('can repeat the run, and a repeat of that changes nothing', { timeout: 60_000 }, async () => {
    await importFile(3);
    await settledRuns();
    const id = await importFile(3);
    await settledRuns();
    const { rows } = await sql`
      select c.id from journal.change c join import_run r on r.operation_id = c.operation_id where r.id = ${id}`.execute(
      db,
    );
    expect(rows).toEqual([]);
  });

  it('did each write once', async () => {
    const { rows } = await sql<{ writes: number; version: number }>`
      select u.version, (select count(*)::int from journal.change c join journal.operation o on o.id = c.operation_id
                          where c.table_name = 'users' and c.row_key = u.id::text and o.event = 'user.updated') as writes
        from users u where u.user_name = any(${names})`.execute(db);
    for (const { version, writes } of rows) expect(writes).toBe(version - 1);
  });

  it('has a journal that proves itself', { timeout: 60_000 }, async () => {
    await portal.stop();
    while ((await sealFinished(db)) > 0);
    const { findings } = await verifyJournal(exportJournal(db));
    expect(findings).toEqual([]);
  });
});
