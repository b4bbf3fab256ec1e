/** What every act on one group refuses alike: another school's group, the whole owner's, one that is deleted. */
import { sql } from 'kysely';
import { expect, it } from 'vitest';

import { groups } from '#areas/groups/contract.ts';
import { groupRights } from '#areas/groups/rights/contract.ts';
import { only } from '#server/testing/only.ts';

import { groupActs } from '../contract.ts';
import { openActs, user } from './testing.ts';

const { house, ict, administrator, make, journalOf } = await openActs();

const members = [user('bo')];
const acts = [
  [groupActs.update, { version: 1 }, 'name'],
  [groupActs.addEmail, {}, 'alias'],
  [groupActs.hide, { hidden: true }, 'hidden'],
  [groupActs.protect, { prevent: true }, 'prevent'],
  [groupActs.addMembers, { members }, 'members'],
  [groupActs.removeMembers, { members }, 'members'],
  [groupActs.forcePassword, { enabled: true }, 'enabled'],
  [groupActs.firstTimePasswords, {}, 'output'],
  [groupRights.addAccess, { kind: 'folder', level: 'read', target: 'x' }, 'level'],
  [groupRights.removeAccess, { ids: [1] }, 'ids'],
  [groupRights.administer, { add: [] }, 'add'],
] as const;

it.each(acts)('$signature is about a group of the school that is there', async (route, input) => {
  const refusalOf = async (name: string) =>
    (await ict.request(route.signature, only(route, { ...input, name, groupName: name }))).body;
  const { name } = await make();
  await ict.call(groupActs.remove, { names: [name] });
  expect(await refusalOf(name)).toMatchObject({ status: 409, code: 'group.archived' });
  expect(await refusalOf('LUN korps')).toMatchObject({ status: 404, code: 'group.not-found' });
  expect(await refusalOf('Alle rektorer')).toMatchObject({
    status: 403,
    code: 'group.owner-only',
    why: { grantedBy: ['superadmin'] },
  });
});

it.each(acts)('$signature says which field is wrong', async (route, input, field) => {
  const { name } = await make();
  const wrong = { [field === 'name' ? 'newName' : field]: { no: 'such' } };
  const words = only(route, { ...input, name, groupName: name, ...wrong });
  const { status, body } = await ict.request(route.signature, words);
  expect([status, body]).toMatchObject([
    422,
    { code: 'request.invalid', fields: [{ path: field === 'name' ? 'newName' : field }] },
  ]);
  expect((await journalOf(name)).map(({ event }) => event)).toEqual(['group.created']);
});

it.each([
  ['POST /group/users', {}],
  ['POST /group/groups', { direction: 'nested' }],
  ['POST /group/access', {}],
  ['POST /group/administrated', {}],
  ['POST /group/iktagreement', {}],
  ['GET /group/iktagreement/download', {}],
] as const)(
  '%s tells nothing of another school’s group, and refuses what is no question',
  async (of, more) => {
    const refusalOf = async (input: object) => (await ict.request(of, { ...more, ...input })).body;
    expect(await refusalOf({ groupName: 'LUN korps' })).toMatchObject({
      status: 404,
      code: 'group.not-found',
    });
    expect(await refusalOf({ groupName: 'FJB 8A', sortBy: 'nothing' })).toMatchObject({
      status: 422,
      fields: [{ path: 'sortBy' }],
    });
  },
);

it('an address is asked for in the way the specification writes it: the group in the address', async () => {
  const { name } = await make();
  const asked = `PUT /group/update/addemail?groupName=${encodeURIComponent(name)}` as const;
  expect(await ict.request(asked, { alias: 'i.adressen' })).toMatchObject({
    status: 200,
    body: { groupName: name, email: 'i.adressen@fjordby.no' },
  });
  expect((await ict.call(groups.get, { name })).email).toBe('i.adressen@fjordby.no');
});

it('a name is one group’s also when two take it at the same moment', async () => {
  const isWaiting = async () => {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(house.db);
    return rows.length > 0;
  };
  const { name, version } = await make();
  const late = await house.seed(async (seed) => {
    await seed.group({ name: 'FJB Rask', type: 'access', school: 'FJB' });
    const answer = ict.request(groupActs.update.signature, { name, version, newName: 'Rask' });
    await expect.poll(isWaiting).toBe(true);
    return { answer };
  });
  expect((await late.answer).body).toMatchObject({
    status: 409,
    code: 'group.name-taken',
    fields: [{ path: 'newName', key: 'taken' }],
  });
});

it('a new group may be given its whole address, in the site’s own domain', async () => {
  const wish = { name: 'Helt navn', type: 'access' as const };
  expect((await ict.call(groupActs.add, { ...wish, email: 'Hele.Navnet@fjordby.no' })).email).toBe(
    'hele.navnet@fjordby.no',
  );
  for (const [email, code, key] of [
    ['helt.navn@andre.no', 'request.invalid', 'email'],
    ['ikke en adresse', 'request.invalid', 'email'],
    ['bindestrek-@fjordby.no', 'request.invalid', 'alias'],
    ['anna@fjordby.no', 'group.email-taken', 'taken'],
  ] as const) {
    expect(await ict.refused(groupActs.add, { ...wish, name: 'Halvt navn', email })).toMatchObject({
      code,
      fields: [{ path: 'email', key }],
    });
  }
  expect(await ict.refused(groups.get, { name: 'FJB Halvt navn' })).toMatchObject({
    code: 'group.not-found',
  });
});

it('a new group takes no address that somebody has', async () => {
  const wish = { name: 'Opptatt', type: 'access' as const, alias: 'anna' };
  expect(await ict.refused(groupActs.add, wish)).toMatchObject({
    status: 409,
    code: 'group.email-taken',
    fields: [{ path: 'alias', key: 'taken' }],
  });
  expect(await ict.refused(groups.get, { name: 'FJB Opptatt' })).toMatchObject({ code: 'group.not-found' });
});

it('what a group opens and looks after stands in the journal', async () => {
  const { name } = await make();
  const of = { groupName: name };
  const { id } = await ict.call(groupRights.addAccess, {
    ...of,
    kind: 'folder',
    level: 'read',
    target: 'felles',
  });
  await ict.call(groupRights.removeAccess, { ...of, ids: [id] });
  await ict.call(groupRights.administer, { ...of, add: ['FJB 8A'] });
  expect(await journalOf(name)).toEqual([
    { event: 'group.administration-changed', changes: 1 },
    { event: 'group.access-removed', changes: 1 },
    { event: 'group.access-added', changes: 1 },
    expect.objectContaining({ event: 'group.created' }),
  ]);
  expect(await administrator.refused(groupRights.removeAccess, { ...of, ids: [id] })).toMatchObject({
    code: 'access.denied',
    why: { rule: 'groups.manage' },
  });
});
