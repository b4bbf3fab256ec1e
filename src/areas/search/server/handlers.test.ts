import { expect, it } from 'vitest';

import { openHouse } from '#server/testing/house.ts';

import { search } from '../contract.ts';

const house = await openHouse();
await house.seed(async (seed) => {
  await seed.school('FJB');
  await seed.school('LUN');
  await seed.user({ userName: 'kari.kvisla', schools: [{ code: 'FJB' }] });
  await seed.user({ userName: 'kvisla.luna', schools: [{ code: 'LUN' }] });
  await seed.user({
    userName: 'kvisla.gone',
    schools: [{ code: 'FJB' }],
    columns: { expires_on: '2026-11-19' },
  });
  await seed.group({ name: 'FJB Kvisla', school: 'FJB' });
  await seed.group({ name: 'LUN Kvisla', school: 'LUN' });
});
const ict = await house.signIn('schoolIct', { school: 'FJB' });

const names = (found: { users: { userName: string }[]; groups: { name: string }[] }) => ({
  users: found.users.map(({ userName }) => userName),
  groups: found.groups.map(({ name }) => name),
});

it('finds people with an open account and groups of the caller’s school, and no other school’s', async () => {
  expect(names(await ict.call(search.all, { q: 'kvisla' }))).toEqual({
    users: ['kari.kvisla'],
    groups: ['FJB Kvisla'],
  });
});

it('finds those of every school for a superadmin, and at most as many of a kind as asked for', async () => {
  const superadmin = await house.signIn('superadmin');
  const { users, groups } = names(await superadmin.call(search.all, { q: 'kvisla' }));
  expect(users.toSorted()).toEqual(['kari.kvisla', 'kvisla.luna']);
  expect(groups.toSorted()).toEqual(['FJB Kvisla', 'LUN Kvisla']);
  const few = await superadmin.call(search.all, { q: 'kvisla', take: 1 });
  expect([few.users.length, few.groups.length]).toEqual([1, 1]);
});

it('looks for the kinds that were asked for', async () => {
  expect(names(await ict.call(search.all, { q: 'kvisla', types: ['group'] }))).toEqual({
    users: [],
    groups: ['FJB Kvisla'],
  });
});

it('shows nothing to those who may read neither people nor groups', async () => {
  const pupil = await house.signIn('licenceAdministrator', { school: 'FJB' });
  expect(await pupil.call(search.all, { q: 'kvisla' })).toEqual({ users: [], groups: [] });
});

it.each([
  [{ q: 'k' }, 'q'],
  [{ q: 'kvisla', types: ['machine'] }, 'types.0'],
  [{ q: 'kvisla', take: 31 }, 'take'],
])('refuses %j', async (input, path) => {
  const refusal = await ict.refused(search.all, input);
  expect(refusal.fields?.[0]?.path).toBe(path);
});
