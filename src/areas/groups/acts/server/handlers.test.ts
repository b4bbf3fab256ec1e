import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';

import { groups } from '#areas/groups/contract.ts';
import type { Call } from '#kernel/contract.ts';
import type { Caller } from '#server/testing/house.ts';
import { only } from '#server/testing/only.ts';

import { groupActs } from '../contract.ts';
import { openActs, user } from './testing.ts';

const { house, ict, teacher, administrator, everyone, make, journalOf, membersOf } = await openActs();

describe('a new group', () => {
  it('has a name in the directory with the school’s abbreviation, its members, and a trace in the journal', async () => {
    const card = await ict.call(groupActs.add, {
      name: 'Skolekorps 1/2',
      type: 'access',
      description: 'Øver onsdag',
      expiryDate: '2027-06-30',
      visibleInAddressLists: false,
      alias: 'Korps.fjb',
      members: [user('anna'), user('tor@fjordby.no', 'leader')],
    });
    expect(card).toMatchObject({
      name: 'FJB Skolekorps 1-2',
      displayName: 'Skolekorps 1/2',
      description: 'Øver onsdag',
      expiryDate: '2027-06-30',
      visibleInAddressLists: false,
      email: 'korps.fjb@fjordby.no',
      source: 'manual',
      school: { code: 'FJB' },
      memberCount: 2,
      can: ['update', 'rename', 'members', 'manage', 'delete', 'passwords', 'classList'],
    });
    expect(await membersOf(card.name)).toEqual(['anna student', 'tor leader']);
    expect(await journalOf(card.name)).toMatchObject([{ event: 'group.created', changes: 4 }]);
  });

  it.each<[string, Partial<Call<typeof groupActs.add>>, string, string]>([
    ['begins with a hyphen', { name: '-a' }, 'name', 'groupName'],
    ['ends with a full stop', { name: 'a.' }, 'name', 'groupName'],
    ['is too long', { name: 'x'.repeat(58) }, 'name', 'maxLength'],
    ['is a user-defined attribute with a space', { name: 'a b', type: 'uda' }, 'name', 'udaName'],
    ['describes itself in angle brackets', { description: '<b>' }, 'description', 'angles'],
    ['has an alias with a space', { alias: 'a b' }, 'alias', 'alias'],
  ])('is refused when it %s', async (_, input, path, key) => {
    const problem = await ict.refused(groupActs.add, { name: 'Grei', type: 'access', ...input });
    expect(problem).toMatchObject({ status: 422, fields: [{ path, key }] });
  });

  it('is never of a type the import owns', async () => {
    const { status, body } = await ict.request('POST /group/add', { name: 'Grei', type: 'class' });
    expect([status, body]).toEqual([
      422,
      expect.objectContaining({ fields: [expect.objectContaining({ path: 'type' })] }),
    ]);
  });

  it('is refused under a name that is taken, also one of the import’s', async () => {
    const taken = { code: 'group.name-taken', status: 409, fields: [{ path: 'name', key: 'taken' }] };
    expect(await ict.refused(groupActs.add, { name: '8A', type: 'access' })).toMatchObject(taken);
    expect(await ict.refused(groupActs.add, { name: '8a', type: 'access' })).toMatchObject(taken);
  });

  it('is refused with a member who is not there, and then not made', async () => {
    const problem = await ict.refused(groupActs.add, {
      name: 'Halv',
      type: 'access',
      members: [user('anna'), user('lunde')],
    });
    expect(problem).toMatchObject({
      code: 'user.not-found',
      fields: [{ path: 'members', params: { names: 'lunde' } }],
    });
    expect(await ict.refused(groups.get, { name: 'FJB Halv' })).toMatchObject({ status: 404 });
  });

  it('across schools is for owner roles, and never under a word of our addresses', async () => {
    expect(await ict.refused(groupActs.add, { name: 'Alle', type: 'global' })).toMatchObject({
      code: 'group.owner-only',
      why: { rule: 'global-groups.manage', grantedBy: ['superadmin'] },
    });
    expect(await everyone.call(groupActs.add, { name: 'Alle inspektører', type: 'global' })).toMatchObject({
      name: 'Alle inspektører',
      school: null,
    });
    for (const name of ['Search', 'Tokens']) {
      expect(await everyone.refused(groupActs.add, { name, type: 'global' })).toMatchObject({
        code: 'group.name-taken',
      });
    }
  });

  it('needs a school to be at', async () => {
    expect(await everyone.refused(groupActs.add, { name: 'Korps', type: 'access' })).toMatchObject({
      fields: [{ path: 'type', key: 'atSchool' }],
    });
  });

  it('is not for those without the right', async () => {
    for (const caller of [teacher, administrator]) {
      expect(await caller.refused(groupActs.add, { name: 'Min', type: 'access' })).toMatchObject({
        code: 'access.denied',
        why: { rule: 'groups.manage' },
      });
    }
  });
});

