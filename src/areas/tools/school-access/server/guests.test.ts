/**
 * A school may give anybody in the municipality access for a time, at once. What it may not do with that is take their
 * account over, close it, delete it, move it to itself, or see and change whose number it has.
 */
import { expect, it } from 'vitest';

import { deactivations } from '#areas/tools/deactivations/contract.ts';
import { personalNumbers } from '#areas/tools/personal-numbers/contract.ts';
import { users } from '#areas/users/contract.ts';
import { passwords } from '#areas/users/passwords/contract.ts';
import { primarySchool } from '#areas/users/primary-school/contract.ts';
import { openHouse } from '#server/testing/house.ts';

import { temporaryAccess } from '../contract.ts';
import { seedAccess } from './testing.ts';

const house = await openHouse();
await seedAccess(house);
const leader = await house.signIn('schoolAdministrator', { school: 'FJB' });
const guest = 'vikar.lunde';

it('a guest’s account stays out of the hands of the school they visit', async () => {
  await leader.call(temporaryAccess.create, {
    userName: guest,
    role: 'employee',
    immediate: true,
    end: '2026-12-18',
  });
  const { version, can, cannot } = await leader.call(users.get, { name: guest });
  expect(can).toEqual(['changeGroups']);
  const why = { rule: 'user.guest', grantedBy: ['superadmin'] };
  expect(cannot).toContainEqual({ act: 'setPassword', ...why });
  expect(cannot).toContainEqual({ act: 'update', ...why });

  const newPassword = 'Fjordby-2026';
  const typed = { userName: guest, newPassword, repeatPassword: newPassword };
  const refused = [
    await leader.refused(passwords.change, typed),
    await leader.refused(passwords.unlock, { userName: guest }),
    await leader.refused(users.update, { userName: guest, version, expiryDate: '2026-11-01' }),
    await leader.refused(users.showNationalNumber, { userName: guest }),
    await leader.refused(primarySchool.change, { userName: guest, toSchool: 'FJB' }),
    await leader.refused(personalNumbers.update, { userName: guest, newSsn: '17897055655' }),
  ];
  expect(refused.map(({ status, code }) => [status, code])).toEqual(refused.map(() => [403, 'user.guest']));
  expect(refused[0]).toMatchObject({ why });
  const issued = await leader.call(passwords.issue, { userNames: [guest] });
  expect(issued).toMatchObject({ Items: [], failed: [{ id: guest, code: 'user.guest' }] });
  const closed = await leader.call(deactivations.addUsers, {
    userNames: [guest],
    start: '2026-11-20',
    end: '2026-11-25',
  });
  expect(closed).toMatchObject({ Items: [], failed: [{ id: guest, code: 'user.guest' }] });
});

it('their own school goes on looking after it, and does not see it opened by another', async () => {
  const home = await house.signIn('schoolAdministrator', { school: 'LUN' });
  expect((await home.call(users.get, { name: guest })).can).toContain('setPassword');
  const { Items } = await home.call(deactivations.addUsers, {
    userNames: [guest],
    start: '2026-11-20',
    end: '2026-11-25',
  });
  const ids = Items.map(({ id }) => id);
  expect(await leader.call(deactivations.activate, { ids })).toMatchObject({
    failed: [{ code: 'user.guest' }],
  });
  expect(await leader.call(deactivations.activate, { userNames: [guest] })).toMatchObject({
    failed: [{ code: 'user.guest' }],
  });
  expect(await home.call(deactivations.activate, { ids })).toMatchObject({ failed: [] });
});
