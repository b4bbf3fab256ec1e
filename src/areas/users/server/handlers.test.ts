import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';

import { Problem } from '#kernel/errors.ts';
import { openHouse } from '#server/testing/house.ts';

import { users } from '../contract.ts';
import { seedPeople } from './testing.ts';

const house = await openHouse();
await seedPeople(house);
await house.seed(async (seed) => {
  await seed.user({
    userName: 'ida.ikt',
    firstName: 'Ida',
    lastName: 'Ikt',
    role: 'employee',
    schools: [{ code: 'FJB' }],
  });
});
const ict = await house.signIn('schoolIct', { school: 'FJB', userName: 'ida.ikt' });
const leader = await house.signIn('schoolAdministrator', { school: 'FJB' });
const elsewhere = await house.signIn('schoolAdministrator', { school: 'LUN' });
const nobody = await house.signIn('licenceAdministrator', { school: 'FJB' });

interface Operation {
  id: number;
  event: string;
  actorName: string;
  actorRole: string;
  subject: string | null;
  reason: string | null;
}

async function operations(event: string): Promise<Operation[]> {
  const { rows } = await sql<Operation>`
    select id, event, actor_name, actor_role, message_params ->> 'key' as subject, reason
      from journal.operation where event = ${event} order by id`.execute(house.db);
  return rows;
}

async function changesOf(operationId: number) {
  const { rows } = await sql<{ tableName: string; before: unknown; after: unknown }>`
    select table_name, before, after from journal.change where operation_id = ${operationId} order by id`.execute(
    house.db,
  );
  return rows;
}

const idOf = (userName: string) => house.seed((seed) => seed.userId(userName));

