import { expect, it } from 'vitest';

import { logs } from '#areas/logs/contract.ts';
import { openHouse } from '#server/testing/house.ts';

import { views } from '../contract.ts';

const house = await openHouse();
await house.seed((seed) => seed.school('FJB'));
const mine = await house.signIn('schoolIct', { school: 'FJB' });
const other = await house.signIn('schoolIct', { school: 'FJB' });
const state = { userType: 'students', sort: '-added', columns: 'name,email' };

it('keeps a view with its filters, sort and columns, for its owner alone', async () => {
  const saved = await mine.call(views.save, { list: 'users', name: 'Nye elever', state });
  expect(saved).toEqual({ id: expect.any(Number), name: 'Nye elever', state });
  expect((await mine.call(views.list, { list: 'users' })).Items).toEqual([saved]);
  expect((await mine.call(views.list, { list: 'groups' })).Items).toEqual([]);
  expect((await other.call(views.list, { list: 'users' })).Items).toEqual([]);
});

it('changes name or content', async () => {
  const saved = await mine.call(views.save, { list: 'groups', name: 'Klasser', state: {} });
  await mine.call(views.change, { id: saved.id, name: 'Mine klasser' });
  await mine.call(views.change, { id: saved.id, state: { type: 'class' } });
  expect((await mine.call(views.list, { list: 'groups' })).Items).toEqual([
    { id: saved.id, name: 'Mine klasser', state: { type: 'class' } },
  ]);
});

it('refuses a name the owner uses already, on that list', async () => {
  const taken = { status: 409, code: 'view.name-taken', fields: [{ path: 'name', key: 'taken' }] };
  expect(await mine.refused(views.save, { list: 'users', name: 'Nye elever', state })).toMatchObject(taken);
  const second = await mine.call(views.save, { list: 'users', name: 'Andre', state });
  expect(await mine.refused(views.change, { id: second.id, name: 'Nye elever' })).toMatchObject(taken);
  expect(await other.call(views.save, { list: 'users', name: 'Nye elever', state })).toMatchObject({ state });
});

it('deletes a view, and neither shows, changes nor deletes somebody else’s', async () => {
  const saved = await mine.call(views.save, { list: 'users', name: 'Bort', state });
  for (const attempt of [
    () => other.refused(views.change, { id: saved.id, name: 'Min' }),
    () => other.refused(views.remove, { id: saved.id }),
  ]) {
    expect(await attempt()).toMatchObject({ status: 404, code: 'view.not-found' });
  }
  await mine.call(views.remove, { id: saved.id });
  expect(await mine.refused(views.remove, { id: saved.id })).toMatchObject({ code: 'view.not-found' });
});

it.each([
  [{ list: 'Users!', name: 'x', state }, 'list'],
  [{ list: 'users', name: '  ', state }, 'name'],
  [{ list: 'users', name: '<b>', state }, 'name'],
  [{ list: 'users', name: 'x', state: { sort: 'a'.repeat(2_001) } }, 'state.sort'],
])('points at what is wrong with %o', async (input, path) => {
  const problem = await mine.refused(views.save, input);
  expect([problem.status, problem.fields.map((field) => field.path)]).toEqual([422, [path]]);
});

it('stands in the log', async () => {
  const { Items } = await mine.call(logs.audit, { event: ['view.saved'], actor: mine.actor.userName });
  expect(Items[0]).toMatchObject({ target: { type: 'view', name: 'Bort' } });
});
