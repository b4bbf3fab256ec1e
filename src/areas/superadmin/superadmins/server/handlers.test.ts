import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';

import { home } from '#areas/home/contract.ts';
import { logs } from '#areas/logs/contract.ts';
import { type Caller, openHouse } from '#server/testing/house.ts';

import { superadmins } from '../contract.ts';

const house = await openHouse();
let boss: Caller;
let other: Caller;
let central: Caller;

beforeAll(async () => {
  await house.seed(async (rows) => {
    await rows.school('FJB');
    const employee = (userName: string, firstName: string) =>
      rows.user({ userName, firstName, role: 'employee', schools: [{ code: 'FJB' }] });
    await employee('boss', 'Berit');
    await employee('other', 'Odd');
    await employee('ny', 'Nils');
    await rows.user({ userName: 'elev', schools: [{ code: 'FJB' }] });
  });
  boss = await house.signIn('superadmin', { userName: 'boss' });
  other = await house.signIn('superadmin', { userName: 'other' });
  central = await house.signIn('centralAdmin');
});

const member = { groupId: 'superadmin', userName: 'ny' } as const;

const told = async (caller: Caller) =>
  (await caller.call(home.today, {})).Items.some(({ kind }) => kind === 'superadmins.new');

const refusedToAdd = (userName: string) =>
  boss.refused(superadmins.add, { ...member, userName, comment: 'x' });

describe('a superadmin group', () => {
  it('gets a member with a reason, who added them and when, and it stands in the journal', async () => {
    const added = await boss.call(superadmins.add, { ...member, comment: 'Vikar for Berit' });
    expect(added).toEqual({ succeeded: ['ny'], failed: [] });
    const { Items } = await boss.call(superadmins.users, { groupId: 'superadmin', search: 'nils' });
    expect(Items).toMatchObject([
      { userName: 'ny', comment: 'Vikar for Berit', addedBy: 'boss', isSelf: false, validTo: null },
    ]);
    const log = await boss.call(logs.audit, { event: ['superadmin.added'] });
    expect(log.Items[0]).toMatchObject({
      actor: 'boss',
      target: { type: 'user', key: 'ny' },
      changeCount: 1,
    });
    expect((await boss.refused(superadmins.add, { ...member, comment: 'En gang til' })).code).toBe(
      'superadmin.exists',
    );
  });

  it('is told to the others who have the role, and to nobody else', async () => {
    expect([await told(other), await told(boss), await told(central)]).toEqual([true, false, false]);
    house.clock.set('2026-11-30T12:00:00Z');
    expect(await told(other)).toBe(false);
    house.clock.set('2026-11-20T12:00:00Z');
  });

  it('has another reason when somebody says so', async () => {
    await boss.call(superadmins.comment, { ...member, comment: 'Fast fra nyttår' });
    const { Items } = await boss.call(superadmins.users, { search: 'nils' });
    expect(Items).toMatchObject([{ comment: 'Fast fra nyttår' }]);
  });

  it.each(['', '   ', '<b>fet</b>', 'x'.repeat(300)])(
    'is given no role without a plain reason: %j',
    async (comment) => {
      const { code, fields } = await boss.refused(superadmins.comment, { ...member, comment });
      expect([code, fields.map(({ path }) => path)]).toEqual(['request.invalid', ['comment']]);
    },
  );

  it('is counted', async () => {
    const { Items } = await boss.call(superadmins.groups, {});
    expect(Items).toEqual([
      { id: 'superadmin', memberCount: 3 },
      { id: 'centralAdmin', memberCount: 1 },
    ]);
  });

  it.each(['displayName', 'comment', 'addedTime', 'addedBy', 'lastLogin', 'userName', 'validTo'] as const)(
    'is sorted by %s',
    async (sortBy) => {
      expect((await boss.call(superadmins.users, { sortBy })).TotalItems).toBe(3);
    },
  );

  it('loses a member, whose sessions have nothing left', async () => {
    await boss.call(superadmins.remove, member);
    const { Items: logged } = await boss.call(logs.audit, {
      event: ['superadmin.comment-changed', 'superadmin.removed'],
    });
    expect(logged.map(({ event, target, changeCount }) => [event, target?.key, changeCount])).toEqual([
      ['superadmin.removed', 'ny', 1],
      ['superadmin.comment-changed', 'ny', 1],
    ]);
    const { Items } = await boss.call(superadmins.users, {});
    expect(Items.map(({ userName }) => userName)).toEqual(['boss', 'other']);
    expect((await boss.refused(superadmins.remove, member)).code).toBe('superadmin.not-found');
    expect((await boss.refused(superadmins.comment, { ...member, comment: 'x' })).code).toBe(
      'superadmin.not-found',
    );
  });

  it('takes employees alone, and people who are there', async () => {
    expect((await refusedToAdd('elev')).code).toBe('superadmin.not-employee');
    expect((await refusedToAdd('ukjent')).code).toBe('user.not-found');
  });

  it('is left by nobody themselves', async () => {
    const self = { groupId: 'superadmin', userName: 'boss' } as const;
    expect((await boss.refused(superadmins.remove, self)).code).toBe('superadmin.self');
    const members = await boss.call(superadmins.users, {});
    expect(members.Items.find(({ isSelf }) => isSelf)?.userName).toBe('boss');
  });

  it('still has one when two remove each other at the same moment', async () => {
    const isWaiting = async () => {
      const { rows } = await sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(house.db);
      return rows.length > 0;
    };
    const late = await house.seed(async ({ tx }) => {
      await sql`select from role_grant where role = 'superadmin' for update`.execute(tx);
      const answer = other.request(superadmins.remove.signature, { ...member, userName: 'boss' });
      await expect.poll(isWaiting).toBe(true);
      await sql`delete from role_grant g using users u where u.id = g.user_id and u.user_name = 'other'`.execute(
        tx,
      );
      return { answer };
    });
    expect((await late.answer).body).toMatchObject({ status: 409, code: 'superadmin.last' });
    expect((await boss.call(superadmins.users, {})).Items.map(({ userName }) => userName)).toEqual(['boss']);
  });

  it('is a superadmin’s matter alone', async () => {
    for (const { signature } of Object.values(superadmins)) {
      expect((await central.request(signature, member)).body).toMatchObject({
        code: 'access.denied',
        why: { rule: 'superadmins.manage', grantedBy: ['superadmin'] },
      });
    }
  });

  it.each([
    [superadmins.users, { groupId: 'teacher' }, 'groupId'],
    [superadmins.users, { sortBy: 'reason' }, 'sortBy'],
    [superadmins.add, { ...member, comment: '' }, 'comment'],
    [superadmins.add, { ...member, groupId: 'schoolIct', comment: 'x' }, 'groupId'],
    [superadmins.remove, { ...member, userName: '' }, 'userName'],
    [superadmins.comment, { ...member, groupId: '', comment: 'x' }, 'groupId'],
  ] as const)('is asked about in right words: $signature', async ({ signature }, input, path) => {
    const { status, body } = await boss.request(signature, input);
    expect([status, body]).toMatchObject([422, { code: 'request.invalid', fields: [{ path }] }]);
  });
});

