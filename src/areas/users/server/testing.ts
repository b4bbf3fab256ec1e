/** The people the tests of users are about: two schools, with names that sort and search in telling ways. */
import { sql } from 'kysely';

import type { Caller, House } from '#server/testing/house.ts';

export async function seedPeople(house: House): Promise<void> {
  await house.seed(async (seed) => {
    await seed.school('FJB', 'Fjordby skole');
    await seed.school('LUN', 'Lunde skole');
    const pupil = (userName: string, firstName: string, lastName: string, className: string, columns = {}) =>
      seed.user({
        userName,
        firstName,
        lastName,
        schools: [{ code: 'FJB', className, grade: className.slice(0, -1) }],
        columns,
      });
    await pupil('aase.aas', 'Åse', 'Ås', '8A');
    await pupil('oeystein.oe', 'Øystein', 'Østby', '8A', { mobile_phone: '90000001', tablet_count: 2 });
    await pupil('aerlig.ae', 'Ærlig', 'Ærø', '8B', { email: 'aerlig.ae@fjordby.no' });
    await pupil('zara.z', 'Zara', 'Zimmer', '10A', { locked_until: '2026-11-20T12:20:00Z' });
    await pupil('ole.kvisla', 'Ole', 'Kvisla', '8A', { expires_on: '2026-12-01' });
    await pupil('gone.away', 'Borte', 'Vekk', '8A', { expires_on: '2026-11-19' });
    await pupil('off.line', 'Av', 'Slått', '8B', { deactivated: true });
    await pupil('hidden.one', 'Skjermet', 'Hemmelig', '8A', { shielded: true });
    await seed.user({
      userName: 'kari.laerer',
      firstName: 'Kari',
      lastName: 'Lærer',
      role: 'employee',
      schools: [{ code: 'FJB' }, { code: 'LUN' }],
      columns: {
        title: 'Adjunkt',
        department: 'Realfag',
        email: 'kari.laerer@fjordby.no',
        owned_fields: '{title,email}',
        source: 'pifu',
        last_login_at: '2026-11-18T08:00:00Z',
        created_at: '2026-01-05T12:00:00Z',
      },
    });
    await seed.user({
      userName: 'foreign.pupil',
      firstName: 'Fremmed',
      lastName: 'Elev',
      schools: [{ code: 'LUN', className: '9Z', grade: '9' }],
    });
  });
}

/** School ICT of Fjordby, by a name of her own: what she may not do to herself can be asked, too. */
export async function signInIda(house: House): Promise<Caller> {
  await house.seed((seed) =>
    seed.user({
      userName: 'ida.ikt',
      firstName: 'Ida',
      lastName: 'Ikt',
      role: 'employee',
      schools: [{ code: 'FJB' }],
    }),
  );
  return house.signIn('schoolIct', { school: 'FJB', userName: 'ida.ikt' });
}

interface Operation {
  id: number;
  event: string;
  actorName: string;
  actorRole: string;
  subject: string | null;
  reason: string | null;
}

/** What the journal has of an event, oldest first. */
export async function operationsOf(house: House, event: string): Promise<Operation[]> {
  const { rows } = await sql<Operation>`
    select id, event, actor_name, actor_role, message_params ->> 'key' as subject, reason
      from journal.operation where event = ${event} order by id`.execute(house.db);
  return rows;
}
