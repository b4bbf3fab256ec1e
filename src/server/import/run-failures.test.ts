import { spawn } from 'node:child_process';
import { once } from 'node:events';

import { beforeAll, describe, expect, it } from 'vitest';

import { fixedClock } from '#server/clock.ts';
import { openVault } from '#server/national-number.ts';
import { testDatabase } from '#server/testing/database.ts';

import { runImport, startImport } from './run.ts';
import { file, members, person, request, school } from './testing.ts';

const { pool, url } = await testDatabase({ statementTimeoutMs: 0 });
const deps = { pool, clock: fixedClock('2026-11-20T17:00:00Z'), vault: openVault(Buffer.alloc(32, 7)) };

const first = file(person({ id: '1' }), school('s1', 'Granlia skole'), members('s1', ['1']));
const next = file(person({ id: '2' }), school('s1', 'Granlia skole'), members('s1', ['2']));

/** Everything an import may write, but for its own records. */
async function state(): Promise<Record<string, unknown> | undefined> {
  const { rows } = await pool.query<Record<string, unknown>>(
    `select (select jsonb_agg(u order by id) from users u) as users, (select jsonb_agg(s order by id) from school s) as schools,
            (select jsonb_agg(m order by user_id) from school_user m) as parts, (select count(*) from journal.change) as changes,
            (select jsonb_agg(t order by user_name) from user_name_taken t) as names`,
  );
  return rows[0];
}

async function lastRun(): Promise<Record<string, unknown> | undefined> {
  const { rows } = await pool.query<Record<string, unknown>>(
    'select * from import_run order by id desc limit 1',
  );
  return rows[0];
}

async function* broken(): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(Buffer.from(next.slice(0, 300)));
  throw new Error('aborted');
}

async function operation(run: Record<string, unknown> | undefined): Promise<unknown> {
  const { rows } = await pool.query(
    'select status, done, message_code, message_params from journal.operation where id = $1',
    [run?.['operation_id']],
  );
  return rows[0];
}

beforeAll(async () => {
  await runImport(deps, request(first));
});

describe('nothing changes', () => {
  it.each([
    ['file.truncated', next.slice(0, -20)],
    ['file.broken', next.replace('</name>', '</navn>')],
    ['file.empty', ''],
    ['file.no-mapping', 'navn;klasse\nNora;7A\n'],
    ['file.not-xml', '%PDF-1.7\n'],
    ['file.wrong-root', '<persons/>'],
    ['file.no-people', file(school('s1', 'Granlia skole'))],
    ['file.not-full', next.replace('<type>full', '<type>delta')],
  ])('for %s, and the run says where', async (code, text) => {
    const before = await state();
    const result = await runImport(deps, request(text));
    expect(result).toMatchObject({ status: 'failed', failure: { code } });
    expect(await state()).toEqual(before);
    const run = await lastRun();
    expect(run).toMatchObject({ status: 'failed', failure: { code } });
    expect(await operation(run)).toMatchObject({ status: 'failed', message_params: { reason: code } });
  });

  it('when the sender breaks off', async () => {
    const before = await state();
    const { read, done } = await startImport(deps, request('', { bytes: broken() }));
    expect(await read).toMatchObject({ code: 'file.interrupted', found: 'after 300 bytes: aborted' });
    expect(await done).toMatchObject({ status: 'failed' });
    expect(await state()).toEqual(before);
  });

  it('in a rehearsal, which says what would', async () => {
    const before = await state();
    const result = await runImport(deps, request(next, { dryRun: true, acceptLeavers: true }));
    expect(result).toMatchObject({ status: 'completed', operationId: undefined });
    expect(await state()).toEqual(before);
    expect(await lastRun()).toMatchObject({
      dry_run: true,
      status: 'completed',
      counts: { person: { new: 1, left: 1 }, school: { unchanged: 1 } },
    });
    const plan = await pool.query('select outcome, key from import_plan where run_id = $1 order by outcome', [
      result.runId,
    ]);
    expect(plan.rows).toEqual([
      { outcome: 'left', key: 'norhan0001' },
      { outcome: 'new', key: 'norhan0002' },
    ]);
  });

  it('when the database refuses the very last step', async () => {
    const before = await state();
    await pool.query(`create function refuse_membership() returns trigger language plpgsql as
        $$ begin raise exception 'no'; end $$;
      create trigger refuse after insert on school_user execute function refuse_membership()`);
    const result = await runImport(deps, request(next, { acceptLeavers: true }));
    await pool.query('drop function refuse_membership cascade');
    expect(result).toMatchObject({ status: 'failed', failure: { code: 'import.failed' } });
    expect(await state()).toEqual(before);
  });
});

