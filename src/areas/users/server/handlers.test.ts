import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';

import { Problem } from '#kernel/errors.ts';
import { openHouse } from '#server/testing/house.ts';

import { users } from '../contract.ts';
import { operationsOf, seedPeople, signInIda } from './testing.ts';

const house = await openHouse();
await seedPeople(house);
const ict = await signInIda(house);
const leader = await house.signIn('schoolAdministrator', { school: 'FJB' });
const elsewhere = await house.signIn('schoolAdministrator', { school: 'LUN' });

const operations = (event: string) => operationsOf(house, event);

async function changesOf(operationId: number) {
  const { rows } = await sql<{ tableName: string; before: unknown; after: unknown }>`
    select table_name, before, after from journal.change where operation_id = ${operationId} order by id`.execute(
    house.db,
  );
  return rows;
}

const idOf = (userName: string) => house.seed((seed) => seed.userId(userName));

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