describe('a change', () => {
  it('of the name changes the directory’s too, and leaves the rest', async () => {
    const { name, version } = await make({ description: 'Før' });
    const card = await administrator.call(groupActs.update, { name, version, newName: `Ny ${name}` });
    expect(card).toMatchObject({ displayName: `Ny ${name}`, name: `FJB Ny ${name}`, description: 'Før' });
    expect(await journalOf(card.name)).toMatchObject([
      { event: 'group.updated', changes: 1 },
      { event: 'group.created' },
    ]);
  });

  it('may be of the case of the name alone', async () => {
    const { name, displayName, version } = await make();
    const card = await ict.call(groupActs.update, { name, version, newName: displayName.toUpperCase() });
    expect(card.displayName).toBe(displayName.toUpperCase());
  });

  it('of an imported group leaves its name to the source', async () => {
    const { version } = await ict.call(groups.get, { name: 'FJB 8A' });
    expect(await ict.refused(groupActs.update, { name: 'FJB 8A', version, newName: '8B' })).toMatchObject({
      code: 'group.owned-by-import',
      status: 409,
    });
    const card = await ict.call(groupActs.update, {
      name: 'FJB 8A',
      version,
      description: 'Rom 12',
      newName: '8A',
    });
    expect(card.description).toBe('Rom 12');
  });

  it('is refused when the row has changed, the name is taken, or the group is another’s', async () => {
    const { name, version } = await make();
    const update = (input: Partial<Call<typeof groupActs.update>>) =>
      ict.refused(groupActs.update, { name, version, description: 'x', ...input });
    expect(await update({ version: version + 1 })).toMatchObject({ code: 'row.stale' });
    expect(await update({ newName: '8A' })).toMatchObject({
      code: 'group.name-taken',
      fields: [{ path: 'newName' }],
    });
    expect(await update({ name: 'LUN korps' })).toMatchObject({ code: 'group.not-found' });
    expect(await update({ name: 'Alle rektorer' })).toMatchObject({ code: 'group.owner-only', status: 403 });
    expect(await teacher.refused(groupActs.update, { name: 'FJB 8A', version })).toMatchObject({
      code: 'access.denied',
    });
  });
});

describe('an address', () => {
  it('is made of the alias, or of the name', async () => {
    const { name } = await make();
    expect(await ict.call(groupActs.addEmail, { groupName: name })).toEqual({
      groupName: name,
      email: `${name.toLowerCase().replaceAll(' ', '-')}@fjordby.no`,
    });
    expect((await ict.call(groupActs.addEmail, { groupName: name, alias: 'noe.annet' })).email).toBe(
      'noe.annet@fjordby.no',
    );
    expect((await ict.call(groups.get, { name })).email).toBe('noe.annet@fjordby.no');
    expect((await journalOf(name))[0]).toMatchObject({ event: 'group.email-given', changes: 1 });
  });

  it('is refused when a person or another group has it', async () => {
    const { name } = await make({ alias: 'opptatt' });
    const other = await make();
    for (const alias of ['anna', 'OPPTATT']) {
      expect(await ict.refused(groupActs.addEmail, { groupName: other.name, alias })).toMatchObject({
        code: 'group.email-taken',
        fields: [{ path: 'alias', key: 'taken' }],
      });
    }
    expect((await ict.call(groupActs.addEmail, { groupName: name, alias: 'opptatt' })).email).toBe(
      'opptatt@fjordby.no',
    );
    expect(await administrator.refused(groupActs.addEmail, { groupName: name })).toMatchObject({
      code: 'access.denied',
    });
  });
});

