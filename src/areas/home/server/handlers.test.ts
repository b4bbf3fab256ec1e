import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { z } from 'zod';

import { groups } from '#areas/groups/contract.ts';
import { imports } from '#areas/tools/import/contract.ts';
import { blockedAccess, temporaryAccess } from '#areas/tools/school-access/contract.ts';
import { users } from '#areas/users/contract.ts';
import type { Signature } from '#kernel/contract.ts';
import { pageOf } from '#kernel/list.ts';
import { inOperation } from '#server/journal/operation.ts';
import { openHouse } from '#server/testing/house.ts';

import { type Concern, home } from '../contract.ts';

const house = await openHouse();
await house.seed(async (seed) => {
  await seed.school('FJB');
  await seed.school('LUN');
  const pupil = (userName: string, columns: object, code = 'FJB') =>
    seed.user({ userName, schools: [{ code }], columns: { ...columns } });
  await pupil('locked', { locked_until: '2026-11-20T12:10:00Z' });
  await pupil('expiring.last', { expires_on: '2026-12-04' });
  await pupil('expiring.later', { expires_on: '2026-12-05' });
  await pupil('expired', { expires_on: '2026-11-19' });
  await pupil('doubtful', { invalid_columns: '{nationalNumber}' });
  await pupil('locked.lun', { locked_until: '2026-11-20T12:10:00Z' }, 'LUN');
  await seed.group({ name: 'FJB 8A', school: 'FJB' });
  await seed.group({
    name: 'FJB mat',
    type: 'instruction',
    school: 'FJB',
    columns: { invalid_columns: '{name}' },
  });
  await seed.group({ name: 'FJB 8', type: 'grade', school: 'FJB' });
});
const ict = await house.signIn('schoolIct', { school: 'FJB' });

const counts = async (caller: typeof ict) =>
  (await caller.call(home.today, {})).Items.map(({ kind, count }) => [kind, count]);

it('tells what needs somebody today, weightiest first, and leaves out what is in order', async () => {
  expect(await counts(ict)).toEqual([
    ['users.locked', 1],
    ['users.expiring', 1],
    ['groups.without-contact-teacher', 1],
    ['groups.without-teacher', 2],
    ['import.no-source', 1],
    ['users.invalid', 1],
    ['groups.invalid', 1],
  ]);
});

it('counts access that ends soon as its own list does', async () => {
  const leader = await house.signIn('schoolAdministrator', { school: 'FJB' });
  await leader.call(temporaryAccess.create, {
    userName: 'locked.lun',
    role: 'student',
    start: '2026-11-23',
    end: '2026-11-27',
  });
  const find = async () =>
    (await leader.call(home.today, {})).Items.find(({ kind }) => kind === 'access.temporary');
  expect(await find()).toBeUndefined();
  house.clock.set('2026-11-26T12:00:00Z');
  const told = await find();
  const { body } = await leader.request(temporaryAccess.list.signature, told?.params);
  expect([told?.count, pageOf(z.unknown()).parse(body).TotalItems]).toEqual([1, 1]);
  expect(Object.fromEntries(await counts(ict))['access.blocked']).toBeUndefined();
  house.clock.set('2026-11-20T12:00:00Z');
});

/** Of the lists somebody at a school is pointed at. */
const signatures: Partial<Record<Concern['list'], Signature>> = {
  users: users.list.signature,
  groups: groups.list.signature,
  imports: imports.runs.signature,
  temporaryAccess: temporaryAccess.list.signature,
  blockedAccess: blockedAccess.list.signature,
};

it('points at lists that have exactly what was counted', async () => {
  const { Items } = await ict.call(home.today, {});
  for (const { list, params, count, kind } of Items) {
    // That there is none is counted, and not those there are.
    if (list === 'dataSources') continue;
    const { body } = await ict.request(signatures[list] ?? users.list.signature, params);
    expect([kind, pageOf(z.unknown()).parse(body).TotalItems]).toEqual([kind, count]);
  }
});

it('follows the clock', async () => {
  house.clock.set('2026-11-21T12:00:00Z');
  const later = Object.fromEntries(await counts(ict));
  expect([later['users.locked'], later['users.expiring']]).toEqual([undefined, 2]);
  house.clock.set('2026-11-20T12:00:00Z');
});

it('tells of imports that failed or could not take everything since yesterday', async () => {
  await sql`insert into import_run (file_name, started_via, dry_run, status, started_by, started_at, rejected) values
    ('a.xml', 'upload', false, 'failed', 'x', '2026-11-19T20:00:00Z', 0),
    ('b.xml', 'upload', false, 'completed', 'x', '2026-11-20T10:00:00Z', 3),
    ('rehearsed.xml', 'upload', true, 'failed', 'x', '2026-11-20T10:00:00Z', 0),
    ('old.xml', 'upload', false, 'failed', 'x', '2026-11-18T10:00:00Z', 0)`.execute(house.db);
  const toldTo = async (caller: typeof ict) => {
    const told = Object.fromEntries(await counts(caller));
    return [told['import.failed'], told['import.rejects']];
  };
  expect(await toldTo(await house.signIn('superadmin'))).toEqual([1, 1]);
  expect(await toldTo(ict), 'none of the records was of this school').toEqual([1, undefined]);
  await sql`insert into import_count
    select r.id, s.id, 'problem', 'rejected', 2 from import_run r, school s
     where r.file_name = 'b.xml' and s.code = 'FJB'`.execute(house.db);
  expect(await toldTo(ict)).toEqual([1, 1]);
});

it('tells each only what they may see', async () => {
  const licences = await house.signIn('licenceAdministrator', { school: 'FJB' });
  expect(await counts(licences)).toEqual([]);
  const teacher = await house.signIn('teacher', { school: 'FJB' });
  expect(await counts(teacher)).toEqual([]);
  const everyone = await house.signIn('superadmin');
  expect(Object.fromEntries(await counts(everyone))['users.locked']).toBe(2);
});

it('says that nothing brings people until a source does that can be reached', async () => {
  await write(sql`insert into data_source
    (name, kind, method, folder, address, run_at, place, enabled, created_at) values
    ('Filer', 'pifu', 'folder', 'skole', null, '20:00', 1, true, now()),
    ('Avslått', 'oneroster', 'oneroster-rest', null, 'https://sis.example', '20:00', 2, false, now())`);
  expect(await lacks(), 'files need a folder, and one that is off fetches nothing').toBe(true);
  await write(sql`update data_source set enabled = true where name = 'Avslått'`);
  expect(await lacks()).toBe(false);
});

const write = (query: ReturnType<typeof sql>) =>
  inOperation(house.db, { event: 'test.source', route: 'test', now: house.clock.now() }, (tx) =>
    query.execute(tx),
  );
const lacks = async () => (await counts(ict)).some(([kind]) => kind === 'import.no-source');
