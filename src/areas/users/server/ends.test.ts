/** Who ends what: a school a place, the owner an account; and what the owner closed no school opens, whichever way. */
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';

import { undoing } from '#areas/logs/contract.ts';
import { deactivations } from '#areas/tools/deactivations/contract.ts';
import { followDeactivations } from '#areas/tools/deactivations/server/service.ts';
import { manyUsers } from '#areas/users/many/contract.ts';
import { openMany } from '#areas/users/many/server/testing.ts';
import { runImport } from '#server/import/run.ts';
import { file, members, person, request, school } from '#server/import/testing.ts';
import { undoingsDone } from '#server/journal/undo/undo.ts';
import type { Caller } from '#server/testing/house.ts';

import { users } from '../contract.ts';
import { places } from '../places/contract.ts';

const { house, ict, leader, superadmin, outcomes } = await openMany();
const { db, pool, clock, services } = house;

const account = async (userName: string) => {
  const { rows } = await sql<{ expiresOn: string | null; deactivated: boolean }>`
    select expires_on::text, deactivated from users where user_name = ${userName}`.execute(db);
  return rows[0];
};
const lastDay = async (by: Caller, userName: string, expiryDate: string | null) => {
  const { version } = await superadmin.call(users.get, { name: userName });
  return by.request('PUT /user/update', { userName, version, expiryDate });
};
const close = async (by: Caller, userName: string, end: string) => {
  const { Items } = await by.call(deactivations.addUsers, {
    userNames: [userName],
    start: '2026-11-20',
    end,
  });
  return Items[0]?.id ?? 0;
};
const latest = async () => {
  const { rows } = await sql<{ id: number }>`select max(id)::int as id from journal.operation`.execute(db);
  return rows[0]?.id ?? 0;
};

const place = async (userName: string, code: string) => {
  const { rows } = await sql<{ blocked: boolean; endedOn: string | null }>`
    select p.blocked, p.ended_on::text from school_user p join users u on u.id = p.user_id
      join school s on s.id = p.school_id where u.user_name = ${userName} and s.code = ${code}`.execute(db);
  return rows[0];
};
const closedHere = { blocked: true, endedOn: '2026-11-20' };

