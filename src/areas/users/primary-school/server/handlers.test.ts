import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';

import { osloDay } from '#kernel/dates.ts';
import { openHouse } from '#server/testing/house.ts';

import { users } from '../../contract.ts';
import { executeSchoolChanges } from '../../server/service.ts';
import { seedPeople } from '../../server/testing.ts';
import { primarySchool } from '../contract.ts';

const house = await openHouse();
await seedPeople(house);
const ict = await house.signIn('schoolIct', { school: 'FJB' });
const superadmin = await house.signIn('superadmin');
const teacher = await house.signIn('teacher', { school: 'FJB' });

const pending = async (name: string) => (await superadmin.call(users.get, { name })).pendingSchoolChange;
const night = () => {
  const now = house.clock.now();
  return house.seed(({ tx }) => executeSchoolChanges(tx, { now, day: osloDay(now) }));
};

/** What the newest operations were called, what they changed, and under whose name. */
async function journal(most: number) {
  const { rows } = await sql<{ event: string; by: string; tables: string[] }>`
    select o.event, o.actor_name as by,
           array(select c.table_name from journal.change c where c.operation_id = o.id) as tables
      from journal.operation o where o.actor_id is not null order by o.id desc limit ${most}`.execute(
    house.db,
  );
  return rows;
}

const to = (userName: string, toSchool: string) => ({ userName, toSchool });

beforeEach(async () => {
  house.clock.set('2026-11-20T12:00:00Z');
  await house.seed(({ tx }) => sql`delete from school_change`.execute(tx));
});

describe('a change of primary school', () => {
  it('is registered, told on the card, and cancelled', async () => {
    const answer = await ict.call(primarySchool.change, { userName: 'aase.aas', toSchool: 'lun' });
    expect(answer).toEqual({
      userName: 'aase.aas',
      toSchool: { code: 'LUN', name: 'Lunde skole', abbreviation: 'LUN' },
      registered: '2026-11-20T12:00:00.000Z',
      registeredBy: expect.stringContaining('Prøve'),
      // 16:00 in Oslo.
      executesAt: '2026-11-20T15:00:00.000Z',
    });
    expect(await pending('aase.aas')).toMatchObject({ to: { code: 'LUN' } });
    await ict.call(primarySchool.change, { userName: 'aase.aas', cancel: true });
    expect(await pending('aase.aas')).toBeNull();
    const by = ict.actor.userName;
    expect(await journal(2)).toEqual([
      { event: 'user.school-change-cancelled', by, tables: ['school_change'] },
      { event: 'user.school-change-registered', by, tables: ['school_change'] },
    ]);
    expect(await ict.refused(primarySchool.change, { userName: 'aase.aas', cancel: true })).toMatchObject({
      status: 404,
      code: 'school-change.not-found',
    });
  });

  it('that replaces one that waits is the one that counts', async () => {
    await house.seed((seed) => seed.school('NES', 'Nes skole'));
    await ict.call(primarySchool.change, to('aase.aas', 'LUN'));
    await ict.call(primarySchool.change, to('aase.aas', 'NES'));
    expect(await pending('aase.aas')).toMatchObject({ to: { code: 'NES' } });
    await house.seed(({ tx }) => sql`delete from school_change`.execute(tx));
    await house.seed(({ tx }) => sql`delete from school where code = 'NES'`.execute(tx));
  });

  it('after four waits until the next day', async () => {
    house.clock.set('2026-11-20T15:00:00Z');
    const { executesAt } = await ict.call(primarySchool.change, {
      userName: 'aase.aas',
      toSchool: 'LUN',
    });
    expect(executesAt).toBe('2026-11-21T15:00:00.000Z');
  });

  it('waits for the hour at which the site’s imports begin', async () => {
    const set = (window: unknown) =>
      house.seed(({ tx }) =>
        sql`insert into site_setting values ('importWindow', ${JSON.stringify(window)}::jsonb)
            on conflict (key) do update set value = excluded.value`.execute(tx),
      );
    const wish = to('aase.aas', 'LUN');
    await set({ from: '18:30', to: '21:00' });
    expect(await ict.call(primarySchool.change, wish)).toMatchObject({
      executesAt: '2026-11-20T17:30:00.000Z',
    });
    await set({ from: 'seint', to: '21:00' });
    expect(await ict.call(primarySchool.change, wish)).toMatchObject({
      executesAt: '2026-11-20T15:00:00.000Z',
    });
    await house.seed(({ tx }) => sql`delete from site_setting where key = 'importWindow'`.execute(tx));
  });

  it('is carried out at the import, once, and not when it was cancelled', async () => {
    await ict.call(primarySchool.change, { userName: 'ole.kvisla', toSchool: 'LUN' });
    await ict.call(primarySchool.change, { userName: 'aerlig.ae', toSchool: 'LUN' });
    await ict.call(primarySchool.change, { userName: 'aerlig.ae', cancel: true });
    expect(await night()).toEqual({ changed: 1 });
    expect(await night()).toEqual({ changed: 0 });
    const {
      schools,
      primarySchool: now,
      pendingSchoolChange,
    } = await superadmin.call(users.get, {
      name: 'ole.kvisla',
    });
    expect(now).toMatchObject({ code: 'LUN' });
    expect(pendingSchoolChange).toBeNull();
    expect(schools.map(({ code, isPrimary }) => [code, isPrimary])).toEqual([
      ['LUN', true],
      ['FJB', false],
    ]);
    expect((await superadmin.call(users.get, { name: 'aerlig.ae' })).primarySchool).toMatchObject({
      code: 'FJB',
    });
  });

  it('is refused to nowhere, to where one is, for the expired, and without the right', async () => {
    const refused = async (input: { userName: string; toSchool: string }) =>
      (await ict.refused(primarySchool.change, input)).code;
    expect(await refused(to('aase.aas', 'XXX'))).toBe('school.not-found');
    expect(await refused(to('aase.aas', 'FJB'))).toBe('user.already-there');
    expect(await refused(to('gone.away', 'LUN'))).toBe('user.expired');
    expect(await refused(to('foreign.pupil', 'FJB'))).toBe('user.not-found');
    expect(await teacher.refused(primarySchool.change, to('aase.aas', 'LUN'))).toMatchObject({
      why: { rule: 'users.move' },
    });
    const both = { userName: 'aase.aas', toSchool: 'LUN', cancel: true };
    expect((await ict.request('PUT /user/changeprimaryschool', both)).status).toBe(422);
    expect((await ict.request('PUT /user/changeprimaryschool', { userName: 'aase.aas' })).status).toBe(422);
  });

  it('can be to any open school of the owner', async () => {
    expect((await ict.call(primarySchool.schools, {})).Items.map(({ code }) => code)).toEqual(['FJB', 'LUN']);
    expect((await ict.call(primarySchool.schools, { search: 'lunde' })).Items).toHaveLength(1);
  });
});

