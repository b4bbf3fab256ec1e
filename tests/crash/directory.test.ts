/**
 * The portal is killed (`kill -9`) at random moments while an import, an act on many people, new passwords and single
 * writes are under way and the directory follows them. Afterwards nothing acknowledged is lost, nobody is in the
 * directory twice, and everything is there as it is wanted. `KILLS=100` asks for more than the few of every run.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { openSimulatedDirectory } from '#connectors/directory/simulated/directory.ts';
import { systemClock } from '#server/clock.ts';
import type { Means } from '#server/reconcile/means.ts';
import { askForSweep, sweep } from '#server/reconcile/sweep.ts';
import { testDatabase } from '#server/testing/database.ts';
import { openVault } from '#server/vault.ts';

import { fileOf, random } from './nights.ts';
import { BOSS, crashingPortal, KEY, seedPortal, silence } from './portal.ts';
import { writer } from './writer.ts';

const KILLS = Number(process.env['KILLS'] ?? 4);
const SEED = Number(process.env['KILLS_SEED'] ?? 20_261_122);
/** Longer than any lease of a node that was killed. */
const SILENCE_MS = 150_000;
const municipality = { schools: 2, pupils: 160, employees: 30, guardians: 0 };
const writing = ['ada', 'bo'];
/** Those who get new passwords all the time. */
const renewed = ['dina', 'even'];

const database = await testDatabase();
const { db, pool, url } = database;
const data = await mkdtemp(join(tmpdir(), 'vaktmester-kills-'));
// A municipality of its own: a demo leaves it alone, and gives it the simulated directory.
const portal = crashingPortal(url, { DEMO: 'true', VAKTMESTER_DATA: data });
const { visitor } = portal;
const writers = writing.map((name) => writer(visitor, name));
/** The operations of acts on many that were answered. */
const acknowledged: number[] = [];
let passwords = 0;

beforeAll(async () => {
  await seedPortal(database, [...writing, ...renewed]);
  // Slow enough to be killed in the middle of.
  await pool.query(
    `begin; select journal.begin('test.slow', 'test'); update directory_simulation set delay_ms = 40; commit`,
  );
  await portal.start();
}, 120_000);
afterAll(async () => {
  await portal.kill();
  await rm(data, { recursive: true, force: true });
});

/** What was cut off with the portal has no answer; anything else is a failure. */
async function unlessGone(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
}

async function importFile(night: number): Promise<void> {
  const { status, body } = await visitor.send('POST /import/run', {}, { form: fileOf(municipality, night) });
  // Until the database has noticed that the run before has nobody left, the portal says so.
  expect({ body, isTaken: status === 200 || status === 423 }).toMatchObject({ isTaken: true });
}

async function actOnMany(): Promise<void> {
  const { status, body } = await visitor.send('POST /user/bulk', {
    act: 'requirePassword',
    selection: { all: true, except: [BOSS, ...writing, ...renewed], question: {} },
  });
  expect({ status, body }).toMatchObject({ status: 200 });
  acknowledged.push(Number(body['operationId']));
}

async function setPasswords(): Promise<void> {
  for (;;) {
    for (const userName of renewed) {
      const newPassword = `Nytt-passord-${passwords}`;
      const { status, body } = await visitor.send('PUT /user/changepassword', {
        userName,
        newPassword,
        repeatPassword: newPassword,
        mustChangeAtLogin: false,
      });
      expect({ status, body }).toMatchObject({ status: 200 });
      passwords += 1;
    }
  }
}

const one = async (query: string): Promise<number> => {
  const { rows } = await pool.query<{ count: string }>(`select count(*) from ${query}`);
  return Number(rows[0]?.count);
};

const left = async () => ({
  imports: await one(`import_run where status = 'running'`),
  operations: await one(`journal.operation where status = 'running'`),
  due: (await one('directory.due')) + (await one('directory.mark')),
});

/** Nothing runs, and nothing is on its way. */
async function settled(): Promise<void> {
  await expect
    .poll(left, { timeout: Math.max(240_000, KILLS * 6_000), interval: 500 })
    .toEqual({ imports: 0, operations: 0, due: 0 });
}