describe('a place a school ends for good', () => {
  it('takes the place here alone, and the account with the last one', async () => {
    await house.seed(async (seed) => {
      await seed.user({
        userName: 'to.plasser',
        role: 'employee',
        schools: [{ code: 'FJB' }, { code: 'LUN' }],
      });
      await seed.group({ name: 'FJB Kor', type: 'access', school: 'FJB' });
      await seed.group({ name: 'LUN Kor', type: 'access', school: 'LUN' });
      for (const group of ['FJB Kor', 'LUN Kor'])
        await seed.member({ group, user: 'to.plasser', role: 'other' });
    });
    const lunde = await house.signIn('schoolIct', { school: 'LUN' });
    expect(await lunde.call(places.end, { userName: 'to.plasser' })).toEqual({
      userName: 'to.plasser',
      expiryDate: null,
    });
    expect(await account('to.plasser')).toMatchObject({ expiresOn: null });
    expect(await ict.call(users.get, { name: 'to.plasser' })).toMatchObject({ accountStatus: 'active' });
    const { rows } = await sql<{ name: string }>`
      select g.name from membership m join groups g on g.id = m.group_id join users u on u.id = m.user_id
       where u.user_name = 'to.plasser'`.execute(db);
    expect(rows).toEqual([{ name: 'FJB Kor' }]);

    expect(await ict.call(places.end, { userName: 'to.plasser' })).toMatchObject({
      expiryDate: '2026-11-20',
    });
    expect(await place('to.plasser', 'FJB')).toEqual(closedHere);
    expect(await ict.refused(places.end, { userName: 'to.plasser' })).toMatchObject({ code: 'place.ended' });
    expect((await ict.call(users.get, { name: 'to.plasser' })).can).toContain('resumePlace');
    expect(await ict.call(places.resume, { userName: 'to.plasser' })).toMatchObject({ expiryDate: null });
    expect(await place('to.plasser', 'FJB')).toEqual({ blocked: false, endedOn: null });
    expect(await ict.refused(places.resume, { userName: 'to.plasser' })).toMatchObject({
      code: 'place.not-ended',
    });
  });

  it('is nobody’s own, no administrator’s, no guest’s and no other school’s', async () => {
    expect(await endRefused('ida.ikt')).toMatchObject({ code: 'user.own-account' });
    expect(await endRefused(leader.actor.userName)).toMatchObject({ code: 'user.admin-account' });
    expect(await endRefused('foreign.pupil')).toMatchObject({ code: 'user.not-found' });
    expect(await superadmin.refused(places.end, { userName: 'aerlig.ae' })).toMatchObject({
      code: 'place.none',
    });
  });

  it('is ended by the owner so that no school gives it back: directly, or by undo', async () => {
    const above = await house.signIn('superadmin', { school: 'FJB' });
    await ict.call(places.end, { userName: 'off.line' });
    await ict.call(places.resume, { userName: 'off.line' });
    const schools = await latest();
    await above.call(places.end, { userName: 'off.line' });
    const before = await account('off.line');
    expect(await ict.refused(places.resume, { userName: 'off.line' })).toMatchObject({
      code: 'user.closed-by-owner',
    });
    expect((await ict.call(users.get, { name: 'off.line' })).can).not.toContain('resumePlace');
    await ict.request(undoing.undo.signature, { id: schools });
    await undoingsDone();
    expect([await place('off.line', 'FJB'), await account('off.line')]).toEqual([closedHere, before]);
    await above.call(places.resume, { userName: 'off.line' });
    expect(await place('off.line', 'FJB')).toEqual({ blocked: false, endedOn: null });
  });

  it('stays ended while the source still has the person there, and is forgotten when that takes it away', async () => {
    const deps = { pool, clock, vault: services.vault };
    const night = (schools: readonly string[]) =>
      runImport(
        deps,
        request(
          file(
            school('s7', 'Bakken skole'),
            school('s8', 'Dalen skole'),
            person({ id: '951', family: 'Fjell' }),
            person({ id: '952', family: 'Holm' }),
            members('s7', ['952']),
            ...schools.map((id) => members(id, ['951'])),
          ),
          { acceptLeavers: true },
        ),
      );
    await night(['s7']);
    const { rows } = await sql<{ userName: string; code: string }>`
      select u.user_name, s.code from users u join school_user p on p.user_id = u.id join school s on s.id = p.school_id
       where u.last_name = 'Fjell'`.execute(db);
    const { userName, code } = rows[0] ?? { userName: '', code: '' };
    const bakken = await house.signIn('schoolIct', { school: code });
    await bakken.call(places.end, { userName });
    await night(['s7']);
    expect(await place(userName, code)).toEqual(closedHere);
    expect(await account(userName)).toMatchObject({ expiresOn: '2026-11-20' });
    await night(['s8']);
    expect(await place(userName, code)).toBeUndefined();
    await night(['s7']);
    expect(await place(userName, code)).toEqual({ blocked: false, endedOn: null });
  });
});

