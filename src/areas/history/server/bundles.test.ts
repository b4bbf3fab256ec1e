/** A large import writes its memberships to the journal in bundles: everything that reads the journal must not notice. */
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';

import { logs } from '#areas/logs/contract.ts';
import { limits } from '#kernel/limits.ts';
import { runImport } from '#server/import/run.ts';
import { file, group, members, person, request, school } from '#server/import/testing.ts';
import { exportJournal } from '#server/journal/export.ts';
import { startOperation, underOperation } from '#server/journal/long-operation.ts';
import { sealFinished } from '#server/journal/seal.ts';
import { startUndo } from '#server/journal/undo/undo.ts';
import { verifyJournal } from '#server/journal/verify.ts';
import { type Caller, openHouse } from '#server/testing/house.ts';

import { history } from '../contract.ts';

const house = await openHouse();
/** More than are checked one by one, and enough groups that each has its bundle. */
const [PUPILS, GROUPS] = [101, 100];
const pupils = Array.from({ length: PUPILS }, (_, index) => `p${index}`);
const groups = Array.from({ length: GROUPS }, (_, index) => `g${index}`);
let superadmin: Caller;
let operationId: number;

const night = (of: readonly string[]) =>
  file(
    school('s1', 'Granlia barneskole'),
    ...pupils.map((id) => person({ id, family: `Hansen${id}` })),
    ...groups.map((id) => group(id, 's1', 2, `Gruppe ${id}`)),
    members('s1', pupils),
    ...groups.map((id) =>
      members(
        id,
        of.map((pupil, index) => ({
          person: pupil,
          ...(index === 0 && { begin: '2026-08-17', subrole: 'Å "x"' }),
        })),
      ),
    ),
  );

async function run(text: string): Promise<number> {
  const { pool, clock, services } = house;
  const result = await runImport(
    { pool, clock, vault: services.vault },
    request(text, { acceptLeavers: true }),
  );
  if (result.status !== 'completed' || result.operationId === undefined) throw new Error('The run failed');
  return result.operationId;
}

const one = async <T>(text: string, values: unknown[] = []): Promise<T> => {
  const { rows } = await house.pool.query<{ found: T }>(text, values);
  if (rows[0] === undefined) throw new Error('Nothing was found');
  return rows[0].found;
};
const userName = (id: string) =>
  one<string>(
    'select user_name as found from users u join user_source s on s.user_id = u.id where s.source_id = $1',
    [id],
  );

beforeAll(async () => {
  superadmin = await house.signIn('superadmin');
  operationId = await run(night(pupils));
});