describe(`a portal with a directory, killed ${KILLS} times (seed ${SEED})`, () => {
  it('comes to what is wanted, whenever it was killed', { timeout: 400_000 + KILLS * 60_000 }, async () => {
    const started = performance.now();
    await importFile(0);
    await settled();
    const span = performance.now() - started;

    const chance = random(SEED);
    for (let round = 1; round <= KILLS; round += 1) {
      const works = [
        ...writers.map(({ writeUntilGone }) => writeUntilGone()),
        unlessGone(() => importFile((round % 10) + 1)),
        unlessGone(actOnMany),
        unlessGone(setPasswords),
      ];
      const ended = Promise.all(works);
      await Promise.race([delay(chance() * span), ended]);
      await portal.kill();
      await ended;
      await silence(database);
      await portal.start();
      await Promise.all(writers.map(({ settle }) => settle()));
    }
    await settled();
  });

  it('has done every act it had acknowledged, for everybody', async () => {
    expect(acknowledged.length).toBeGreaterThan(0);
    const { rows } = await sql<{ id: number; status: string; undone: number }>`
      select o.id, o.status, (select count(*)::int from bulk_row r where r.operation_id = o.id
               and (r.outcome = 'waiting' or r.code = 'server.failed')) as undone
        from journal.operation o where o.id = any (${acknowledged})`.execute(db);
    expect(rows.filter(({ status, undone }) => status !== 'completed' || undone > 0)).toEqual([]);
    expect(rows).toHaveLength(new Set(acknowledged).size);
  });

  it('has handed over every password, and keeps none', async () => {
    expect(passwords).toBeGreaterThan(0);
    expect(await one('account_password where cipher is not null')).toBe(0);
    expect(
      await one(`account_password p join users u on u.id = p.user_id
        left join simulated_directory.object o on o.kind = 'user' and o.name = u.user_name and not o.removed
       where o.password_set_at is null or o.password_set_at < p.set_at`),
    ).toBe(0);
  });

  it('has nobody in the directory twice, and every membership', { timeout: 120_000 }, async () => {
    await portal.stop();
    // By the directory's own tables: every object is one of the portal's, and none is missing.
    expect(
      await one(`simulated_directory.object o where not removed
        and not exists (select from directory.object d where d.object_id = o.id)`),
    ).toBe(0);
    expect(
      await one(`users u where 1 <> (select count(*) from simulated_directory.object o
        where o.kind = 'user' and not o.removed and lower(o.name) = lower(u.user_name))`),
    ).toBe(0);
    const wanted = `select g.name as g, u.user_name as u from membership m join groups g on g.id = m.group_id
        join users u on u.id = m.user_id
       where g.archived_at is null and g.type <> 'other' and coalesce(m.start_on <= current_date, true)
         and coalesce(m.end_on >= current_date, true)`;
    const there = `select g.name, u.name from simulated_directory.member m
        join simulated_directory.object g on g.id = m.group_id and not g.removed
        join simulated_directory.object u on u.id = m.member_id and not u.removed and u.kind = 'user'`;
    expect(await one(`(select distinct * from (${wanted}) w) w`)).toBeGreaterThan(100);
    expect(await one(`((${wanted}) except (${there})) lacking`)).toBe(0);
    expect(await one(`((${there}) except (${wanted})) surplus`)).toBe(0);
  });

  it('finds no difference when it goes through the whole directory', { timeout: 120_000 }, async () => {
    const means: Means = {
      db,
      clock: systemClock,
      // A sweep that a killed node had begun is taken over once it has been silent for long enough.
      time: { now: () => new Date(systemClock.now().getTime() + SILENCE_MS) },
      passwords: openVault(KEY, 'account password'),
      examPasswords: openVault(KEY, 'exam password'),
      node: crypto.randomUUID(),
    };
    await askForSweep(db, systemClock.now());
    expect(await sweep(means, openSimulatedDirectory(pool))).toBeGreaterThan(150);
    const { rows } = await sql`select name, field, member, wanted, observed from directory.drift`.execute(db);
    expect(rows).toEqual([]);
  });
});
