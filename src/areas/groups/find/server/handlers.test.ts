import { describe, expect, it } from 'vitest';

import { groups } from '#areas/groups/contract.ts';
import { seedGroups } from '#areas/groups/server/testing.ts';
import type { Call } from '#kernel/contract.ts';
import { openHouse } from '#server/testing/house.ts';

import { groupFinding } from '../contract.ts';

const house = await openHouse();
await seedGroups(house);
const ict = await house.signIn('schoolIct', { school: 'FJB', userName: 'ida' });
const teacher = await house.signIn('teacher', { school: 'FJB', userName: 'tor' });
const licences = await house.signIn('licenceAdministrator', { school: 'FJB' });
const everyone = await house.signIn('superadmin');

const names = ({ Items }: { Items: { name: string }[] }) => Items.map(({ name }) => name);

const find = async (input: Call<typeof groupFinding.searchUsers>, caller = ict) =>
  (await caller.call(groupFinding.searchUsers, input)).Items.map(({ userName }) => userName);

describe('pickers', () => {
  it('find groups by a part of their name, those that begin with it first', async () => {
    const { Items } = await ict.call(groupFinding.search, { search: '8a', take: 5 });
    expect(Items).toEqual([
      expect.objectContaining({
        name: 'FJB 8A',
        memberCount: 3,
        school: expect.objectContaining({ code: 'FJB' }),
      }),
    ]);
    expect(await ict.refused(groupFinding.search, { search: 'a' })).toMatchObject({
      fields: [{ path: 'search', key: 'minLength', params: { length: 2 } }],
    });
  });

  it('find people of the school who are not in the group yet', async () => {
    expect(await find({ search: 'kari' })).toEqual(['bo', 'leaver', 'anna']);
    expect(await find({ search: 'kari', excludeGroup: 'fjb 8a' })).toEqual(['leaver']);
    expect(await find({ search: 'tor', userType: 'students' })).toEqual([]);
    expect(await find({ search: 'lunde' })).toEqual([]);
    expect(await find({ search: 'lunde' }, everyone)).toEqual(['lunde']);
  });

  it('have all names in blocks', async () => {
    const all = await ict.call(groupFinding.all, { types: ['class', 'grade'], pageSize: 2 });
    expect([names(all), all.TotalItems]).toEqual([['FJB 8', 'FJB 8A'], 3]);
    const rest = await ict.call(groupFinding.all, { types: ['class', 'grade'], pageSize: 2, page: 2 });
    expect(names(rest)).toEqual(['FJB 10A']);
    expect(all.Items[0]).toEqual({ name: 'FJB 8', displayName: '8. trinn', type: 'grade' });
  });

  it('are for everybody with access to the school, as far as they see', async () => {
    expect(names(await teacher.call(groupFinding.all, {}))).toEqual(['FJB 8A']);
    expect(names(await licences.call(groupFinding.all, {}))).toEqual(
      names(await ict.call(groupFinding.all, {})),
    );
    expect(names(await licences.call(groupFinding.search, { search: '8a' }))).toEqual(['FJB 8A']);
    // Finding is not reading.
    expect(await licences.refused(groups.get, { name: 'FJB 8A' })).toMatchObject({
      why: { rule: 'groups.read' },
    });
    expect(await licences.refused(groupFinding.searchUsers, { search: 'kari' })).toMatchObject({
      code: 'access.denied',
      why: { rule: 'users.read' },
    });
  });

  it.each([
    [groupFinding.all, { pageSize: 501 }, 'pageSize'],
    [groupFinding.all, { types: ['klasse'] }, 'types'],
    [groupFinding.search, { search: '8a', take: 101 }, 'take'],
    [groupFinding.searchUsers, { search: ' a ' }, 'search'],
    [groupFinding.searchUsers, { search: 'kari', userType: 'expired' }, 'userType'],
  ])('refuse what is no question: %o %o', async ({ signature }, input, path) => {
    const { status, body } = await ict.request(signature, input);
    expect([status, body]).toMatchObject([
      422,
      { code: 'request.invalid', fields: [{ path: expect.stringContaining(path) }] },
    ]);
  });
});
