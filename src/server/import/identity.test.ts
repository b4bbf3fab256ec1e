/** Records that may be people the portal knows: nothing is done until somebody has said who they are. */
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { fixedClock } from '#server/clock.ts';
import { openVault } from '#server/national-number.ts';
import { testDatabase } from '#server/testing/database.ts';

import { type ImportRequest, type ImportResult, runImport } from './run.ts';
import { file, members, person, request, school } from './testing.ts';

// Several whole imports each, on cores that others use too.
vi.setConfig({ testTimeout: 60_000 });

const { pool } = await testDatabase({ statementTimeoutMs: 0 });
const vault = openVault(Buffer.alloc(32, 7));
const deps = { pool, clock: fixedClock('2026-11-20T17:00:00Z'), vault };
const [ONE, OTHER] = ['10915596784', '17897055673'];

type Row = Record<string, unknown>;
const rows = async (sql: string): Promise<Row[]> => (await pool.query<Row>(sql)).rows;

beforeEach(async () => {
  await pool.query(`begin; select journal.begin('test.emptied', 'test');
    delete from users; delete from school; delete from user_name_taken; delete from import_run; commit`);
});

async function imported(text: string, options: Partial<ImportRequest> = {}): Promise<ImportResult> {
  const result = await runImport(deps, request(text, options));
  if (result.status === 'failed') throw new Error(result.failure.code);
  return result;
}

const granlia = school('s1', 'Granlia skole');
const withPeople = (...list: Parameters<typeof person>[0][]): string =>
  file(
    ...list.map(person),
    granlia,
    members(
      's1',
      list.map(({ id }) => id),
    ),
  );

const cases = () =>
  rows('select kind, source_id, user_id, old_masked, new_masked from identity_case order by kind');
const hash = async () => (await rows('select national_number_hash from users'))[0]?.['national_number_hash'];
const decide = (isSame: boolean) =>
  pool.query(`begin; select journal.begin('test.decided', 'test');
    insert into identity_decision (kind, source, source_id, user_id, is_same, number_hash, decided_by, decided_at)
    select kind, source, source_id, user_id, ${isSame}, new_hash, 'test', now() from identity_case; commit`);

describe('a new record with the number of an account', () => {
  const before = withPeople({ id: '1', number: ONE });
  const after = withPeople({ id: '2', number: ONE });

  it('gets no account, and the account is not taken for one that left', async () => {
    await imported(before);
    const result = await imported(after, { acceptLeavers: true });
    expect(await cases()).toMatchObject([{ kind: 'same-number', source_id: '2' }]);
    expect(await rows('select user_name, expires_on from users')).toEqual([
      { user_name: 'norhan0001', expires_on: null },
    ]);
    expect(await rows(`select outcome, key, reason from import_plan where run_id = ${result.runId}`)).toEqual(
      [{ outcome: 'conflict', key: '2', reason: 'norhan0001' }],
    );
  });

  it('is the next file’s own account when it is somebody else, and is never asked about again', async () => {
    await imported(before);
    await imported(after);
    await decide(false);
    await imported(withPeople({ id: '1', number: ONE }, { id: '2', number: ONE }));
    expect(await rows('select user_name from users order by 1')).toHaveLength(2);
    expect(await rows(`select from identity_case where kind = 'same-number'`)).toHaveLength(1);
  });

  it('leaves the queue when the source puts it right', async () => {
    await imported(before);
    await imported(after);
    await imported(before);
    expect(await cases()).toEqual([]);
  });

  it('waits in no queue for a rehearsal', async () => {
    await imported(before);
    await imported(after, { dryRun: true });
    expect(await cases()).toEqual([]);
  });
});

describe('what cannot be a number', () => {
  it.each(['ukjent', '#N/A', '0', '1091559678', '1O915596784', '00000000000'])(
    '%s is flagged, and nobody is found by it',
    async (number) => {
      await imported(withPeople({ id: '1', number }));
      await imported(withPeople({ id: '1', number }, { id: '2', number }, { id: '3', number }));
      expect(await cases()).toEqual([]);
      expect(await rows('select distinct invalid_columns, national_number_kind from users')).toEqual([
        {
          invalid_columns: ['nationalNumber'],
          national_number_kind: number === '00000000000' ? 'fnr' : null,
        },
      ]);
      expect(await rows('select from users')).toHaveLength(3);
      expect(await rows(`select from import_problem where code = 'person.number-shared'`)).toEqual([]);
    },
  );
});

describe('another number for an account', () => {
  const before = withPeople({ id: '1', number: ONE });
  const after = withPeople({ id: '1', number: OTHER, family: 'Olsen' });

  it('waits, while everything else about the person is taken', async () => {
    await imported(before);
    await imported(after);
    expect(await hash()).toEqual(vault.hash(ONE));
    expect(await rows('select last_name from users')).toEqual([{ last_name: 'Olsen' }]);
    expect(await cases()).toMatchObject([
      { kind: 'changed-number', old_masked: '109155*****', new_masked: '178970*****' },
    ]);
  });

  it('is taken when somebody has said that it is right', async () => {
    await imported(before);
    await imported(after);
    await decide(true);
    await imported(after);
    expect(await hash()).toEqual(vault.hash(OTHER));
  });

  it('is left when it is wrong, and that is remembered', async () => {
    await imported(before);
    await imported(after);
    await decide(false);
    const again = await imported(after);
    expect(await hash()).toEqual(vault.hash(ONE));
    expect(again).toMatchObject({ status: 'completed' });
    expect(await rows('select from identity_case')).toHaveLength(1);
  });
});

it('a record that claims another’s account has its own when somebody has said so', async () => {
  await imported(withPeople({ id: '1' }));
  const claim = withPeople({ id: '1' }, { id: '2', old: '1' });
  await imported(claim);
  expect(await cases()).toMatchObject([{ kind: 'two-claim', source_id: '2' }]);
  await decide(false);
  await imported(claim);
  expect(await rows('select user_name from users order by 1')).toEqual([
    { user_name: 'norhan0001' },
    { user_name: 'norhan0002' },
  ]);
});
