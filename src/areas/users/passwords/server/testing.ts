/** A house for the tests of passwords: pupils and staff of one school, and who may set whose. */
import { sql } from 'kysely';

import { openHouse } from '#server/testing/house.ts';

export async function openPasswords() {
  const house = await openHouse();
  await house.seed(async (seed) => {
    await seed.school('FJB', 'Fjordby skole');
    await seed.school('LUN', 'Lunde skole');
    const pupil = (userName: string, columns = {}, className = '8A') =>
      seed.user({
        userName,
        firstName: 'Áigin',
        lastName: 'Łoś',
        schools: [{ code: 'FJB', className }],
        columns,
      });
    await pupil('nora.n', { locked_until: '2026-11-20T12:20:00Z' });
    await pupil('ole.o');
    await pupil('per.p', {}, '9B');
    await pupil('gone.g', { expires_on: '2026-11-01' });
    await pupil('hidden.h', { shielded: true });
    await seed.user({ userName: 'fremmed.f', schools: [{ code: 'LUN' }] });
    const staff = (userName: string) => seed.user({ userName, role: 'employee', schools: [{ code: 'FJB' }] });
    await staff('kari.laerer');
    await staff('ida.ikt');
    await seed.group({ name: 'FJB 8A', school: 'FJB' });
    await seed.member({ group: 'FJB 8A', user: 'nora.n' });
    await seed.member({ group: 'FJB 8A', user: 'ida.ikt', role: 'assistant' });
    await seed.member({ group: 'FJB 8A', user: 'kari.laerer', role: 'teacher' });
  });

  /** What is kept of somebody's password for the directory, and of their lock. */
  async function stored(userName: string) {
    const { rows } = await sql<{
      cipher: Buffer | null;
      mustChange: boolean;
      lockedUntil: Date | null;
      unlockedAt: Date | null;
      mustChangePassword: boolean;
    }>`
      select p.cipher, p.must_change, u.locked_until, u.unlocked_at, u.must_change_password
        from users u left join account_password p on p.user_id = u.id where u.user_name = ${userName}`.execute(
      house.db,
    );
    const [row] = rows;
    if (!row) throw new Error(`There is no ${userName}`);
    return { ...row, password: row.cipher && house.services.passwords.decrypt(row.cipher) };
  }

  async function everythingWritten(): Promise<string> {
    const { rows } = await sql<{ text: string }>`
      select coalesce((select string_agg(o::text, ' ') from journal.operation o), '')
          || coalesce((select string_agg(c::text, ' ') from journal.change c), '')
          || coalesce((select string_agg(a::text, ' ') from journal.answer a), '') as text`.execute(house.db);
    return rows[0]?.text ?? '';
  }

  return {
    house,
    ict: await house.signIn('schoolIct', { school: 'FJB', userName: 'ida.ikt' }),
    leader: await house.signIn('schoolAdministrator', { school: 'FJB' }),
    superadmin: await house.signIn('superadmin', { school: 'FJB' }),
    teacher: await house.signIn('teacher', { school: 'FJB', userName: 'kari.laerer' }),
    reader: await house.signIn('centralAdmin'),
    stored,
    everythingWritten,
  };
}
