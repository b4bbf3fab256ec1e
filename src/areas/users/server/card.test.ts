import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';

import { openHouse } from '#server/testing/house.ts';

import { users } from '../contract.ts';
import { operationsOf, seedPeople, signInIda } from './testing.ts';

const house = await openHouse();
await seedPeople(house);
const ict = await signInIda(house);
const leader = await house.signIn('schoolAdministrator', { school: 'FJB' });
const nobody = await house.signIn('licenceAdministrator', { school: 'FJB' });

const operations = (event: string) => operationsOf(house, event);
const idOf = (userName: string) => house.seed((seed) => seed.userId(userName));

describe('a user’s card', () => {
  it('tells the whole person, and what the reader may do', async () => {
    const card = await ict.call(users.get, { name: 'KARI.laerer' });
    expect(card).toMatchObject({
      userName: 'kari.laerer',
      displayName: 'Kari Lærer',
      ownedFields: ['title', 'email'],
      version: 1,
      can: ['update', 'setPassword', 'issuePassword', 'changeSchool', 'endPlace', 'changeGroups'],
      cannot: [
        {
          act: 'showNationalNumber',
          rule: 'national-number.show',
          grantedBy: ['schoolAdministrator', 'superadmin'],
        },
        { act: 'delete', rule: 'user.not-expired', grantedBy: [] },
      ],
    });
    expect(card.schools.map(({ code, isPrimary }) => [code, isPrimary])).toEqual([
      ['FJB', true],
      ['LUN', false],
    ]);
    // Whoever has the right is told that there is nothing to show.
    expect((await leader.call(users.get, { name: 'kari.laerer' })).cannot).toContainEqual({
      act: 'showNationalNumber',
      rule: 'national-number.none',
      grantedBy: [],
    });
  });

  it('offers no password of an account with an administrator’s role, but to a superadmin', async () => {
    const name = leader.actor.userName;
    const against = { rule: 'password.admin-account', grantedBy: ['superadmin'] };
    const card = await ict.call(users.get, { name });
    expect(card.cannot).toContainEqual({ act: 'setPassword', ...against });
    // Passwords that others read first are made for no administrator, whoever asks.
    const issuing = { act: 'issuePassword', rule: 'password.admin-account', grantedBy: [] };
    expect(card.cannot).toContainEqual(issuing);
    const superadmin = await house.signIn('superadmin');
    const { can, cannot } = await superadmin.call(users.get, { name });
    expect(can).toContain('setPassword');
    expect(cannot).toContainEqual(issuing);
  });

  it('offers nobody but a superadmin to delete an account with an administrator’s role', async () => {
    await house.seed(async (seed) => {
      const columns = { expires_on: '2026-11-01' };
      const id = await seed.user({
        userName: 'forrige.rektor',
        role: 'employee',
        schools: [{ code: 'FJB' }],
        columns,
      });
      await seed.grant(id, 'schoolAdministrator', await seed.schoolId('FJB'));
    });
    const name = 'forrige.rektor';
    expect((await ict.call(users.get, { name })).cannot).toContainEqual({
      act: 'delete',
      rule: 'user.admin-account',
      grantedBy: ['superadmin'],
    });
    const superadmin = await house.signIn('superadmin', { school: 'FJB' });
    expect((await superadmin.call(users.get, { name })).can).toContain('delete');
  });

  it('says until when an account is locked, and only while it is', async () => {
    expect((await ict.call(users.get, { name: 'zara.z' })).lockedUntil).toBe('2026-11-20T12:20:00.000Z');
    house.clock.advance(21 * 60_000);
    expect(await ict.call(users.get, { name: 'zara.z' })).toMatchObject({
      lockedUntil: null,
      accountStatus: 'active',
    });
    house.clock.set('2026-11-20T12:00:00Z');
  });

  it('says until when the account is closed, or when it will be, to those who may close accounts', async () => {
    await house.seed(({ tx }) =>
      sql`insert into deactivation (user_id, start_on, end_on, status, registered_by, added_at, ended_at)
          select id, d.start_on, d.end_on, d.status, 'Ida Ikt', now(), d.ended_at
            from users, (values (date '2026-12-01', date '2026-12-05', 'planned', null::timestamptz),
                                ('2026-11-10', '2026-11-30', 'active', null),
                                ('2026-09-01', '2026-09-02', 'ended', now())) d (start_on, end_on, status, ended_at)
           where user_name = 'off.line'`.execute(tx),
    );
    const { deactivation } = await ict.call(users.get, { name: 'off.line' });
    expect(deactivation).toMatchObject({ start: '2026-11-10', end: '2026-11-30', status: 'active' });
    expect((await ict.call(users.get, { name: 'zara.z' })).deactivation).toBeNull();
  });

  it('of a person at another school is not found', async () => {
    expect(await ict.refused(users.get, { name: 'foreign.pupil' })).toMatchObject({
      status: 404,
      code: 'user.not-found',
    });
  });

  it('of a shielded person is not found for one who may not see them, and its opening is logged otherwise', async () => {
    expect(await ict.refused(users.get, { name: 'hidden.one' })).toMatchObject({ status: 404 });
    expect(await operations('user.shielded-viewed')).toEqual([]);

    expect(await leader.call(users.get, { name: 'hidden.one' })).toMatchObject({ shielded: true });
    expect(await operations('user.shielded-viewed')).toEqual([
      expect.objectContaining({
        actorName: leader.actor.userName,
        subject: String(await idOf('hidden.one')),
      }),
    ]);
  });

  it('is refused with the rule and who can grant it', async () => {
    expect(await nobody.refused(users.get, { name: 'aase.aas' })).toMatchObject({
      status: 403,
      code: 'access.denied',
      why: { rule: 'users.read', grantedBy: expect.arrayContaining(['schoolIct', 'teacher']) },
    });
    expect((await house.request('GET /user/:name', { name: 'aase.aas' })).status).toBe(401);
  });
});
