/** Nights by the portal's clock: the steps, the window, the order of the sources, and two nodes at once. */
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';

import { fixedClock } from '#server/clock.ts';
import { inOperation } from '#server/journal/operation.ts';
import { openKeptSecrets } from '#server/kept-secrets.ts';
import { openVault } from '#server/national-number.ts';
import { testDatabase } from '#server/testing/database.ts';

import { lookAtNight, type NightDeps } from './night.ts';
import type { NightlyStep } from './step.ts';
import { file, members, person, school } from './testing.ts';

// Several whole imports each, on cores that others use too.
vi.setConfig({ testTimeout: 60_000 });

const { db, pool } = await testDatabase({ statementTimeoutMs: 0 });
const clock = fixedClock('2026-11-20T12:00:00Z');
const importFolder = await mkdtemp(join(tmpdir(), 'vaktmester-night-'));
afterAll(() => rm(importFolder, { recursive: true }));

let carriedOut: string[] = [];
const step = (name: string): NightlyStep => ({
  name,
  run: async (tx, { day }) => {
    carriedOut.push(`${name} ${day}`);
    await sql`insert into site_setting (key, value) values (${`${name} ${day}`}, 'true')`.execute(tx);
    return { changed: 1 };
  },
});
const failing: NightlyStep = {
  name: 'failing',
  run: async (tx) => {
    await sql`insert into site_setting (key, value) values ('half done', 'true')`.execute(tx);
    throw new Error('not tonight');
  },
};
const deps: NightDeps = {
  db,
  pool,
  clock,
  vault: openVault(Buffer.alloc(32, 7)),
  keptSecrets: openKeptSecrets(Buffer.alloc(32, 7)),
  importFolder: () => importFolder,
  steps: [step('first'), step('second')],
};

beforeEach(async () => {
  carriedOut = [];
  await inOperation(db, { event: 'test.emptied', route: 'test', now: clock.now() }, async (tx) => {
    for (const table of ['data_source', 'users', 'school', 'site_setting', 'import_run', 'night_run']) {
      await sql`delete from ${sql.table(table)}`.execute(tx);
    }
  });
  for (const name of await readdir(importFolder)) await rm(join(importFolder, name), { recursive: true });
});

/** Oslo is an hour ahead of UTC in November. */
const at = async (utc: string, steps = deps.steps): Promise<void> => {
  clock.set(utc);
  await lookAtNight({ ...deps, steps });
};

const addSource = (name: string, runAt: string, place: number): Promise<unknown> =>
  inOperation(db, { event: 'test.source', route: 'test', now: clock.now() }, (tx) =>
    sql`insert into data_source (name, kind, folder, run_at, place, created_at)
        values (${name}, 'pifu', ${name}, ${runAt}, ${place}, ${clock.now()})`.execute(tx),
  );

async function leave(source: string, name: string, text: string, secondsAgo = 60): Promise<void> {
  await mkdir(join(importFolder, source), { recursive: true });
  const path = join(importFolder, source, name);
  await writeFile(path, text);
  const then = new Date(Date.now() - secondsAgo * 1_000);
  await utimes(path, then, then);
}
const text = (id: string): string => file(person({ id }), school('s1', 'Granlia skole'), members('s1', [id]));

const runs = async () =>
  (
    await sql<{ startedBy: string; via: string; status: string }>`
      select started_by, started_via as via, status from import_run order by id`.execute(db)
  ).rows.map(({ startedBy, via, status }) => `${startedBy} ${via} ${status}`);
const stateOf = async (name: string) =>
  (
    await sql<{ outcome: string; lastNight: string | null; feed: string | null }>`
      select s.outcome, s.last_night::text, s.feed from data_source_state s join data_source d on d.id = s.source_id
       where d.name = ${name}`.execute(db)
  ).rows[0];

