/** Which groups nobody teaches, as each who asks sees it. */
import { describe, expect, it } from 'vitest';

import { type Caller, openHouse } from '#server/testing/house.ts';

import { groups } from '../contract.ts';

const house = await openHouse();
await house.seed(async (seed) => {
  await seed.school('FJB', 'Fjordby skole');
  await seed.school('LUN', 'Lunde skole');
  const staff = (userName: string, code = 'FJB', columns = {}) =>
    seed.user({ userName, role: 'employee', schools: [{ code }], columns });
  await staff('kari');
  await staff('skjult', 'FJB', { shielded: true });
  await staff('lunde', 'LUN');
  await seed.user({ userName: 'elev', schools: [{ code: 'FJB' }] });

  const group = async (name: string, member?: string, how: object = { role: 'teacher' }, columns = {}) => {
    await seed.group({ name, school: 'FJB', columns });
    if (member !== undefined) await seed.member({ group: name, user: member, ...how });
  };
  await group('har lærer', 'kari');
  await group('har kontaktlærer', 'kari', { role: 'contactTeacher' });
  await group('bare elev', 'elev', { role: 'student' });
  await group('bare leder', 'kari', { role: 'leader' });
  await group('lærer til i går', 'kari', { role: 'teacher', endOn: '2026-11-19' });
  await group('lærer til i dag', 'kari', { role: 'teacher', endOn: '2026-11-20' });
  await group('lærer fra i morgen', 'kari', { role: 'teacher', startOn: '2026-11-21' });
  await group('skjermet lærer', 'skjult');
  await group('lærer fra Lunde', 'lunde');
  // Through groups within, also two deep and in a ring; not through one that is gone.
  await group('ytterst');
  await group('mellom');
  await seed.nest('ytterst', 'mellom');
  await seed.nest('mellom', 'har lærer');
  await group('ring A');
  await group('ring B');
  await seed.nest('ring A', 'ring B');
  await seed.nest('ring B', 'ring A');
  await group('borte', 'kari', { role: 'teacher' }, { archived_at: '2026-11-01' });
  await group('rundt en som er borte');
  await seed.nest('rundt en som er borte', 'borte');
});

const always = [
  'bare elev',
  'bare leder',
  'lærer fra i morgen',
  'lærer til i går',
  'ring A',
  'ring B',
  'rundt en som er borte',
];

const lacking = async (caller: Caller, lacks: 'teacher' | 'contactTeacher') => {
  const { Items, TotalItems } = await caller.call(groups.list, { lacks });
  expect(TotalItems).toBe(Items.length);
  return Items.map(({ name }) => name).toSorted();
};

describe('groups nobody teaches', () => {
  it.each([
    ['schoolIct', 'FJB', [...always, 'lærer fra Lunde', 'skjermet lærer']],
    ['schoolAdministrator', 'FJB', [...always, 'lærer fra Lunde']],
    ['superadmin', undefined, always],
  ] as const)('are to %s', async (role, school, expected) => {
    const caller = await house.signIn(role, school === undefined ? {} : { school });
    expect(await lacking(caller, 'teacher')).toEqual(expected.toSorted());
  });

  it('have a contact teacher only where one is named so', async () => {
    const names = await lacking(await house.signIn('superadmin'), 'contactTeacher');
    expect(names).toContain('har lærer');
    expect(names).not.toContain('har kontaktlærer');
  });
});
