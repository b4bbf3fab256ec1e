import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';

import { logs } from '#areas/logs/contract.ts';
import { type Caller, openHouse } from '#server/testing/house.ts';

import { access } from '../contract.ts';

const house = await openHouse();
let superadmin: Caller;
let ict: Caller;

beforeAll(async () => {
  await house.seed(async (rows) => {
    await rows.school('FJB', 'Fjordby skole');
    await rows.school('LUN', 'Lunden skole');
    await rows.user({ userName: 'elev', schools: [{ code: 'FJB' }] });
    await rows.user({ userName: 'skjult', schools: [{ code: 'FJB' }], columns: { shielded: true } });
    await rows.user({ userName: 'rektor', firstName: 'Rita', role: 'employee', schools: [{ code: 'FJB' }] });
    await rows.user({ userName: 'nabo', role: 'employee', schools: [{ code: 'LUN' }] });
    await rows.user({ userName: 'ny', firstName: 'Nils', role: 'employee', schools: [{ code: 'FJB' }] });
    await rows.user({ userName: 'lars', role: 'employee', schools: [{ code: 'FJB' }] });
    await rows.group({ name: 'FJB 8A', school: 'FJB' });
    await rows.member({ group: 'FJB 8A', user: 'elev' });
    await rows.member({ group: 'FJB 8A', user: 'lars', role: 'teacher' });
    await rows.grant(await rows.userId('lars'), 'teacher', await rows.schoolId('FJB'));
    await rows.grant(await rows.userId('nabo'), 'schoolIct', await rows.schoolId('LUN'));
  });
  superadmin = await house.signIn('superadmin', { userName: 'rektor' });
  ict = await house.signIn('schoolIct', { school: 'FJB' });
});

const order = { userName: 'ny', school: 'FJB', orderedBy: 'rektor' };

const ask = (wrong: object) =>
  superadmin.request('PUT /superadminsettings/schoolaccess', { ...order, roles: [], ...wrong });

describe('access at a school', () => {
  it('is given as the principal ordered, with an end, and stands in the journal', async () => {
    const { access: held } = await superadmin.call(access.change, {
      ...order,
      roles: ['schoolIct', 'groupAdministrator'],
      validTo: '2027-06-30',
    });
    expect(held).toMatchObject([
      {
        school: { code: 'FJB' },
        roles: ['groupAdministrator', 'schoolIct'],
        orderedBy: 'rektor',
        validTo: '2027-06-30',
      },
    ]);
    const { Items } = await superadmin.call(logs.audit, { event: ['access.ordered'] });
    expect(Items[0]).toMatchObject({ event: 'access.ordered', changeCount: 2, target: { key: 'ny' } });
  });

  it('is changed and taken away by saying what it shall be', async () => {
    await superadmin.call(access.change, { ...order, roles: ['schoolIct'] });
    const kept = await superadmin.call(access.list, { search: 'nils' });
    expect(kept.Items).toMatchObject([{ id: 'ny@FJB', roles: ['schoolIct'], validTo: null }]);
    expect((await superadmin.call(access.change, { ...order, roles: [] })).access).toEqual([]);
    expect((await superadmin.call(access.list, { search: 'nils' })).TotalItems).toBe(0);
  });

  it.each([
    [{ orderedBy: 'ukjent' }, 'orderedBy', 'unknownUser'],
    [{ orderedBy: 'nabo' }, 'orderedBy', 'notAtSchool'],
    [{ orderedBy: 'elev' }, 'orderedBy', 'notAtSchool'],
    [{ orderedBy: 'ny' }, 'orderedBy', 'self'],
    [{ validTo: '2026-11-19' }, 'validTo', 'past'],
  ])('is refused with %j', async (wrong, path, key) => {
    const refusal = await superadmin.refused(access.change, { ...order, roles: ['schoolIct'], ...wrong });
    expect(refusal.fields).toEqual([{ path, key, params: {} }]);
  });

  it('is refused for people and schools that are not there, and for roles of the whole owner', async () => {
    expect((await ask({ userName: 'ukjent' })).body).toMatchObject({ code: 'user.not-found' });
    expect((await ask({ school: 'XXX' })).body).toMatchObject({ code: 'school.not-found' });
    expect((await ask({ roles: ['superadmin'] })).body).toMatchObject({ code: 'request.invalid' });
  });

  it('is ordered and seen by superadmins alone, and the refusal says so', async () => {
    const central = await house.signIn('centralAdmin');
    for (const caller of [ict, central]) {
      for (const { signature } of [access.change, access.list, access.whoCan]) {
        expect((await caller.request(signature, { ...order, roles: ['schoolIct'] })).body).toMatchObject({
          code: 'access.denied',
          why: { rule: 'access.order', grantedBy: ['superadmin'] },
        });
      }
    }
  });

  it.each([
    [access.change, { ...order, roles: ['schoolIct'], validTo: 'til jul' }, 'validTo'],
    [access.change, { ...order, roles: ['rektor'] }, 'roles.0'],
    [access.change, { ...order, roles: [], userName: '' }, 'userName'],
    [access.list, { role: ['superadmin'] }, 'role.0'],
    [access.list, { expiresBefore: 'snart' }, 'expiresBefore'],
    [access.whoCan, {}, 'userName'],
  ] as const)('is asked for in right words: $signature %o', async ({ signature }, input, path) => {
    const { status, body } = await superadmin.request(signature, input);
    expect([status, body]).toMatchObject([422, { code: 'request.invalid', fields: [{ path }] }]);
  });
});

