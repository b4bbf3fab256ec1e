/** What the tests of acts on groups have in common: a school, its people, and groups to act on. */
import { sql } from 'kysely';

import { groups } from '#areas/groups/contract.ts';
import type { Call, Output } from '#kernel/contract.ts';
import { type Caller, type House, openHouse } from '#server/testing/house.ts';

import { groupActs, type Member } from '../contract.ts';

export const user = (id: string, role?: Member['role']): Member => ({
  kind: 'user',
  id,
  ...(role && { role }),
});
export const group = (id: string): Member => ({ kind: 'group', id });

export interface Acts {
  house: House;
  ict: Caller;
  leader: Caller;
  administrator: Caller;
  teacher: Caller;
  everyone: Caller;
  /** A group of its own for each test. */
  make: (
    input?: Partial<Call<typeof groupActs.add>>,
    caller?: Caller,
  ) => Promise<Output<typeof groupActs.add>>;
  /** The events of the journal on a group, newest first, with how much they changed. */
  journalOf: (name: string) => Promise<{ event: string; changes: number }[]>;
  /** User name and role of each member, by user name. */
  membersOf: (groupName: string) => Promise<string[]>;
}

export async function openActs(): Promise<Acts> {
  const house = await openHouse();
  await seedActs(house);
  const ict = await house.signIn('schoolIct', { school: 'FJB' });
  let made = 0;
  return {
    house,
    ict,
    leader: await house.signIn('schoolAdministrator', { school: 'FJB' }),
    administrator: await house.signIn('groupAdministrator', { school: 'FJB' }),
    teacher: await house.signIn('teacher', { school: 'FJB', userName: 'tor' }),
    everyone: await house.signIn('superadmin'),
    async make(input = {}, caller = ict) {
      made += 1;
      return caller.call(groupActs.add, { name: `Gruppe ${made}`, type: 'access', ...input });
    },
    async journalOf(name) {
      const { rows } = await sql<{ event: string; changes: number }>`
        select o.event, (select count(*)::int from journal.change c where c.operation_id = o.id) as changes
          from journal.operation o where o.message_params ->> 'key' =
            (select id::text from groups where name = ${name}) order by o.id desc`.execute(house.db);
      return rows;
    },
    async membersOf(groupName) {
      const { Items } = await ict.call(groups.users, { groupName, sortBy: 'userName' });
      return Items.map(({ userName, memberRole }) => `${userName} ${memberRole}`);
    },
  };
}

async function seedActs(house: House): Promise<void> {
  await house.seed(async (seed) => {
    await seed.school('FJB', 'Fjordby skole');
    await seed.school('LUN', 'Lunde skole');
    const person = (userName: string, code: string, role: 'student' | 'employee' = 'student', columns = {}) =>
      seed.user({
        userName,
        firstName: 'Kari',
        lastName: userName,
        role,
        schools: [{ code, className: '8A' }],
        columns: { email: `${userName}@fjordby.no`, ...columns },
      });
    await person('anna', 'FJB');
    await person('bo', 'FJB');
    await person('gone', 'FJB', 'student', { expires_on: '2026-11-01' });
    await person('shy', 'FJB', 'student', { shielded: true });
    await person('tor', 'FJB', 'employee');
    await person('lunde', 'LUN');
    await seed.group({
      name: 'FJB 8A',
      displayName: '8A',
      school: 'FJB',
      columns: { source: 'pifu', source_id: 'g1' },
    });
    await seed.member({ group: 'FJB 8A', user: 'anna', source: 'pifu' });
    await seed.member({ group: 'FJB 8A', user: 'shy', source: 'pifu' });
    await seed.member({ group: 'FJB 8A', user: 'tor', role: 'teacher', source: 'pifu' });
    await seed.group({ name: 'LUN korps', displayName: 'Korps', type: 'access', school: 'LUN' });
    await seed.group({ name: 'Alle rektorer', type: 'global' });
  });
}
