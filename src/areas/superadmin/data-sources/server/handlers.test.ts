import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { releaseLock, takeLock } from '#server/import/lock.ts';
import { importsDone } from '#server/import/run.ts';
import { file, members, person, school } from '#server/import/testing.ts';
import { type Caller, openHouse } from '#server/testing/house.ts';

import { dataSources } from '../contract.ts';
import { dataSourceHandlers } from './handlers.ts';

const house = await openHouse(dataSourceHandlers);
const importFolder = await mkdtemp(join(tmpdir(), 'vaktmester-sources-'));
house.services.importFolder = importFolder;
afterAll(async () => {
  await importsDone();
  await rm(importFolder, { recursive: true });
});
let boss: Caller;
beforeAll(async () => {
  await house.seed((rows) => rows.school('SOL', 'Solvika skole'));
  boss = await house.signIn('superadmin');
});

const wish = {
  name: 'Skolesystemet',
  source: 'pifu',
  folder: 'sas',
  runAt: '17:00',
  place: 1,
  enabled: true,
} as const;
const text = file(person({ id: '1' }), school('s1', 'Granlia skole'), members('s1', ['1']));

async function leave(folder: string, name: string, content: string | Buffer, secondsAgo = 60): Promise<void> {
  await mkdir(join(importFolder, folder), { recursive: true });
  await writeFile(join(importFolder, folder, name), content);
  const then = new Date(Date.now() - secondsAgo * 1_000);
  await utimes(join(importFolder, folder, name), then, then);
}

describe('a source', () => {
  it('is set up, changed and taken away, each with its journal entry', async () => {
    const { id, Items: saved } = await boss.call(dataSources.save, { ...wish, school: 'SOL' });
    expect(saved).toMatchObject([{ id, name: 'Skolesystemet', lastRun: null }]);
    expect((await boss.call(dataSources.list, { school: 'SOL' })).Items).toMatchObject([
      { id, name: 'Skolesystemet', school: { code: 'SOL' }, version: 1, lastRun: null, limits: {} },
    ]);
    expect((await boss.call(dataSources.list, { school: 'XXX' })).Items).toEqual([]);

    const limits = { new: { share: 0.1, atLeast: 5, atMost: null } };
    await boss.call(dataSources.save, { ...wish, id, version: 1, runAt: '21:59', limits });
    expect((await boss.call(dataSources.list, {})).Items).toMatchObject([
      { runAt: '21:59', school: null, version: 2, limits },
    ]);
    expect(await boss.refused(dataSources.save, { ...wish, id, version: 1 })).toMatchObject({
      code: 'row.stale',
    });
    await boss.call(dataSources.remove, { id });
    expect((await boss.call(dataSources.list, {})).Items).toEqual([]);
    expect(await boss.refused(dataSources.remove, { id })).toMatchObject({ code: 'data-source.not-found' });
    expect(await boss.refused(dataSources.save, { ...wish, id })).toMatchObject({
      code: 'data-source.not-found',
    });
    const { rows } = await house.pool.query(
      `select o.event, c.kind from journal.operation o join journal.change c on c.operation_id = o.id
        where c.table_name = 'data_source' order by c.id`,
    );
    expect(rows).toEqual([
      { event: 'data-source.saved', kind: 'I' },
      { event: 'data-source.saved', kind: 'U' },
      { event: 'data-source.deleted', kind: 'D' },
    ]);
  });

  it.each([
    ['a folder that leads out', { folder: '../etc' }, 'folder', 'folder'],
    ['a path of its own', { folder: '/etc' }, 'folder', 'folder'],
    ['a hidden folder', { folder: 'a/.ssh' }, 'folder', 'folder'],
    ['a time before the window', { runAt: '15:59' }, 'runAt', 'window'],
    ['a time after it', { runAt: '22:00' }, 'runAt', 'window'],
    ['no name', { name: ' ' }, 'name', 'required'],
    ['angles', { name: '<b>' }, 'name', 'angles'],
  ])('is refused with %s', async (_, part, path, key) => {
    expect(await boss.refused(dataSources.save, { ...wish, ...part })).toMatchObject({
      code: 'request.invalid',
      fields: [{ path, key }],
    });
  });

  it('has a name and a school of its own', async () => {
    const { id } = await boss.call(dataSources.save, wish);
    expect(await boss.refused(dataSources.save, { ...wish, name: 'SKOLESYSTEMET' })).toMatchObject({
      fields: [{ path: 'name', key: 'taken' }],
    });
    expect(await boss.refused(dataSources.save, { ...wish, name: 'Ny', school: 'NIX' })).toMatchObject({
      code: 'school.not-found',
    });
    await boss.call(dataSources.remove, { id });
  });

  it('has its name for itself also when two are set up at the same moment', async () => {
    const waiting = async () => {
      const { rows } = await house.pool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rows.length;
    };
    const { id } = await boss.call(dataSources.save, { ...wish, name: 'Et annet' });
    const late = await house.seed(async ({ tx }) => {
      await sql`insert into data_source (name, kind, folder, run_at, place, created_at)
        values ('Sen', 'pifu', 'sen', '17:00', 2, now())`.execute(tx);
      const answers = [
        { ...wish, name: 'SEN' },
        { ...wish, id, version: 1, name: 'Sen' },
      ].map((input) => boss.request(dataSources.save.signature, input));
      await expect.poll(waiting).toBe(2);
      return { answers };
    });
    for (const { body } of await Promise.all(late.answers)) {
      expect(body).toMatchObject({
        status: 409,
        code: 'data-source.name-taken',
        fields: [{ path: 'name', key: 'taken' }],
      });
    }
    const { Items } = await boss.call(dataSources.list, {});
    for (const item of Items) await boss.call(dataSources.remove, { id: item.id });
  });

  it('is the superadmin’s', async () => {
    for (const role of ['centralAdmin', 'schoolAdministrator'] as const) {
      const other = await house.signIn(role, role === 'centralAdmin' ? {} : { school: 'SOL' });
      for (const { signature } of Object.values(dataSources)) {
        expect((await other.request(signature, { id: 1, folder: 'sas' })).body).toMatchObject({
          code: 'access.denied',
          why: { rule: 'data-sources.manage', grantedBy: ['superadmin'] },
        });
      }
    }
  });
});

