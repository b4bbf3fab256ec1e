/** Every way to close an account asks the same: one school ends nothing for another, and shuts no administrator out. */
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';

import { deactivations } from '#areas/tools/deactivations/contract.ts';
import { blockedAccess } from '#areas/tools/school-access/contract.ts';
import { manyUsers } from '#areas/users/many/contract.ts';
import { openMany } from '#areas/users/many/server/testing.ts';
import type { Caller } from '#server/testing/house.ts';

import { users } from '../contract.ts';

const { house, ict, leader, superadmin, outcomes } = await openMany();
const above = await house.signIn('superadmin', { school: 'FJB' });
const admin = leader.actor.userName;

await house.seed(async (seed) => {
  const [fjordby, lunde] = [{ code: 'FJB' }, { code: 'LUN' }];
  await seed.user({ userName: 'begge', role: 'employee', schools: [fjordby, lunde] });
  const gone = { expires_on: '2026-11-01' };
  await seed.user({ userName: 'borte.begge', role: 'employee', schools: [fjordby, lunde], columns: gone });
  const id = await seed.user({
    userName: 'borte.admin',
    role: 'employee',
    schools: [fjordby],
    columns: gone,
  });
  await seed.grant(id, 'schoolAdministrator', await seed.schoolId('FJB'));
  await seed.group({ name: 'FJB stab', type: 'section', school: 'FJB' });
  await seed.group({ name: 'Alle ledere', type: 'global' });
  for (const group of ['FJB stab', 'Alle ledere']) {
    for (const user of ['begge', admin]) await seed.member({ group, user, role: 'other' });
  }
});

const period = { start: '2026-11-20', end: '2026-12-01' };
const failures = ({ failed }: { failed: { id: string; code: string }[] }) =>
  Object.fromEntries(failed.map(({ id, code }) => [id, code]));

/** Each answers the code somebody's account is refused with; undefined where it was closed. */
const ways: Record<string, (by: Caller, userName: string) => Promise<string | undefined>> = {
  'by its last day': async (by, userName) => {
    const { version } = await by.call(users.get, { name: userName });
    const { body } = await by.request('PUT /user/update', { userName, version, expiryDate: '2026-12-01' });
    return codeOf(body);
  },
  'for a period': async (by, userName) =>
    failures(await by.call(deactivations.addUsers, { userNames: [userName], ...period }))[userName],
  'for a period, with the school’s group': async (by, userName) =>
    failures(await by.call(deactivations.addGroups, { groupNames: ['FJB stab'], ...period }))[userName],
  'for a period, with the owner’s group': async (by, userName) =>
    failures(await by.call(deactivations.addGroups, { groupNames: ['Alle ledere'], ...period }))[userName],
  'for a period, with many': async (by, userName) => {
    const { operationId } = await by.call(deactivations.addMany, {
      selection: { all: false, keys: [userName] },
      ...period,
    });
    const [row = ''] = await outcomes(operationId);
    return row.endsWith(' done') ? undefined : row.split(' ')[1];
  },
};

const codeOf = (body: unknown): string | undefined =>
  typeof body === 'object' && body !== null && 'code' in body ? String(body.code) : undefined;

async function standsOpen(userName: string): Promise<boolean> {
  const { rows } = await sql`
    select from users u where user_name = ${userName} and not deactivated and expires_on is null
       and not exists (select from deactivation d where d.user_id = u.id)`.execute(house.db);
  return rows.length === 1;
}

describe.each(Object.keys(ways))('an account is closed %s', (way) => {
  const close = ways[way] ?? (async () => 'no way');

  it('by no school when another has a place for the person', async () => {
    expect(await close(ict, 'begge')).toBe('user.other-school');
    expect(await close(leader, 'begge')).toBe('user.other-school');
    expect(await standsOpen('begge')).toBe(true);
  });

  it('by no school when it is an administrator’s', async () => {
    expect(await close(ict, admin)).toBe('user.admin-account');
    expect(await standsOpen(admin)).toBe(true);
  });
});

it('an account is deleted by no school when another has a place for the person, or it is an administrator’s', async () => {
  const userNames = ['borte.begge', 'borte.admin'];
  const asked = await ict.call(manyUsers.deleteInactive, { userNames, confirm: true });
  expect(await outcomes(asked.operationId)).toEqual([
    'borte.begge user.other-school',
    'borte.admin user.admin-account',
  ]);
});

const block = (userName: string) => ({
  userName,
  role: 'employee' as const,
  start: '2026-11-21',
  end: '2026-12-01',
  iktCanModify: true,
});

it('an administrator’s place is blocked by a superadmin alone; somebody else’s by the school it is at', async () => {
  expect(await ict.refused(blockedAccess.create, block(admin))).toMatchObject({
    code: 'user.admin-account',
    fields: [{ path: 'userName', key: 'adminAccount' }],
  });
  await above.call(blockedAccess.create, block(admin));
  await ict.call(blockedAccess.create, block('begge'));
});

it('the owner ends the account of a person with several places', async () => {
  for (const way of ['by its last day', 'for a period']) {
    expect(await ways[way]?.(superadmin, 'begge')).toBeUndefined();
  }
});