describe('a user’s card', () => {
  it('tells the whole person, and what the reader may do', async () => {
    const card = await ict.call(users.get, { name: 'KARI.laerer' });
    expect(card).toMatchObject({
      userName: 'kari.laerer',
      displayName: 'Kari Lærer',
      ownedFields: ['title', 'email'],
      version: 1,
      can: ['update', 'setPassword', 'issuePassword', 'changeSchool', 'changeGroups'],
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
    expect(card.cannot).toContainEqual({ act: 'issuePassword', ...against });
    const superadmin = await house.signIn('superadmin');
    const { can, cannot } = await superadmin.call(users.get, { name });
    expect(can).toContain('setPassword');
    expect(cannot).toContainEqual({ act: 'issuePassword', ...against });
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
    const central = await house.signIn('centralAdmin', { school: 'FJB' });
    expect((await central.call(users.get, { name: 'off.line' })).deactivation).toBeNull();
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

describe('changing a user', () => {
  it('is done, and stands in the journal with before and after', async () => {
    const card = await ict.call(users.update, {
      userName: 'oeystein.oe',
      version: 1,
      mobilePhone: '+47 900 00 002',
      description: 'Bytter klasse',
      email: '',
    });
    expect(card).toMatchObject({
      mobilePhone: '+4790000002',
      description: 'Bytter klasse',
      email: null,
      version: 2,
    });

    const [operation, ...rest] = await operations('user.updated');
    expect(rest).toEqual([]);
    expect(operation).toMatchObject({ actorName: 'ida.ikt', actorRole: 'schoolIct' });
    expect(await changesOf(operation?.id ?? 0)).toEqual([
      {
        tableName: 'users',
        before: { mobile_phone: '90000001' },
        after: { mobile_phone: '+4790000002', description: 'Bytter klasse' },
      },
    ]);
  });

  it('answers a repeat with the same key as the first time, and changes nothing twice', async () => {
    const key = crypto.randomUUID();
    const input = { userName: 'aase.aas', version: 1, department: 'Musikk' };
    const first = await ict.request('PUT /user/update', input, { key });
    const second = await ict.request('PUT /user/update', input, { key });
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.body).toEqual(first.body);
    expect(await ict.call(users.get, { name: 'aase.aas' })).toMatchObject({ version: 2 });
  });

  it('does not open an answer to somebody else’s key, or to another wish', async () => {
    const key = crypto.randomUUID();
    await ict.call(users.update, { userName: 'aerlig.ae', version: 1, department: 'Idrett' }, { key });
    const input = { userName: 'aerlig.ae', version: 1, department: 'Idrett' };
    expect(await leader.refused(users.update, input, { key })).toMatchObject({ code: 'request.repeated' });
    expect(await leader.refused(users.showNationalNumber, { userName: 'aerlig.ae' }, { key })).toMatchObject({
      status: 409,
      code: 'request.repeated',
    });
  });

  it('is refused when somebody else changed the user meanwhile', async () => {
    const problem = await ict.refused(users.update, { userName: 'ole.kvisla', version: 7, department: 'X' });
    expect(problem).toMatchObject({ status: 409, code: 'row.stale' });
  });

  it('is refused for a field the import owns, naming the field', async () => {
    const problem = await ict.refused(users.update, { userName: 'kari.laerer', version: 1, title: 'Lektor' });
    expect(problem).toMatchObject({
      status: 409,
      code: 'user.field-owned-by-source',
      fields: [{ path: 'title', key: 'ownedBySource', params: { source: 'pifu' } }],
    });
    const same = { userName: 'kari.laerer', version: 1, title: 'Adjunkt', department: 'Språk' };
    expect(await ict.call(users.update, same)).toMatchObject({ department: 'Språk' });
  });

  it('closes neither the own account nor one with an administrator’s role, but for a superadmin', async () => {
    const versionOf = async (userName: string) => (await ict.call(users.get, { name: userName })).version;
    const wish = async (userName: string) => ({
      userName,
      version: await versionOf(userName),
      expiryDate: '2026-11-19',
    });
    expect(await ict.refused(users.update, await wish('ida.ikt'))).toMatchObject({
      code: 'user.own-account',
      fields: [{ path: 'expiryDate', key: 'ownAccount' }],
    });
    const above = leader.actor.userName;
    expect(await ict.refused(users.update, await wish(above))).toMatchObject({
      code: 'user.admin-account',
      fields: [{ path: 'expiryDate', key: 'adminAccount' }],
    });
    const same = {
      userName: above,
      version: await versionOf(above),
      expiryDate: null,
      department: 'Ledelse',
    };
    expect(await ict.call(users.update, same)).toMatchObject({ department: 'Ledelse' });
    const superadmin = await house.signIn('superadmin', { school: 'FJB' });
    const later = { ...(await wish(above)), expiryDate: '2027-06-30' };
    expect(await superadmin.call(users.update, later)).toMatchObject({ expiryDate: '2027-06-30' });
  });

  it('is refused for an e-mail address somebody has, at whatever school and in whatever case', async () => {
    const input = { userName: 'ole.kvisla', version: 1, email: 'Kari.Laerer@fjordby.no' };
    expect(await ict.refused(users.update, input)).toMatchObject({
      status: 409,
      code: 'user.email-taken',
      fields: [{ path: 'email', key: 'taken' }],
    });
    await house.seed(({ tx }) =>
      sql`insert into groups (name, display_name, type, email, created_at)
          values ('Korps', 'Korps', 'global', 'korps@fjordby.no', now())`.execute(tx),
    );
    expect(await ict.refused(users.update, { ...input, email: 'Korps@fjordby.no' })).toMatchObject({
      code: 'user.email-taken',
    });
  });

  it.each([
    [{ mobilePhone: '1234' }, 'mobilePhone', 'invalid'],
    [{ email: 'x@y' }, 'email', 'email'],
    [{ description: '<b>' }, 'description', 'angles'],
    [{ title: 'x'.repeat(65) }, 'title', 'maxLength'],
    [{ expiryDate: '31.12.2026' }, 'expiryDate', 'invalid'],
  ])('points at the field that is wrong: %o', async (changes, path, key) => {
    const problem = await ict.refused(users.update, { userName: 'ole.kvisla', version: 1, ...changes });
    expect(problem).toMatchObject({ status: 422, code: 'request.invalid' });
    expect(problem.fields).toEqual([expect.objectContaining({ path, key })]);
  });

  it('is refused at another school, and without the anti-forgery header', async () => {
    const input = { userName: 'ole.kvisla', version: 1, department: 'X' };
    expect(await elsewhere.refused(users.update, input)).toMatchObject({ code: 'user.not-found' });
    const forged = await ict.request('PUT /user/update', input, { headers: { 'x-xsrf-token': 'other' } });
    expect([forged.status, Problem.parse(forged.body).code]).toEqual([403, 'request.forged']);
  });

  it('leaves neither change nor operation behind when it is refused', async () => {
    const before = await operations('user.updated');
    await ict.refused(users.update, { userName: 'ole.kvisla', version: 7, department: 'X' });
    expect(await operations('user.updated')).toEqual(before);
  });
});

describe('showing a national number', () => {
  it('is logged with whose it was, and never answered again from memory', async () => {
    await house.seed(async ({ tx }) => {
      const cipher = house.services.vault.encrypt('01891298765');
      await sql`update users set national_number_cipher = ${cipher} where user_name = 'aase.aas'`.execute(tx);
    });
    const key = crypto.randomUUID();
    const reason = 'Kontroll mot Folkeregisteret';
    const shown = await leader.call(users.showNationalNumber, { userName: 'aase.aas', reason }, { key });
    expect(shown).toEqual({ nationalNumber: '01891298765' });
    expect(await operations('user.national-number-shown')).toEqual([
      expect.objectContaining({ subject: String(await idOf('aase.aas')), reason }),
    ]);

    const again = await leader.refused(users.showNationalNumber, { userName: 'aase.aas' }, { key });
    expect(again).toMatchObject({ code: 'request.repeated' });
    const { rows } = await sql<{ text: string }>`
      select coalesce(string_agg(body::text, ' '), '') as text from journal.answer`.execute(house.db);
    expect(rows[0]?.text).not.toContain('01891298765');
  });

  it('is refused for those without the right', async () => {
    expect(await ict.refused(users.showNationalNumber, { userName: 'aase.aas' })).toMatchObject({
      code: 'access.denied',
      why: { rule: 'national-number.show', grantedBy: ['schoolAdministrator', 'superadmin'] },
    });
  });
});

const lines = (text: string) => text.split('\r\n').filter(Boolean);

describe('the export', () => {
  it('is everything that matches, in the reader’s columns, order and language, and is logged', async () => {
    const file = await ict.request('GET /user/list/download', {
      format: 'csv',
      columns: 'userName,name,role',
      userType: 'students',
      sortBy: 'userName',
      sortDir: 'desc',
    });
    expect(file.status).toBe(200);
    expect(file.headers['content-disposition']).toBe("attachment; filename*=UTF-8''Brukere.csv");
    expect(lines(file.text)).toEqual([
      '\u{FEFF}Brukernavn;Navn;Rolle',
      'zara.z;Zara Zimmer;Elev',
      'ole.kvisla;Ole Kvisla;Elev',
      'off.line;Av Slått;Elev',
      'oeystein.oe;Øystein Østby;Elev',
      'aerlig.ae;Ærlig Ærø;Elev',
      'aase.aas;Åse Ås;Elev',
    ]);
    expect(await operations('user.exported')).toHaveLength(1);
  });

  it('takes the filter type under the name the specification gives it', async () => {
    const userNames = async (question: object) => {
      const asked = { format: 'csv', columns: 'userName', ...question };
      const file = await ict.request('GET /user/list/download', asked);
      expect(file.status).toBe(200);
      return lines(file.text).slice(1);
    };
    const expired = await ict.call(users.list, { userType: 'expired' });
    expect(await userNames({ filterType: 'expired' })).toEqual(expired.Items.map(({ userName }) => userName));
    expect(await userNames({ filterType: 'employees', userType: 'employees' })).toContain('kari.laerer');
    const both = { filterType: 'expired', userType: 'students' };
    expect((await ict.request('GET /user/list/download', both)).body).toMatchObject({
      code: 'request.invalid',
      fields: [{ path: 'filterType' }],
    });
  });

  it('is of the chosen rows when some are chosen', async () => {
    const file = await ict.request('GET /user/list/download', {
      format: 'csv',
      columns: 'userName',
      only: 'aase.aas,zara.z,foreign.pupil,hidden.one',
    });
    expect(lines(file.text).slice(1)).toEqual(['zara.z', 'aase.aas']);
  });

  it('defuses texts that a spreadsheet would run', async () => {
    await ict.call(users.update, { userName: 'off.line', version: 1, department: '=cmd()' });
    const file = await ict.request('GET /user/list/download', {
      format: 'csv',
      columns: 'department',
      search: 'slått',
    });
    expect(lines(file.text)[1]).toBe("'=cmd()");
  });

  it('is a workbook when asked for one', async () => {
    const file = await ict.request('GET /user/list/download', { format: 'xlsx', language: 'nn' });
    expect(file.headers['content-type']).toContain('spreadsheetml');
    expect(file.text.startsWith('PK')).toBe(true);
  });

  it('is refused for those without the right, and never has people with protected identity', async () => {
    expect((await nobody.request('GET /user/list/download')).status).toBe(403);
    expect((await ict.request('GET /user/list/download', { format: 'csv' })).text).not.toContain('Hemmelig');
    for (const chosen of [{}, { shielded: 'true' }, { only: 'hidden.one' }]) {
      const { text } = await leader.request('GET /user/list/download', { format: 'csv', ...chosen });
      expect(text).not.toContain('Hemmelig');
    }
  });
});
