import { describe, expect, it } from 'vitest';

import { users } from '#areas/users/contract.ts';
import { passwords } from '#areas/users/passwords/contract.ts';
import { seedPeople } from '#areas/users/server/testing.ts';
import { openHouse } from '#server/testing/house.ts';

import { passwordRules } from '../contract.ts';

const house = await openHouse();
await seedPeople(house);
await house.seed(async (seed) => {
  await seed.user({ userName: 'tor.t', role: 'employee', schools: [{ code: 'FJB' }] });
  await seed.group({ name: 'FJB 8A', displayName: '8A', school: 'FJB' });
  await seed.member({ group: 'FJB 8A', user: 'aase.aas' });
  await seed.member({ group: 'FJB 8A', user: 'tor.t', role: 'teacher' });
});
const superadmin = await house.signIn('superadmin');
const ict = await house.signIn('schoolIct', { school: 'FJB' });
const teacher = await house.signIn('teacher', { school: 'FJB', userName: 'tor.t' });

const set = async (changes: object) => {
  const now = await superadmin.call(passwordRules.read, {});
  return superadmin.call(passwordRules.update, { ...now, ...changes });
};

describe('the rules for passwords', () => {
  it('are the specification’s until a superadmin makes them stricter, and hold at once', async () => {
    expect(await superadmin.call(passwordRules.read, {})).toMatchObject({
      minimum: 7,
      needsNumber: true,
      teachersSetPasswords: false,
    });
    await set({ minimum: 15, needsNumber: false });
    expect(await ict.call(passwords.rules, {})).toEqual({ minimum: 15, needsNumber: false });
    const short = { newPassword: 'blåbær 42 tur', repeatPassword: 'blåbær 42 tur' };
    expect(await ict.refused(passwords.change, { userName: 'aase.aas', ...short })).toMatchObject({
      code: 'password.refused',
      fields: [{ path: 'newPassword', key: 'minLength', params: { length: 15 } }],
    });
    await set({ minimum: 7, needsNumber: true });
    await ict.call(passwords.change, { userName: 'aase.aas', ...short });
  });

  it('are never weaker than the specification’s', async () => {
    const now = await superadmin.call(passwordRules.read, {});
    for (const weak of [{ minimum: 6 }, { minimum: 7, needsNumber: false }, { minimum: 33 }]) {
      expect(await superadmin.refused(passwordRules.update, { ...now, ...weak })).toMatchObject({
        fields: [{ path: 'minimum' }],
      });
    }
  });

  it('are changed on what one has seen, by a superadmin, with an entry in the log', async () => {
    const before = await superadmin.call(passwordRules.read, {});
    await set({ minimum: 9 });
    expect(await superadmin.refused(passwordRules.update, { ...before, minimum: 10 })).toMatchObject({
      code: 'row.stale',
    });
    expect(await ict.refused(passwordRules.update, before)).toMatchObject({
      code: 'access.denied',
      why: { rule: 'site.manage' },
    });
    expect(await ict.refused(passwordRules.read, {})).toMatchObject({ code: 'access.denied' });
    const { rows } = await house.pool.query<{ changed: string[] }>(
      `select array(select c.row_key from journal.change c where c.operation_id = o.id order by 1) as changed
         from journal.operation o where o.event = 'site-settings.password-rules-updated' order by o.id desc limit 1`,
    );
    expect(rows).toEqual([{ changed: ['passwordMinimum'] }]);
    await set({ minimum: 7 });
  });
});

describe('teachers', () => {
  const wish = {
    userName: 'aase.aas',
    newPassword: 'blåbær 42 tur',
    repeatPassword: 'blåbær 42 tur',
  };

  it('set the passwords of their own pupils where the site lets them', async () => {
    expect(await teacher.refused(passwords.change, wish)).toMatchObject({ code: 'access.denied' });
    expect((await teacher.call(users.get, { name: 'aase.aas' })).cannot).toContainEqual({
      act: 'setPassword',
      rule: 'teachersSetPasswords',
      grantedBy: ['schoolIct', 'schoolAdministrator', 'superadmin'],
    });
    await set({ teachersSetPasswords: true });
    expect((await teacher.call(users.get, { name: 'aase.aas' })).can).toContain('setPassword');
    await teacher.call(passwords.change, wish);
    await set({ teachersSetPasswords: false });
  });
});