it('one import at a time: the second is refused, and the first goes on', async () => {
  const gate = Promise.withResolvers<void>();
  async function* slow(): AsyncGenerator<Uint8Array> {
    await gate.promise;
    yield Buffer.from(first);
  }
  const { done } = await startImport(deps, request('', { bytes: slow() }));
  await expect(startImport(deps, request(first))).rejects.toMatchObject({ code: 'import.running' });
  gate.resolve();
  expect(await done).toMatchObject({ status: 'completed' });
});

it('a killed process leaves nothing but a run that the next one marks as interrupted', async () => {
  const before = await state();
  const program = `
    import { connect } from '#server/db.ts';
    import { systemClock } from '#server/clock.ts';
    import { openVault } from '#server/national-number.ts';
    import { startImport } from '#server/import/run.ts';
    const { pool } = connect({ url: process.env.TEST_URL, statementTimeoutMs: 0 });
    async function* endless() {
      yield Buffer.from(${JSON.stringify(next.slice(0, 600))});
      process.stdout.write('reading');
      await new Promise((done) => setTimeout(done, 60_000));
    }
    await startImport({ pool, clock: systemClock, vault: openVault(Buffer.alloc(32, 7)) },
      { fileName: 'killed.xml', bytes: endless(), via: 'command', by: { name: 'test' } });
  `;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    env: { ...process.env, TEST_URL: url },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
  await once(child, 'close');

  // The server notices the closed connection in its own time.
  await expect
    .poll(() => runImport(deps, request(first)).catch(() => undefined), { timeout: 10_000 })
    .toMatchObject({ status: 'completed' });
  expect(await state()).toMatchObject({ users: before?.['users'] });
  const { rows } = await pool.query<Record<string, unknown>>(
    `select status, operation_id from import_run where file_name = 'killed.xml'`,
  );
  expect(rows).toMatchObject([{ status: 'interrupted' }]);
  expect(await operation(rows[0])).toMatchObject({ status: 'failed', message_code: 'import.interrupted' });
  expect(await operation(await lastRun())).toMatchObject({ status: 'completed', done: 100 });
});

it('a process killed in the middle of a long statement holds nobody up for long, whatever the server is set to', async () => {
  const before = await state();
  const other = await pool.connect();
  await other.query('select pg_advisory_lock(4711)');
  await pool.query(`create function wait_there() returns trigger language plpgsql as $$ begin
      perform pg_advisory_xact_lock(4711); return null; end $$;
    create trigger wait_there after insert on users for each statement execute function wait_there()`);
  try {
    const program = `
      import { connect } from '#server/db.ts';
      import { systemClock } from '#server/clock.ts';
      import { openVault } from '#server/national-number.ts';
      import { runImport } from '#server/import/run.ts';
      const { pool } = connect({ url: process.env.TEST_URL, statementTimeoutMs: 0 });
      async function* bytes() { yield Buffer.from(${JSON.stringify(next)}); }
      await runImport({ pool, clock: systemClock, vault: openVault(Buffer.alloc(32, 7)) },
        { fileName: 'stuck.xml', bytes: bytes(), via: 'command', acceptLeavers: true, by: { name: 'test' } });
    `;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
      // A server of one's own looks after its clients only when it next has something to tell them.
      env: { ...process.env, TEST_URL: `${url}?options=-c%20client_connection_check_interval%3D0` },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const stuck = () =>
      pool
        .query(`select from pg_locks where locktype = 'advisory' and objid = 4711 and not granted
                   and database = (select oid from pg_database where datname = current_database())`)
        .then(({ rowCount }) => rowCount);
    await expect.poll(stuck, { timeout: 10_000 }).toBe(1);
    child.kill('SIGKILL');
    await once(child, 'close');
    await expect.poll(stuck, { timeout: 10_000 }).toBe(0);
  } finally {
    other.release(true); // the lock goes with the connection
    await pool.query('drop function wait_there cascade');
  }
  expect(await state()).toEqual(before);
  await expect
    .poll(() => runImport(deps, request(first)).catch(() => undefined), { timeout: 10_000 })
    .toMatchObject({ status: 'completed' });
});