describe('memberships written in bundles', () => {
  it('are a row to a group', async () => {
    expect(await one('select count(*)::int as found from journal.bundle_membership')).toBe(GROUPS);
    expect(
      await one(`select count(*)::int as found from journal.change where table_name = 'membership'`),
    ).toBe(0);
  });

  it('say of each row what a change by itself says', async () => {
    await house.pool.query(`
      create table twin (like membership including all);
      select journal.watch('twin', array['group_id', 'user_id', 'role']);
      begin; select journal.begin('test.copied', 'test'); insert into twin select * from membership; commit`);
    const differing = await one<number>(`
      select count(*)::int as found
        from (select row_key, kind, after, school_id from journal.change where table_name = 'twin') t
        full join (select row_key, kind, after, school_id from journal.every_change where table_name = 'membership') b
          using (row_key, kind, after)
       where t.row_key is null or b.row_key is null or t.school_id is distinct from b.school_id`);
    expect(differing).toBe(0);
    const ids = await one<{ rows: number; ids: number; least: boolean }>(
      `select jsonb_build_object('rows', count(*), 'ids', count(distinct id), 'least', bool_and(id > 0)) as found
         from journal.every_change where operation_id = $1`,
      [operationId],
    );
    expect(ids).toMatchObject({ ids: ids.rows, least: true });
    await house.pool.query('drop table twin; select journal.refresh()');
  });

  it('print the same in any time zone', async () => {
    const client = await house.pool.connect();
    try {
      const lines = async () =>
        (
          await client.query<{ found: string }>(
            `select md5(string_agg(journal.change_line(journal.as_change(c)), '' order by id)) as found
               from journal.every_change c where operation_id = $1`,
            [operationId],
          )
        ).rows[0]?.found;
      const before = await lines();
      await client.query(`set timezone = 'Europe/Oslo'; set datestyle = 'German'`);
      expect(await lines()).toBe(before);
    } finally {
      client.release(true);
    }
  });

  it('may be checked at once: every trigger on them fires also while their foreign keys are off', async () => {
    // A new trigger that does not ("enable always") makes a large import check row by row.
    expect(
      await one(`select coalesce(array_agg(tgname::text), '{}') as found from pg_trigger
                  where tgrelid = 'membership'::regclass and not tgisinternal and tgenabled <> 'A'`),
    ).toEqual([]);
  });

  it('leave every trace they would otherwise: whatever the journal does of itself, it does then too', async () => {
    expect(
      await one(`select coalesce(array_agg(tgname::text), '{}') as found from pg_trigger t
                   join pg_class c on c.oid = t.tgrelid and c.relnamespace = 'journal'::regnamespace
                  where not t.tgisinternal and t.tgenabled <> 'A'`),
    ).toEqual([]);
  });

  it('are held by the foreign keys again once the import is over', async () => {
    await expect(
      house.pool.query(`begin; select journal.begin('test.run', 'test');
        insert into membership (group_id, user_id, role, added_at) values (1, 999999, 'student', now())`),
    ).rejects.toMatchObject({ code: '23503' });
  });

  it('are sealed, and touching one is found', async () => {
    await sealFinished(house.db);
    const findings = async () => {
      const found = await verifyJournal(exportJournal(house.db));
      return found.findings.map(({ kind }) => kind);
    };
    expect(await findings()).toEqual([]);
    for (const statement of [
      'delete from journal.bundle_membership',
      'update journal.bundle_membership set school_id = 1',
      'truncate journal.bundle_membership',
      `insert into journal.bundle_membership (operation_id, first_id, ids, group_id) values (1, 1, '{1}', 1)`,
    ]) {
      await expect(house.pool.query(statement)).rejects.toMatchObject({ code: 'VM003' });
    }
    await house.pool.query(`
      alter table journal.bundle_membership disable trigger all;
      update journal.bundle_membership set role[3] = 'teacher'
       where first_id = (select min(first_id) from journal.bundle_membership);
      alter table journal.bundle_membership enable always trigger bundle_update`);
    expect(await findings()).toEqual(['change.edited']);
    await house.pool.query(`
      alter table journal.bundle_membership disable trigger all;
      update journal.bundle_membership set role[3] = 'student'
       where first_id = (select min(first_id) from journal.bundle_membership);
      alter table journal.bundle_membership enable trigger all;
      alter table journal.bundle_membership enable always trigger bundle_reach;
      select journal.refresh()`);
    expect(await findings()).toEqual([]);
  });

  it('stand in the log of the operation, page by page, and in the log of a person and a group', async () => {
    const total = PUPILS * GROUPS;
    const page = 100;
    const first = await superadmin.call(logs.operation, { id: operationId, page: 1, pageSize: page });
    expect(first.TotalItems).toBeGreaterThan(total);
    const last = await superadmin.call(logs.operation, {
      id: operationId,
      page: Math.ceil(first.TotalItems / page),
      pageSize: page,
    });
    expect(last.Items.length).toBe(((first.TotalItems - 1) % page) + 1);
    expect(last.Items.every(({ table }) => table === 'membership')).toBe(true);

    const name = await one<string>(`select name as found from groups where source_id = 'g7'`);
    for (const target of [`user:${await userName('p7')}`, `group:${name}`]) {
      const { Items } = await superadmin.call(logs.audit, { target, event: ['import.applied'] });
      expect(Items.map(({ id }) => id)).toEqual([operationId]);
    }
  });

  it('are told on a day before and after, of a group and of a person, also of one who left', async () => {
    const name = await one<string>(`select name as found from groups where source_id = 'g7'`);
    const before = house.clock.now();
    house.clock.set('2026-11-24T17:00:00Z');
    await run(night(pupils.slice(1)));
    const asked = { groupName: name, on: '2026-11-19' };
    expect((await superadmin.call(history.members, asked)).Items).toEqual([]);
    const then = await superadmin.call(history.members, { ...asked, on: '2026-11-20' });
    expect(then.Items.length).toBe(PUPILS);
    const now = await superadmin.call(history.members, { ...asked, on: '2026-11-24' });
    expect(now.Items.length).toBe(PUPILS - 1);

    const left = { userName: await userName('p0') };
    expect((await superadmin.call(history.groups, { ...left, on: '2026-11-19' })).Items).toEqual([]);
    expect((await superadmin.call(history.groups, { ...left, on: '2026-11-20' })).Items.length).toBe(GROUPS);
    expect((await superadmin.call(history.groups, { ...left, on: '2026-11-24' })).Items).toEqual([]);
    house.clock.set(before.toISOString());
  });

  it('go again when the import is undone', async () => {
    const { pool, clock } = house;
    const undo = async (id: number) => {
      const { done } = await startUndo(
        { pool, clock },
        { id, seen: sql`true`, now: clock.now(), refuse: async () => {} },
        { route: 'test' },
      );
      return done;
    };
    const second = await one<number>(`select max(operation_id)::int as found from import_run`);
    await undo(second);
    expect(await one('select count(*)::int as found from membership')).toBe(PUPILS * GROUPS);
    await undo(operationId);
    expect(await one('select count(*)::int as found from membership')).toBe(0);
  });

  it('stand in the log of a school also when nothing but members of its groups changed', async () => {
    await run(night(pupils));
    await house.pool.query(
      `begin; select journal.begin('test.emptied', 'test'); delete from membership; commit`,
    );
    const membersOnly = await run(night(pupils));
    const code = await one<string>(`select code as found from school where name = 'Granlia barneskole'`);
    const ict = await house.signIn('schoolIct', { school: code });
    const { Items } = await ict.call(logs.audit, { event: ['import.applied'] });
    expect(Items.map(({ id }) => id)).toContain(membersOnly);
    const whole = { id: membersOnly, page: 1, pageSize: 1 };
    expect((await superadmin.call(logs.operation, whole)).TotalItems).toBe(PUPILS * GROUPS);
    // Of a choice among them each has to be looked at, so they are counted as far as one would look through them.
    const { cappedCount } = limits;
    expect(PUPILS * GROUPS).toBeGreaterThan(cappedCount);
    for (const caller of [ict]) {
      expect(await caller.call(logs.operation, whole)).toMatchObject({
        TotalItems: cappedCount,
        TotalIsCapped: true,
      });
    }

    // Of an operation that concerns another school too, each sees the changes of its own groups.
    await house.seed((seed) => seed.school('LUN', 'Lunde skole'));
    const elsewhere = await house.signIn('schoolIct', { school: 'LUN' });
    expect((await elsewhere.refused(logs.operation, whole)).code).toBe('operation.not-found');
    await house.pool.query(`insert into journal.reach select id, $1 from school where code = 'LUN'`, [
      membersOnly,
    ]);
    expect((await elsewhere.call(logs.operation, whole)).TotalItems).toBe(0);
    const name = await one<string>(`select name as found from groups where source_id = 'g7'`);
    const ofGroup = await ict.call(logs.audit, { target: `group:${name}`, event: ['import.applied'] });
    expect(ofGroup.Items.find(({ id }) => id === membersOnly)).toMatchObject({ changeCount: PUPILS });
    const ofPerson = await ict.call(logs.audit, {
      target: `user:${await userName('p7')}`,
      targetType: 'user',
    });
    expect(ofPerson.Items.find(({ id }) => id === membersOnly)).toMatchObject({ changeCount: GROUPS });
  });

  it('stand on one page each, also when those of many groups come in turn', async () => {
    await run(night(pupils));
    const wish = { event: 'test.again', route: 'test', now: house.clock.now() };
    const id = await startOperation(house.db, wish, 'test');
    await house.pool.query(
      `begin; select journal.begin('test.emptied', 'test'); delete from membership; commit`,
    );
    await underOperation(house.db, id, 'test', (tx) =>
      sql`insert into membership (group_id, user_id, role, added_at)
          select g.id, u.id, 'student', now() from users u cross join groups g order by u.id, g.id`.execute(
        tx,
      ),
    );
    const pages = [1, 2, 3, 10, 11].map((page) =>
      superadmin.call(logs.operation, { id, page, pageSize: 500 }),
    );
    const ids = (await Promise.all(pages)).flatMap(({ Items }) => Items.map((change) => change.id));
    expect(new Set(ids).size).toBe(ids.length);
  });
});