describe('the list', () => {
  it('has a row per person and school, and can be narrowed', async () => {
    const { Items } = await superadmin.call(access.list, { role: ['teacher'] });
    expect(Items.map(({ id }) => id)).toEqual(['lars@FJB']);
    const elsewhere = await superadmin.call(access.list, { school: 'lun' });
    expect(elsewhere.Items.map(({ id }) => id)).toEqual(['nabo@LUN']);
  });

  it.each(['displayName', 'school', 'orderedBy', 'validTo', 'lastLogin', 'userName', 'added'] as const)(
    'is sorted by %s',
    async (sortBy) => {
      expect((await superadmin.call(access.list, { sortBy })).TotalItems).toBeGreaterThan(1);
    },
  );

  it('of a school has its administrators, and no teachers', async () => {
    const { Items } = await ict.call(access.admins, {});
    expect(Items.map(({ userName }) => userName)).toEqual([ict.actor.userName]);
    const owner = await superadmin.call(access.admins, {});
    expect(owner.Items.map(({ userName }) => userName)).toContain('rektor');
    const held = await superadmin.call(access.list, { school: 'FJB' });
    expect(held.Items.map(({ userName }) => userName)).toContain('lars');
    const teacher = await house.signIn('teacher', { school: 'FJB', userName: 'lars' });
    expect(await teacher.refused(access.admins, {})).toMatchObject({
      code: 'access.denied',
      why: { rule: 'access.read' },
    });
  });
});

const towards = async (userName: string) => {
  const { Items } = await superadmin.call(access.whoCan, { userName });
  return new Map(Items.map((able) => [able.userName, able]));
};

describe('who can', () => {
  it('names everybody with a role where the person is, with what it opens', async () => {
    const people = await towards('elev');
    expect(people.get('rektor')).toMatchObject({ role: 'superadmin', school: null });
    expect(people.get(ict.actor.userName)?.acts).toContain('users.update');
    expect(people.get('lars')?.acts).toContain('users.read');
    expect(people.get('lars')?.acts).not.toContain('users.update');
    expect(people.has('nabo')).toBe(false);
  });

  it('leaves out those who may not see a shielded person', async () => {
    const people = await towards('skjult');
    expect([...people.keys()]).toEqual(['rektor']);
  });

  it('counts roles in force and open accounts only', async () => {
    await house.seed(async ({ tx }) => {
      await sql`update role_grant set valid_to = '2026-11-19' where role = 'teacher'`.execute(tx);
    });
    expect((await towards('elev')).has('lars')).toBe(false);
  });

  it('is a superadmin’s question about somebody who is there', async () => {
    expect((await ict.refused(access.whoCan, { userName: 'elev' })).code).toBe('access.denied');
    expect((await superadmin.refused(access.whoCan, { userName: 'ukjent' })).code).toBe('user.not-found');
  });
});
