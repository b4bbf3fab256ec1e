/** A school with two classes within a grade, an exam, a neighbour, and somebody of each role. */
import { sql } from 'kysely';

import type { Caller, House } from '#server/testing/house.ts';

export interface Cast {
  ict: Caller;
  leader: Caller;
  elsewhere: Caller;
  superadmin: Caller;
  /** Teaches 8A alone. */
  teacher: Caller;
  central: Caller;
}

/** The house's clock stands at 13:00 in Oslo on Friday 20 November 2026. */
export async function peopleAndGroups(house: House): Promise<Cast> {
  await house.seed(async (seed) => {
    await seed.school('FJB', 'Fjordby skole');
    await seed.school('LUN', 'Lunde skole');
    const pupil = (userName: string, code: string, columns = {}) =>
      seed.user({ userName, firstName: 'Elev', lastName: userName, schools: [{ code }], columns });
    for (const name of ['anna', 'bent', 'cato', 'dina']) await pupil(name, 'FJB');
    await pupil('hidden', 'FJB', { shielded: true });
    await pupil('foreign', 'LUN');
    await seed.group({ name: 'FJB 8A', displayName: '8A', school: 'FJB' });
    await seed.group({ name: 'FJB 8B', displayName: '8B', school: 'FJB' });
    await seed.group({ name: 'FJB 8', displayName: '8. trinn', type: 'grade', school: 'FJB' });
    await seed.group({ name: 'LUN 9Z', displayName: '9Z', school: 'LUN' });
    for (const child of ['FJB 8A', 'FJB 8B']) await seed.nest('FJB 8', child);
    for (const user of ['anna', 'bent', 'hidden']) await seed.member({ group: 'FJB 8A', user });
    await seed.member({ group: 'FJB 8B', user: 'cato' });
    await seed.member({ group: 'FJB 8A', user: 'dina', endOn: '2026-10-01' });
    await seed.member({ group: 'LUN 9Z', user: 'foreign' });
    await sql`insert into exam_group (school_id, name, description, exam_on, created_by, created_at)
      values (${await seed.schoolId('FJB')}, 'FJB eksamen 1', 'Norsk hovedmål', '2026-11-25', 'Prøve', '2026-11-20T12:00:00Z')`.execute(
      seed.tx,
    );
    await sql`insert into exam_candidate (exam_group_id, number, user_name, created_at)
      select id, 1, 'fjbeks-1001', '2026-11-20T12:00:00Z' from exam_group`.execute(seed.tx);
    await sql`insert into domain_package (school_id, name, domains, changed_by, changed_at, created_at) values
      (null, 'Udir', '{udir.no,eksamen.udir.no}', 'Prøve', now(), now()),
      (${await seed.schoolId('FJB')}, 'Ordbøker', '{ordbokene.no}', 'Prøve', now(), now()),
      (${await seed.schoolId('LUN')}, 'Lundes egne', '{lunde.no}', 'Prøve', now(), now())`.execute(seed.tx);
    await sql`insert into always_open_page (school_id, domain, added_by, added_at) values
      (null, 'fjordby.kommune.no', 'Prøve', now()),
      (${await seed.schoolId('FJB')}, 'fjb.no', 'Prøve', now()),
      (${await seed.schoolId('LUN')}, 'lun.no', 'Prøve', now())`.execute(seed.tx);
    await sql`insert into exam_resource (school_id, name, domains, changed_by, changed_at) values
      (null, 'Geogebra', '{geogebra.org}', 'Prøve', now())`.execute(seed.tx);
  });
  const teacher = await house.signIn('teacher', { school: 'FJB' });
  await house.seed((seed) => seed.member({ group: 'FJB 8A', user: teacher.actor.userName, role: 'teacher' }));
  return {
    teacher,
    ict: await house.signIn('schoolIct', { school: 'FJB' }),
    leader: await house.signIn('schoolAdministrator', { school: 'FJB' }),
    elsewhere: await house.signIn('schoolIct', { school: 'LUN' }),
    superadmin: await house.signIn('superadmin'),
    central: await house.signIn('centralAdmin'),
  };
}

export async function packageId(house: House, name: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`select id from domain_package where name = ${name}`.execute(
    house.db,
  );
  return rows[0]?.id ?? 0;
}

export async function eventsOf(house: House, event: string): Promise<number> {
  const { rows } = await sql`select from journal.operation where event = ${event}`.execute(house.db);
  return rows.length;
}