const tested = (folder: string) => boss.call(dataSources.test, { folder });

describe('a test', () => {
  it('says what lies in the folder', async () => {
    expect(await tested('nowhere')).toMatchObject({ state: 'no-folder' });
    await mkdir(join(importFolder, 'empty'));
    expect(await tested('empty')).toMatchObject({ state: 'no-file' });
    await leave('some', 'old.xml', text, 600);
    await leave('some', 'new.xml', text);
    await leave('some', '.hidden.xml', text);
    await leave('some', 'half.part', text);
    const found = await tested('some');
    expect(found).toMatchObject({ state: 'ready', looksLike: 'pifu' });
    expect(found.files.map(({ name }) => name)).toEqual(['new.xml', 'old.xml']);
  });

  it.each([
    ['zip', Buffer.from('PK\u0003\u0004rest'), 'oneroster'],
    ['csv', 'Fornavn;Etternavn\nNora;Hansen\n', 'csv'],
    ['txt', Buffer.from('\uFEFFFornavn\tEtternavn', 'utf16le'), 'csv'],
    ['xml', 'what is this', 'unknown'],
  ])('knows a %s file by what it begins with', async (ending, content, kind) => {
    await leave(`kind-${ending}`, `a.${ending}`, content);
    expect(await tested(`kind-${ending}`)).toMatchObject({ looksLike: kind });
  });

  it('says that a file is still being written', async () => {
    await leave('growing', 'a.xml', text, 0);
    expect(await tested('growing')).toMatchObject({ state: 'growing' });
  });
});

describe('now', () => {
  it('a file is rehearsed where it lies, and imported and put away', async () => {
    const { id } = await boss.call(dataSources.save, { ...wish, folder: 'now' });
    expect(await boss.refused(dataSources.run, { id, dryRun: true })).toMatchObject({
      code: 'data-source.no-folder',
    });
    await mkdir(join(importFolder, 'now'));
    expect(await boss.refused(dataSources.run, { id, dryRun: true })).toMatchObject({
      code: 'data-source.no-file',
    });
    await leave('now', 'night.xml', text);
    const another = await house.pool.connect();
    await takeLock(another);
    expect(await boss.refused(dataSources.run, { id, dryRun: false })).toMatchObject({
      status: 423,
      code: 'import.running',
    });
    await releaseLock(another);
    another.release();
    await boss.call(dataSources.run, { id, dryRun: true });
    await importsDone();
    expect(await readdir(join(importFolder, 'now'))).toEqual(['night.xml']);

    const { runId } = await boss.call(dataSources.run, { id, dryRun: false });
    await vi.waitFor(async () => {
      expect((await boss.call(dataSources.list, {})).Items[0]?.lastRun).toMatchObject({
        outcome: 'completed',
        runId,
      });
    }, 10_000);
    expect(await readdir(join(importFolder, 'now', 'done'))).toEqual([`${runId}-night.xml`]);
    const { rows } = await house.pool.query(
      'select started_via, data_source_id, operation_id is not null as done from import_run where id = $1',
      [runId],
    );
    expect(rows).toEqual([{ started_via: 'source', data_source_id: id, done: true }]);
  });

  it.each([
    [dataSources.list, { school: 'x'.repeat(21) }, 'school'],
    [dataSources.remove, { id: 0 }, 'id'],
    [dataSources.test, { folder: '..' }, 'folder'],
    [dataSources.run, { id: 1, dryRun: 'nei' }, 'dryRun'],
  ] as const)('nothing is done for wrong words: $signature', async ({ signature }, input, path) => {
    const { status, body } = await boss.request(signature, input);
    expect([status, body]).toMatchObject([422, { code: 'request.invalid', fields: [{ path }] }]);
  });

  it('a source that is not there is refused', async () => {
    expect(await boss.refused(dataSources.run, { id: 9_999, dryRun: true })).toMatchObject({
      code: 'data-source.not-found',
    });
  });
});
