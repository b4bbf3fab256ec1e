/** The groups the tests are about: a class, a grade around it, a group of the whole owner, and another school's. */
import type { House } from '#server/testing/house.ts';

export async function seedGroups(house: House): Promise<void> {
  await house.seed(async (seed) => {
    await seed.school('FJB', 'Fjordby skole');
    await seed.school('LUN', 'Lunde skole');
    const pupil = (userName: string, lastName: string, code = 'FJB', columns = {}) =>
      seed.user({ userName, lastName, schools: [{ code, className: '8A' }], columns });
    await pupil('anna', 'Aa');
    await pupil('bo', 'Bø');
    await pupil('leaver', 'Slutta');
    await pupil('shy', 'Hemmelig', 'FJB', { shielded: true });
    await pupil('lunde', 'Lundemann', 'LUN');
    const staff = (userName: string, lastName: string, code = 'FJB') =>
      seed.user({ userName, firstName: 'Lærer', lastName, role: 'employee', schools: [{ code }] });
    await staff('tor', 'Tor');
    await staff('ida', 'Ikt');

    await seed.group({
      name: 'FJB 8A',
      displayName: '8A',
      school: 'FJB',
      columns: { source: 'pifu', source_id: 'g1', email: '8a@fjordby.no', expires_on: '2027-07-31' },
    });
    await seed.group({
      name: 'FJB 10A',
      displayName: '10A',
      school: 'FJB',
      columns: { chat_status: 'blocked' },
    });
    await seed.group({
      name: 'FJB mat',
      displayName: 'Matematikk',
      type: 'instruction',
      school: 'FJB',
      columns: { subject_code: 'MAT0003' },
    });
    await seed.group({ name: 'FJB 8', displayName: '8. trinn', type: 'grade', school: 'FJB' });
    await seed.group({
      name: 'FJB 8A 2025',
      displayName: '8A i fjor',
      school: 'FJB',
      columns: { archived_at: '2026-07-31T12:00:00Z' },
    });
    await seed.group({ name: 'FJB fau', displayName: 'FAU', type: 'other', school: 'FJB' });
    await seed.group({ name: 'ALLE', displayName: 'Alle elever', type: 'global' });
    await seed.group({ name: 'LUN 8A', displayName: '8A Lunde', school: 'LUN' });
    await seed.nest('FJB 8', 'FJB 8A');
    await seed.nest('ALLE', 'FJB 8');
    await seed.nest('ALLE', 'LUN 8A');

    await seed.member({ group: 'FJB 8A', user: 'anna', source: 'pifu' });
    await seed.member({ group: 'FJB 8A', user: 'bo' });
    await seed.member({ group: 'FJB 8A', user: 'shy' });
    await seed.member({ group: 'FJB 8A', user: 'leaver', endOn: '2026-11-19' });
    await seed.member({ group: 'FJB 8A', user: 'tor', role: 'teacher' });
    await seed.member({ group: 'FJB 8A', user: 'tor', role: 'contactTeacher' });
    await seed.member({ group: 'FJB 8', user: 'anna' });
    await seed.member({ group: 'FJB mat', user: 'anna' });
    await seed.member({ group: 'FJB mat', user: 'tor', role: 'teacher', startOn: '2026-11-21' });
    await seed.member({ group: 'LUN 8A', user: 'lunde' });
  });
}