describe('whom to ask', () => {
  it('are nobody with a protected identity, nor whose account is closed', async () => {
    await house.seed(async (seed) => {
      for (const [userName, columns] of [
        ['vernet.ikt', { shielded: true, mobile_phone: '90000009' }],
        ['stengt.ikt', { deactivated: true }],
        ['sluttet.ikt', { expires_on: '2026-11-01' }],
      ] as const) {
        const id = await seed.user({ userName, role: 'employee', schools: [{ code: 'LUN' }], columns });
        await seed.grant(id, 'schoolIct', await seed.schoolId('LUN'));
      }
    });
    expect((await superadmin.call(primarySchool.ictGroupAdmins, { school: 'LUN' })).Items).toEqual([]);
  });

  it('are those who hold a role at the school today', async () => {
    const { Items } = await teacher.call(primarySchool.ictGroupAdmins, {});
    expect(Items).toMatchObject([
      { userName: ict.actor.userName, role: 'schoolIct', school: { code: 'FJB' } },
    ]);
    await house.seed(({ tx }) =>
      sql`update role_grant set valid_to = ${osloDay(house.clock.now())}::date - 1
           where user_id = ${ict.actor.userId}`.execute(tx),
    );
    expect((await teacher.call(primarySchool.ictGroupAdmins, {})).Items).toEqual([]);
    expect(await teacher.refused(primarySchool.ictGroupAdmins, { school: 'LUN' })).toMatchObject({
      code: 'access.denied',
    });
    expect((await superadmin.call(primarySchool.ictGroupAdmins, { school: 'LUN' })).Items).toEqual([]);
    expect(await superadmin.refused(primarySchool.ictGroupAdmins, { school: 'XXX' })).toMatchObject({
      status: 404,
    });
  });
});