describe('a last day the owner set', () => {
  it('is changed by no school, and by the owner', async () => {
    expect((await lastDay(superadmin, 'zara.z', '2026-11-19')).status).toBe(200);
    for (const by of [ict, leader]) {
      for (const day of [null, '2027-06-20', '2026-11-18']) {
        expect(await lastDay(by, 'zara.z', day)).toMatchObject({
          status: 403,
          body: { code: 'user.closed-by-owner', fields: [{ path: 'expiryDate', key: 'closedByOwner' }] },
        });
      }
    }
    const { operationId } = await ict.call(manyUsers.act, {
      act: 'renew',
      expiryDate: '2027-06-20',
      selection: { all: false, keys: ['zara.z'] },
    });
    expect(await outcomes(operationId)).toEqual(['zara.z user.closed-by-owner']);
    // Sent along unchanged with another field it stands in nobody's way.
    const { version } = await ict.call(users.get, { name: 'zara.z' });
    await ict.call(users.update, { userName: 'zara.z', version, expiryDate: '2026-11-19', title: 'Elevråd' });
    expect((await lastDay(superadmin, 'zara.z', null)).status).toBe(200);
    expect((await lastDay(ict, 'zara.z', '2027-06-20')).status).toBe(200);
    expect((await lastDay(ict, 'zara.z', null)).status).toBe(200);
  });

  it('stays when a school undoes its own closing', async () => {
    await lastDay(ict, 'aerlig.ae', '2026-12-01');
    const schools = await latest();
    // The same day, by the owner: what the school wrote stands as it wrote it.
    await lastDay(superadmin, 'aerlig.ae', null);
    await lastDay(superadmin, 'aerlig.ae', '2026-12-01');
    await ict.request(undoing.undo.signature, { id: schools });
    await undoingsDone();
    expect(await account('aerlig.ae')).toMatchObject({ expiresOn: '2026-12-01' });
  });

  it('stands when the source has the person again', async () => {
    const deps = { pool, clock, vault: services.vault };
    const night = async (...ids: string[]) =>
      runImport(
        deps,
        request(
          file(
            school('s1', 'Granlia skole'),
            ...ids.map((id) => person({ id, family: `Etternavn${id}` })),
            members('s1', ids),
          ),
          { acceptLeavers: true },
        ),
      );
    await night('901', '902');
    await night('901');
    const { rows } = await sql<{ userName: string }>`
      select u.user_name from import_person p join users u on u.id = p.user_id`.execute(db);
    const userName = rows[0]?.userName ?? '';
    expect((await lastDay(superadmin, userName, '2026-11-19')).status).toBe(200);
    await night('901', '902');
    expect(await account(userName)).toMatchObject({ expiresOn: '2026-11-19' });
  });
});

describe('a period the owner registered', () => {
  it('is ended by no school: by name, by number, with many, or before it begins', async () => {
    const id = await close(superadmin, 'oeystein.oe', '2026-12-20');
    expect(await account('oeystein.oe')).toMatchObject({ deactivated: true });
    const failed = [{ code: 'user.closed-by-owner' }];
    expect(await ict.call(deactivations.activate, { userNames: ['oeystein.oe'] })).toMatchObject({ failed });
    expect(await ict.call(deactivations.activate, { ids: [id] })).toMatchObject({ failed });
    const selection = { all: false as const, keys: ['oeystein.oe'] };
    const { operationId } = await ict.call(deactivations.activateMany, { selection });
    expect(await outcomes(operationId)).toEqual(['oeystein.oe user.closed-by-owner']);
    const planned = await superadmin.call(deactivations.addUsers, {
      userNames: ['aase.aas'],
      start: '2026-12-01',
      end: '2026-12-20',
    });
    const ids = planned.Items.map((one) => one.id);
    expect(await ict.call(deactivations.remove, { ids })).toMatchObject({ failed });
    expect(await account('oeystein.oe')).toMatchObject({ deactivated: true });
  });

  it('keeps the account closed when a school undoes its own period, or that is over', async () => {
    await close(ict, 'ole.kvisla', '2026-11-25');
    const schools = await latest();
    await close(superadmin, 'ole.kvisla', '2026-12-20');
    await ict.request(undoing.undo.signature, { id: schools });
    await undoingsDone();
    expect(await account('ole.kvisla')).toMatchObject({ deactivated: true });
    await close(ict, 'ole.kvisla', '2026-11-25');
    await followDeactivations(db, new Date('2026-11-26T08:00:00Z'));
    expect(await account('ole.kvisla')).toMatchObject({ deactivated: true });
    await followDeactivations(db, new Date('2026-12-21T08:00:00Z'));
    expect(await account('ole.kvisla')).toMatchObject({ deactivated: false });
  });
});

function endRefused(userName: string) {
  return ict.refused(places.end, { userName });
}
