/** The shared accounts the tests are about, at two schools, and those who look after them. */
import { sql } from 'kysely';

import { type Caller, type House, openHouse } from '#server/testing/house.ts';

export const password = { newPassword: 'blåbær 42 tur', repeatPassword: 'blåbær 42 tur' };

export interface CommonUserCast {
  house: House;
  ict: Caller;
  leader: Caller;
  central: Caller;
  teacher: Caller;
  superadmin: Caller;
}

export async function openCommonUsers(): Promise<CommonUserCast> {
  const house = await openHouse();
  await house.seed(async (seed) => {
    await seed.school('FJB', 'Fjordby skole');
    await seed.school('LUN', 'Lunde skole');
    const account = (userName: string, code: string, columns = {}) =>
      seed.user({ userName, firstName: userName, lastName: '', schools: [{ code }], columns });
    await seed.user({
      userName: 'berit.bok',
      firstName: 'Berit',
      lastName: 'Bok',
      role: 'employee',
      schools: [{ code: 'FJB' }],
    });
    await seed.user({
      userName: 'skjult.s',
      firstName: 'Skjult',
      lastName: 'Solli',
      role: 'employee',
      schools: [{ code: 'FJB' }],
      columns: { shielded: true },
    });
    await account('fjb.bibliotek', 'FJB', {
      description: 'Maskinen i biblioteket',
      last_login_at: '2026-11-19T08:00:00Z',
    });
    await account('fjb.resepsjon', 'FJB', { description: 'Resepsjonen' });
    await account('lun.bibliotek', 'LUN');
    await account('fjb.elev', 'FJB');
    await sql`
      insert into common_user (user_id, responsible_id)
      select u.id, r.id from users u left join users r on r.user_name =
             case u.user_name when 'fjb.bibliotek' then 'berit.bok' when 'fjb.resepsjon' then 'skjult.s' end
       where u.user_name in ('fjb.bibliotek', 'fjb.resepsjon', 'lun.bibliotek')`.execute(seed.tx);
    await seed.group({
      name: 'FJB Voksenopplæring',
      displayName: 'Voksenopplæring',
      type: 'predefined',
      school: 'FJB',
    });
    await seed.member({ group: 'FJB Voksenopplæring', user: 'fjb.elev' });
  });
  return {
    house,
    ict: await house.signIn('schoolIct', { school: 'FJB' }),
    leader: await house.signIn('schoolAdministrator', { school: 'FJB' }),
    central: await house.signIn('centralAdmin'),
    teacher: await house.signIn('teacher', { school: 'FJB' }),
    superadmin: await house.signIn('superadmin', { school: 'LUN' }),
  };
}