it('tells what superadmins did, and nobody else', async () => {
  await central.request('PUT /user/update', { userName: 'elev', version: 1, department: 'Ny' });
  const { Items } = await boss.call(logs.superadmin, {});
  expect(Items.map(({ event }) => event)).toContain('superadmin.removed');
  expect(new Set(Items.map(({ actorRole }) => actorRole))).toEqual(new Set(['superadmin']));
  const asked = (input: object) => boss.request(logs.superadmin.signature, input);
  expect((await asked({ actor: 'other' })).body).toMatchObject({ code: 'user.not-found' });
  expect((await asked({ at: '2026-11-21..' })).body).toMatchObject({ TotalItems: 0 });
  for (const { signature } of [logs.superadmin, logs.admin, logs.audit]) {
    const hasAny = async (span: object) =>
      Number(Object((await boss.request(signature, span)).body).TotalItems) > 0;
    expect([
      await hasAny({ from: '2026-11-20', to: '2026-11-20' }),
      await hasAny({ from: '2026-11-21' }),
      await hasAny({ to: '2026-11-19' }),
    ]).toEqual([true, false, false]);
  }
  expect((await asked({ at: 'i går' })).body).toMatchObject({
    code: 'request.invalid',
    fields: [{ path: 'at' }],
  });
  expect((await central.request(logs.superadmin.signature)).body).toMatchObject({ code: 'access.denied' });
});