describe('marks of a group', () => {
  it('are set and lifted', async () => {
    const { name } = await make();
    await ict.call(groupActs.hide, { groupName: name, hidden: true });
    await ict.call(groupActs.protect, { groupName: name, prevent: true });
    expect(await ict.call(groups.get, { name })).toMatchObject({
      visibleInAddressLists: false,
      deletePrevention: true,
    });
    await ict.call(groupActs.hide, { groupName: name, hidden: false });
    await ict.call(groupActs.protect, { groupName: name, prevent: false });
    expect(await ict.call(groups.get, { name })).toMatchObject({
      visibleInAddressLists: true,
      deletePrevention: false,
    });
    expect((await journalOf(name)).map(({ event }) => event)).toEqual([
      'group.delete-prevention-set',
      'group.visibility-set',
      'group.delete-prevention-set',
      'group.visibility-set',
      'group.created',
    ]);
  });

  it('stand on an imported group as well', async () => {
    await ict.call(groupActs.hide, { groupName: 'FJB 8A', hidden: true });
    expect((await ict.call(groups.get, { name: 'FJB 8A' })).visibleInAddressLists).toBe(false);
  });

  it.each([groupActs.hide, groupActs.protect])('are not for everybody: $signature', async (route) => {
    const refusalOf = async (caller: Caller, groupName: string) => {
      const words = only(route, { groupName, hidden: true, prevent: true });
      return (await caller.request(route.signature, words)).body;
    };
    expect(await refusalOf(administrator, 'FJB 8A')).toMatchObject({ code: 'access.denied' });
    expect(await refusalOf(ict, 'LUN korps')).toMatchObject({ code: 'group.not-found' });
    expect(await refusalOf(ict, 'Alle rektorer')).toMatchObject({ code: 'group.owner-only' });
  });
});

const force = (enabled: boolean) => ict.call(groupActs.forcePassword, { groupName: 'FJB 8A', enabled });
const unforced = (groupName: string, caller = ict) =>
  caller.refused(groupActs.forcePassword, { groupName, enabled: true });

describe('new passwords for a whole group', () => {
  it('are demanded of those the caller sees, once', async () => {
    const answer = await force(true);
    expect(answer.changed).toBe(2);
    expect(answer.operationId).toBeGreaterThan(0);
    expect((await force(true)).changed).toBe(0);
    const { rows } = await sql<{ name: string }>`
      select user_name as name from users where must_change_password order by 1`.execute(house.db);
    expect(rows.map(({ name }) => name)).toEqual(['anna', 'tor']);
    expect((await force(false)).changed).toBe(2);
    expect((await journalOf('FJB 8A'))[0]).toMatchObject({ event: 'group.must-change-password', changes: 2 });
  });

  it('are not everybody’s to demand', async () => {
    expect(await unforced('FJB 8A', administrator)).toMatchObject({
      code: 'access.denied',
      why: { rule: 'passwords.issue' },
    });
    expect(await unforced('LUN korps')).toMatchObject({ code: 'group.not-found' });
  });
});

describe('a class list', () => {
  it('is a PDF with the names, logged', async () => {
    const file = await teacher.request('GET /group/:name/printlist', {
      name: 'FJB 8A',
      columns: 'name,userName',
      blank: 3,
    });
    expect([file.status, file.headers['content-type']]).toEqual([200, 'application/pdf']);
    expect(file.text.startsWith('%PDF-')).toBe(true);
    expect(decodeURIComponent(String(file.headers['content-disposition']))).toContain(
      '8A, Fjordby skole.pdf',
    );
    expect((await journalOf('FJB 8A'))[0]).toMatchObject({ event: 'group.class-list-printed', changes: 0 });
  });

  it('is a workbook with the same', async () => {
    const file = await ict.request('GET /group/:name/printlist', { name: 'FJB 8A', format: 'xlsx' });
    expect([file.status, String(file.headers['content-disposition'])]).toEqual([
      200,
      expect.stringContaining('.xlsx'),
    ]);
  });

  it.each(['nationalNumber', 'name,birthDate', ''])('never has %j', async (columns) => {
    const file = await ict.request('GET /group/:name/printlist', { name: 'FJB 8A', columns });
    expect(file.status).toBe(422);
  });

  it('is of groups one sees', async () => {
    expect((await ict.request('GET /group/:name/printlist', { name: 'LUN korps' })).status).toBe(404);
    expect((await teacher.request('GET /group/:name/printlist', { name: 'Alle rektorer' })).status).toBe(404);
    expect((await administrator.request('GET /group/:name/printlist', { name: 'FJB 8A' })).status).toBe(403);
  });
});
