/** People for the tests of temporary access and blocks: two schools, and somebody who is both pupil and employee. */
import { undoHandlers } from '#areas/logs/server/handlers.ts';
import { type Caller, type House, openHouse } from '#server/testing/house.ts';

import { blockedAccessHandlers, temporaryAccessHandlers } from './handlers.ts';

export interface AccessCast {
  house: House;
  ict: Caller;
  leader: Caller;
  /** The leader of the other school. */
  elsewhere: Caller;
  central: Caller;
  teacher: Caller;
}

export async function openAccess(): Promise<AccessCast> {
  const house = await openHouse([...temporaryAccessHandlers, ...blockedAccessHandlers, ...undoHandlers]);
  await seedAccess(house);
  return {
    house,
    ict: await house.signIn('schoolIct', { school: 'FJB' }),
    leader: await house.signIn('schoolAdministrator', { school: 'FJB' }),
    elsewhere: await house.signIn('schoolAdministrator', { school: 'LUN' }),
    central: await house.signIn('centralAdmin', { school: 'FJB' }),
    teacher: await house.signIn('teacher', { school: 'FJB' }),
  };
}

export async function seedAccess(house: House): Promise<void> {
  await house.seed(async (seed) => {
    await seed.school('FJB', 'Fjordby skole');
    await seed.school('LUN', 'Lunde skole');
    const at = (
      userName: string,
      lastName: string,
      code: string,
      role: 'student' | 'employee',
      columns = {},
    ) => seed.user({ userName, firstName: 'Prøve', lastName, role, schools: [{ code }], columns });
    await at('vikar.lunde', 'Vikar', 'LUN', 'employee', { email: 'vikar@lunde.no' });
    await at('annen.lunde', 'Annen', 'LUN', 'employee');
    await at('tredje.lunde', 'Tredje', 'LUN', 'employee');
    await at('gjest.lunde', 'Gjest', 'LUN', 'student');
    await at('skjult.lunde', 'Skjult', 'LUN', 'employee', { shielded: true });
    await at('sluttet.lunde', 'Sluttet', 'LUN', 'employee', { expires_on: '2026-11-01' });
    await at('laerer.fjordby', 'Lærer', 'FJB', 'employee');
    await at('elev.fjordby', 'Elev', 'FJB', 'student');
    await at('begge.fjordby', 'Begge', 'FJB', 'employee');
    await at('skjult.fjordby', 'Hemmelig', 'FJB', 'student', { shielded: true });
    await seed.group({ name: 'FJB 10A', school: 'FJB' });
    await seed.group({ name: 'FJB kor', type: 'access', school: 'FJB' });
    await seed.member({ group: 'FJB 10A', user: 'begge.fjordby', role: 'student' });
  });
}