describe('the steps', () => {
  it('are carried out once a night from the window on, in their order, and one that fails is undone alone', async () => {
    await at('2026-11-20T14:59:00Z');
    expect(carriedOut).toEqual([]);
    const steps = [step('first'), failing, step('second')];
    await at('2026-11-20T15:00:00Z', steps);
    await at('2026-11-20T20:00:00Z', steps);
    expect(carriedOut).toEqual(['first 2026-11-20', 'second 2026-11-20']);
    const { rows } = await sql<{ steps: unknown; key: string[] }>`
      select steps, array(select key from site_setting order by key) as key from night_run`.execute(db);
    expect(rows).toEqual([
      {
        steps: [
          { name: 'first', changed: 1 },
          { name: 'failing', failure: 'Error' },
          { name: 'second', changed: 1 },
        ],
        key: ['first 2026-11-20', 'second 2026-11-20'],
      },
    ]);
    const { rows: told } = await sql`
      select event, count(*)::integer as changes from journal.operation o join journal.change c on c.operation_id = o.id
       where o.event = 'import.night-prepared' group by 1`.execute(db);
    expect(told).toEqual([{ event: 'import.night-prepared', changes: 2 }]);
  });

  it('wait for the first source’s hour', async () => {
    await addSource('late', '18:30', 1);
    await addSource('early', '17:15', 2);
    await at('2026-11-20T16:14:00Z');
    expect(carriedOut).toEqual([]);
    await at('2026-11-20T16:15:00Z');
    expect(carriedOut).toHaveLength(2);
  });

  it('are made up for when the clock jumps over nights, by the latest, and a new portal has none to make up for', async () => {
    await at('2026-11-20T10:00:00Z');
    expect(carriedOut).toEqual([]);
    await at('2026-11-20T15:00:00Z');
    carriedOut = [];
    await at('2026-11-24T10:00:00Z');
    expect(carriedOut).toEqual(['first 2026-11-23', 'second 2026-11-23']);
    carriedOut = [];
    await at('2026-11-21T16:00:00Z');
    expect(carriedOut).toEqual(['first 2026-11-21', 'second 2026-11-21']);
  });

  it('are done by one of two nodes', async () => {
    clock.set('2026-11-20T15:00:00Z');
    await Promise.all([lookAtNight(deps), lookAtNight(deps), lookAtNight(deps)]);
    expect(carriedOut).toEqual(['first 2026-11-20', 'second 2026-11-20']);
  });
});

describe('the sources', () => {
  it('run one after the other at their hour, once a night, and put their files away', async () => {
    await addSource('b', '17:00', 2);
    await addSource('a', '17:00', 1);
    await leave('a', 'a.xml', text('1'));
    await leave('b', 'b.xml', text('2').slice(0, -20));
    await at('2026-11-20T15:59:00Z');
    expect(await runs()).toEqual([]);
    await at('2026-11-20T16:00:00Z');
    expect(await runs()).toEqual(['a night completed', 'b night failed']);
    expect(await stateOf('a')).toEqual({ outcome: 'completed', lastNight: '2026-11-20', feed: 'sas' });
    expect(await stateOf('b')).toMatchObject({ outcome: 'failed', lastNight: '2026-11-20' });
    expect(await readdir(join(importFolder, 'a'))).toEqual(['done']);
    expect(await readdir(join(importFolder, 'b'))).toEqual(['failed']);

    await leave('a', 'again.xml', text('1'));
    await at('2026-11-20T17:00:00Z');
    expect(await runs()).toHaveLength(2);
    await at('2026-11-21T16:00:00Z');
    expect(await runs()).toHaveLength(3);
  });

  it('take a late file as long as the window is open, and none after it', async () => {
    await addSource('a', '17:00', 1);
    await at('2026-11-20T16:00:00Z');
    expect(await stateOf('a')).toMatchObject({ outcome: 'no-folder', lastNight: null });
    await leave('a', 'late.xml', text('1'));
    await at('2026-11-20T21:00:00Z');
    expect(await runs()).toEqual([]);
    await at('2026-11-20T20:59:00Z');
    expect(await runs()).toEqual(['a night completed']);
  });

  it('run again on the nights of a clock that was moved back', async () => {
    await addSource('a', '17:00', 1);
    await leave('a', 'next-year.xml', text('1'));
    await at('2027-11-20T16:00:00Z');
    await leave('a', 'today.xml', text('1'));
    await at('2026-11-20T16:00:00Z');
    expect(await runs()).toEqual(['a night completed', 'a night completed']);
    expect(await stateOf('a')).toMatchObject({ lastNight: '2026-11-20' });
  });

  it('leave a file alone that is still growing', async () => {
    await addSource('a', '17:00', 1);
    await leave('a', 'growing.xml', text('1'), 1);
    await at('2026-11-20T16:00:00Z');
    expect(await runs()).toEqual([]);
  });

  it('are run by one of two nodes', async () => {
    await addSource('a', '17:00', 1);
    await leave('a', 'a.xml', text('1'));
    clock.set('2026-11-20T16:00:00Z');
    await Promise.all([lookAtNight(deps), lookAtNight(deps)]);
    expect(await runs()).toEqual(['a night completed']);
  });

  it('follow summer time', async () => {
    await addSource('a', '17:00', 1);
    await leave('a', 'a.xml', text('1'));
    await at('2027-06-01T14:59:00Z');
    expect(await runs()).toEqual([]);
    await at('2027-06-01T15:00:00Z');
    expect(await runs()).toEqual(['a night completed']);
  });
});
