import { describe, expect, it } from 'vitest';

import { openHouse } from '#server/testing/house.ts';

import { accessList, administeredList, groupRights } from '../contract.ts';

const house = await openHouse();
await house.seed(async (seed) => {
  await seed.school('FJB', 'Fjordby skole');
  await seed.school('LUN', 'Lunde skole');
  await seed.group({ name: 'FJB 8A', displayName: '8A', school: 'FJB' });
  await seed.group({ name: 'FJB 8', displayName: '8. trinn', type: 'grade', school: 'FJB' });
  await seed.group({ name: 'FJB lærere', displayName: 'Lærere', type: 'access', school: 'FJB' });
  await seed.group({ name: 'LUN 8A', school: 'LUN' });
  await seed.group({ name: 'Alle', type: 'global' });
  await seed.nest('FJB 8', 'FJB 8A');
});
const ict = await house.signIn('schoolIct', { school: 'FJB' });
const administrator = await house.signIn('groupAdministrator', { school: 'FJB' });
const everyone = await house.signIn('superadmin');

const access = (groupName: string, input = {}) => ict.call(groupRights.access, { groupName, ...input });
const add = (groupName: string, target: string, input: object = {}) =>
  ict.call(groupRights.addAccess, { groupName, kind: 'folder', level: 'read', target, ...input });

describe('what a group opens', () => {
  it('is its own and what the groups around it open', async () => {
    const { id } = await add('FJB 8A', String.raw`\\felles\8a`);
    await add('FJB 8', 'ressurser.fjordby.no', { kind: 'site' });
    expect((await add('FJB 8A', String.raw`\\felles\8a`, { level: 'write' })).id).toBe(id);
    const { Items } = await access('FJB 8A');
    expect(Items.map(({ target, level, through }) => [target, level, through])).toEqual([
      [String.raw`\\felles\8a`, 'write', null],
      ['ressurser.fjordby.no', 'read', '8. trinn'],
    ]);
    expect((await access('FJB 8')).TotalItems).toBe(1);
    expect((await access('FJB 8A', { kind: ['site'] })).TotalItems).toBe(1);
    expect((await access('FJB 8A', { search: 'FELLES' })).TotalItems).toBe(1);

    // What comes through another group is taken away there.
    const other = Items.find(({ through }) => through !== null)?.id ?? 0;
    expect(await ict.call(groupRights.removeAccess, { groupName: 'FJB 8A', ids: [id, other] })).toEqual({
      removed: 1,
    });
    expect((await access('FJB 8A')).TotalItems).toBe(1);
  });

  it.each(accessList.query.shape.sortBy.unwrap().options)('is sorted by %s', async (sortBy) => {
    expect((await access('FJB 8', { sortBy, sortDir: 'desc' })).TotalItems).toBe(1);
  });

  it('is refused where it is not ours, or not a right', async () => {
    const wish = { groupName: 'LUN 8A', kind: 'folder' as const, level: 'read' as const, target: 'x' };
    expect(await ict.refused(groupRights.access, { groupName: 'LUN 8A' })).toMatchObject({
      code: 'group.not-found',
    });
    expect(await ict.refused(groupRights.addAccess, wish)).toMatchObject({ code: 'group.not-found' });
    expect(await ict.refused(groupRights.addAccess, { ...wish, groupName: 'Alle' })).toMatchObject({
      code: 'group.owner-only',
    });
    expect(
      await ict.refused(groupRights.addAccess, { ...wish, groupName: 'FJB 8A', target: '<x>' }),
    ).toMatchObject({
      fields: [{ path: 'target', key: 'angles' }],
    });
    expect(
      await administrator.refused(groupRights.addAccess, { ...wish, groupName: 'FJB 8A' }),
    ).toMatchObject({
      code: 'access.denied',
    });
    expect(await ict.refused(groupRights.removeAccess, { groupName: 'LUN 8A', ids: [1] })).toMatchObject({
      status: 404,
    });
  });
});

describe('what a group looks after', () => {
  it('is set and taken back, row by row', async () => {
    const set = (input: object) => ict.call(groupRights.administer, { groupName: 'FJB lærere', ...input });
    expect(await set({ add: ['FJB 8A', 'FJB 8', 'LUN 8A', 'Alle', 'FJB lærere'] })).toMatchObject({
      succeeded: ['FJB 8A', 'FJB 8'],
      failed: [
        { id: 'LUN 8A', code: 'group.not-found' },
        { id: 'Alle', code: 'group.owner-only' },
        { id: 'FJB lærere', code: 'group.loop' },
      ],
    });
    await everyone.call(groupRights.administer, { groupName: 'FJB lærere', add: ['LUN 8A'] });
    const seen = async (caller: typeof ict) =>
      (await caller.call(groupRights.administered, { groupName: 'FJB lærere' })).Items.map(
        ({ name }) => name,
      );
    expect(await seen(ict)).toEqual(['FJB 8', 'FJB 8A']);
    expect(await seen(everyone)).toEqual(['FJB 8', 'FJB 8A', 'LUN 8A']);
    expect(await set({ remove: ['FJB 8', 'FJB 8'] })).toMatchObject({ succeeded: ['FJB 8'], failed: [] });
    expect(await set({ remove: ['FJB 8'] })).toMatchObject({ failed: [{ code: 'group.not-found' }] });
  });

  it.each(administeredList.query.shape.sortBy.unwrap().options)('is sorted by %s', async (sortBy) => {
    const { TotalItems } = await ict.call(groupRights.administered, {
      groupName: 'FJB lærere',
      sortBy,
      sortDir: 'desc',
    });
    expect(TotalItems).toBe(1);
  });

  it('is refused where it is not ours', async () => {
    expect(await ict.refused(groupRights.administered, { groupName: 'LUN 8A' })).toMatchObject({
      status: 404,
    });
    expect(await ict.refused(groupRights.administer, { groupName: 'Alle', add: ['FJB 8A'] })).toMatchObject({
      code: 'group.owner-only',
    });
    expect(await administrator.refused(groupRights.administer, { groupName: 'FJB 8A' })).toMatchObject({
      code: 'access.denied',
    });
  });
});
