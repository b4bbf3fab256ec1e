import { describe, expect, it } from 'vitest';

import { seedPeople } from '#areas/users/server/testing.ts';
import { openHouse } from '#server/testing/house.ts';

import { userMemberships } from '../contract.ts';

const house = await openHouse();
await seedPeople(house);
const ict = await house.signIn('schoolIct', { school: 'FJB' });

describe('the groups of a user', () => {
  it('are those of today, direct and inherited, of the school and of the whole owner', async () => {
    await house.seed(async (seed) => {
      await seed.group({ name: 'FJB 8A', displayName: '8A', school: 'FJB' });
      await seed.group({ name: 'FJB 8', displayName: '8. trinn', type: 'grade', school: 'FJB' });
      await seed.group({ name: 'ALLE', displayName: 'Alle', type: 'global' });
      await seed.group({ name: 'LUN kor', displayName: 'Kor', type: 'access', school: 'LUN' });
      await seed.group({ name: 'FJB gammel', displayName: 'Gammel', school: 'FJB' });
      await seed.nest('FJB 8', 'FJB 8A');
      await seed.nest('ALLE', 'FJB 8');
      await seed.member({ group: 'FJB 8A', user: 'aase.aas', source: 'pifu' });
      await seed.member({ group: 'LUN kor', user: 'aase.aas' });
      await seed.member({ group: 'FJB gammel', user: 'aase.aas', endOn: '2026-06-19' });
    });
    const page = await ict.call(userMemberships.list, { userName: 'aase.aas' });
    expect(page.Items.map(({ name, membership }) => [name, membership])).toEqual([
      ['FJB 8', 'nested'],
      ['FJB 8A', 'import'],
      ['ALLE', 'nested'],
    ]);
    expect(page.TotalItems).toBe(3);
    // A row has all that the list of groups tells, as far as the reader sees it.
    expect(page.Items[1]).toMatchObject({
      name: 'FJB 8A',
      displayName: '8A',
      school: { code: 'FJB' },
      memberCount: 1,
      teacherCount: 0,
      created: '2026-11-20T12:00:00.000Z',
      email: null,
      visibleInAddressLists: true,
      source: 'manual',
      role: 'student',
    });
    const classes = await ict.call(userMemberships.list, {
      userName: 'aase.aas',
      type: ['class'],
      search: '8',
    });
    expect(classes.Items.map(({ name }) => name)).toEqual(['FJB 8A']);
    const grades = await ict.call(userMemberships.list, { userName: 'aase.aas', types: ['grade'] });
    expect(grades.Items.map(({ name }) => name)).toEqual(['FJB 8']);
    expect(await ict.refused(userMemberships.list, { userName: 'aase.aas', types: ['korps'] })).toMatchObject(
      {
        fields: [{ path: 'types.0' }],
      },
    );
  });

  it('of people the caller does not reach are not told', async () => {
    for (const userName of ['foreign.pupil', 'hidden.one']) {
      expect(await ict.refused(userMemberships.list, { userName })).toMatchObject({ code: 'user.not-found' });
    }
    const everyone = await house.signIn('licenceAdministrator', { school: 'FJB' });
    expect(await everyone.refused(userMemberships.list, { userName: 'aase.aas' })).toMatchObject({
      code: 'access.denied',
    });
  });
});
