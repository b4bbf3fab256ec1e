/**
 * What somebody registered and a later day carries out is carried out only while that person still may, and is told to have
 * failed otherwise: school changes, numbers, temporary access, blocks and closed accounts.
 */
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';

import { deactivations } from '#areas/tools/deactivations/contract.ts';
import { followDeactivations } from '#areas/tools/deactivations/server/service.ts';
import { personalNumbers } from '#areas/tools/personal-numbers/contract.ts';
import { first, second } from '#areas/tools/personal-numbers/server/testing.ts';
import { blockedAccess, temporaryAccess } from '#areas/tools/school-access/contract.ts';
import { primarySchool } from '#areas/users/primary-school/contract.ts';
import { inOperation } from '#server/journal/operation.ts';
import { nightlySteps } from '#server/nightly-steps.ts';
import { type Caller, openHouse } from '#server/testing/house.ts';

const house = await openHouse();
const people = ['moved', 'numbered', 'visiting', 'blocked', 'closed'] as const;
type Person = (typeof people)[number];
const marks = ['stays', 'leaves', 'rises'] as const;
const tomorrow = '2026-11-21';
const end = '2026-12-20';

async function register(by: Caller, mark: string, number: string) {
  const named = (person: Person) => `${person}.${mark}`;
  await by.call(primarySchool.change, { userName: named('moved'), toSchool: 'LUN' });
  await by.call(personalNumbers.update, { userName: named('numbered'), newSsn: number });
  const order = { role: 'employee' as const, start: tomorrow, end, iktCanModify: true };
  await by.call(temporaryAccess.create, { ...order, userName: named('visiting') });
  await by.call(blockedAccess.create, { ...order, userName: named('blocked') });
  await by.call(deactivations.addUsers, { userNames: [named('closed')], start: tomorrow, end });
}

beforeAll(async () => {
  await house.seed(async (seed) => {
    await seed.school('FJB', 'Fjordby skole');
    await seed.school('LUN', 'Lunde skole');
    for (const mark of marks) {
      for (const person of people) {
        const code = person === 'visiting' ? 'LUN' : 'FJB';
        await seed.user({ userName: `${person}.${mark}`, role: 'employee', schools: [{ code }] });
      }
    }
  });
  const stays = await house.signIn('schoolAdministrator', { school: 'FJB' });
  const leaves = await house.signIn('schoolAdministrator', { school: 'FJB' });
  await register(stays, 'stays', first);
  await register(leaves, 'leaves', second);
  const order = { role: 'employee' as const, start: tomorrow, end, iktCanModify: true };
  await stays.call(blockedAccess.create, { ...order, userName: 'blocked.rises' });
  await stays.call(deactivations.addUsers, { userNames: ['closed.rises'], start: tomorrow, end });
  await house.seed(async (seed) => {
    await sql`delete from role_grant where user_id = ${leaves.actor.userId}`.execute(seed.tx);
    for (const person of ['blocked', 'closed'])
      await seed.grant(await seed.userId(`${person}.rises`), 'schoolIct', await seed.schoolId('FJB'));
  });
  house.clock.set('2026-11-20T17:00:00Z');
  for (const { run } of nightlySteps) {
    await inOperation(house.db, { event: 'test.night', route: 'test', now: house.clock.now() }, (tx) =>
      run(tx, { now: house.clock.now(), day: '2026-11-20' }),
    );
  }
  house.clock.set('2026-11-21T08:00:00Z');
  await followDeactivations(house.db, house.clock.now());
});

/** What became of each person's registration, and whether the person is as it wanted. */
async function outcome(userName: string): Promise<{ failure: string | null; done: boolean }> {
  const { rows } = await sql<{ failure: string | null; done: boolean }>`
    select coalesce((select failure from school_change x where x.user_id = u.id),
                    (select failure from number_change x where x.user_id = u.id),
                    (select failure from access_entry x where x.user_id = u.id),
                    (select failure from deactivation x where x.user_id = u.id)) as failure,
           case split_part(u.user_name, '.', 1)
             when 'moved' then p.code = 'LUN'
             when 'numbered' then u.national_number_hash is not null
             when 'visiting' then exists (select from school_user s where s.user_id = u.id and s.source = 'temporary-access')
             when 'blocked' then exists (select from school_user s where s.user_id = u.id and s.blocked)
             else u.deactivated end as done
      from users u join school p on p.id = u.primary_school_id where u.user_name = ${userName}`.execute(
    house.db,
  );
  const [row] = rows;
  if (!row) throw new Error(`There is no ${userName}`);
  return row;
}

describe.each(people)('what waits for somebody %s', (person) => {
  it('is carried out when whoever registered it still may', async () => {
    expect(await outcome(`${person}.stays`)).toEqual({ failure: null, done: true });
  });

  it('is not when they no longer may, and says so', async () => {
    expect(await outcome(`${person}.leaves`)).toEqual({ failure: 'registrar', done: false });
  });
});

it.each(['blocked', 'closed'])('somebody who became an administrator since is not %s', async (person) => {
  expect(await outcome(`${person}.rises`)).toEqual({ failure: 'account-protected', done: false });
});
