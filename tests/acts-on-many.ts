/**
 * What is done to many, beside the act it is to one: people and groups of every kind that some act refuses, and each act in
 * both its forms. `tests/many-rules.test.ts` asks both and wants the same refusal.
 */
import { sql } from 'kysely';

import { groupActs } from '#areas/groups/acts/contract.ts';
import { type GroupBulkAct, groupBulkActs, manyGroups } from '#areas/groups/many/contract.ts';
import { deactivations } from '#areas/tools/deactivations/contract.ts';
import { users } from '#areas/users/contract.ts';
import { manyUsers } from '#areas/users/many/contract.ts';
import { userMemberships } from '#areas/users/memberships/contract.ts';
import { passwords } from '#areas/users/passwords/contract.ts';
import type { Caller } from '#server/testing/house.ts';
import type { Seed } from '#server/testing/seed.ts';

/** Besides whoever asks, and an administrator of the school. */
export const people = [
  'm-elev',
  'm-stengt',
  'm-utlopt',
  'm-begge',
  'm-eid',
  'm-gjest',
  'm-fremmed',
  'm-ingen',
];
export const groups = [
  'FJB M-vanlig',
  'FJB M-vernet',
  'FJB M-slettet',
  'FJB M-team',
  'FJB M-import',
  'LUN M-korps',
  'M-alle',
  'FJB M-ingen',
];

export async function seedMany(seed: Seed): Promise<void> {
  const [here, there] = [{ code: 'FJB' }, { code: 'LUN' }];
  const soon = { expires_on: '2026-12-01' };
  await seed.user({ userName: 'm-elev', schools: [here], columns: soon });
  await seed.user({ userName: 'm-stengt', schools: [here], columns: { ...soon, deactivated: true } });
  await seed.user({ userName: 'm-utlopt', schools: [here], columns: { expires_on: '2026-11-01' } });
  await seed.user({ userName: 'm-begge', role: 'employee', schools: [here, there], columns: soon });
  await seed.user({
    userName: 'm-eid',
    schools: [here],
    columns: { ...soon, owned_fields: '{expiryDate}' },
  });
  await seed.user({ userName: 'm-fremmed', schools: [there], columns: soon });
  const guest = await seed.user({ userName: 'm-gjest', role: 'employee', schools: [there], columns: soon });
  await sql`insert into school_user (school_id, user_id, role, source, added_at)
    values (${await seed.schoolId('FJB')}, ${guest}, 'employee', 'temporary-access', now())`.execute(seed.tx);
  for (const name of groups.filter((one) => one.startsWith('FJB') && one !== 'FJB M-ingen')) {
    await seed.group({ name, type: 'access', school: 'FJB' });
  }
  await seed.group({ name: 'LUN M-korps', type: 'access', school: 'LUN' });
  await seed.group({ name: 'M-alle', type: 'global' });
  await sql`update groups set delete_prevention = true where name = 'FJB M-vernet'`.execute(seed.tx);
  await sql`update groups set team_status = 'created' where name = 'FJB M-team'`.execute(seed.tx);
  await sql`update groups set source = 'pifu' where name = 'FJB M-import'`.execute(seed.tx);
  await sql`update groups set archived_at = now(), delete_on = '2026-12-10' where name = 'FJB M-slettet'`.execute(
    seed.tx,
  );
}

interface BothForms {
  keys: readonly string[];
  /** To one; answers as the endpoint does. */
  one: (by: Caller, key: string) => Promise<{ status: number; body: unknown }>;
  /** To many; answers the operation. */
  many: (by: Caller, keys: readonly string[]) => Promise<number>;
}

const named = (keys: readonly string[]) => ({ all: false as const, keys: [...keys] });
const started = async (answer: Promise<{ operationId: number }>) => (await answer).operationId;
const versionOf = async (by: Caller, userName: string): Promise<number> => {
  const { status, body } = await by.request(`GET /user/${userName}`);
  return status === 200 ? users.get.output.parse(body).version : 1;
};
const period = { start: '2026-11-25', end: '2026-12-05', comment: null };
const NEW_DAY = '2027-06-30';

const updated = async (by: Caller, userName: string, changes: object) =>
  by.request(users.update.signature, { userName, version: await versionOf(by, userName), ...changes });

const ofPeople = {
  'user.requirePassword': {
    keys: people,
    one: (by, userName) => updated(by, userName, { mustChangePassword: true }),
    many: (by, keys) => started(by.call(manyUsers.act, { act: 'requirePassword', selection: named(keys) })),
  },
  'user.unlock': {
    keys: people,
    one: (by, userName) => by.request(passwords.unlock.signature, { userName }),
    many: (by, keys) => started(by.call(manyUsers.act, { act: 'unlock', selection: named(keys) })),
  },
  'user.addToGroup': {
    keys: people,
    one: (by, userName) =>
      by.request(userMemberships.update.signature, { userName, addGroups: ['FJB M-vanlig'] }),
    many: (by, keys) =>
      started(
        by.call(manyUsers.act, { act: 'addToGroup', selection: named(keys), groupName: 'FJB M-vanlig' }),
      ),
  },
  'user.renew': {
    keys: people,
    one: (by, userName) => updated(by, userName, { expiryDate: NEW_DAY }),
    many: (by, keys) =>
      started(by.call(manyUsers.act, { act: 'renew', selection: named(keys), expiryDate: NEW_DAY })),
  },
  'deactivation.close': {
    keys: people,
    one: (by, userName) => by.request(deactivations.addUsers.signature, { ...period, userNames: [userName] }),
    many: (by, keys) => started(by.call(deactivations.addMany, { ...period, selection: named(keys) })),
  },
  'deactivation.open': {
    keys: people,
    one: (by, userName) => by.request(deactivations.activate.signature, { userNames: [userName] }),
    many: (by, keys) => started(by.call(deactivations.activateMany, { selection: named(keys) })),
  },
} satisfies Record<string, BothForms>;

const groupForms: Record<GroupBulkAct, (by: Caller, name: string) => ReturnType<BothForms['one']>> = {
  delete: (by, name) => by.request(groupActs.remove.signature, { names: [name] }),
  restore: (by, name) => by.request(groupActs.restore.signature, { names: [name] }),
  protect: (by, groupName) => by.request(groupActs.protect.signature, { groupName, prevent: true }),
  unprotect: (by, groupName) => by.request(groupActs.protect.signature, { groupName, prevent: false }),
  hide: (by, groupName) => by.request(groupActs.hide.signature, { groupName, hidden: true }),
  show: (by, groupName) => by.request(groupActs.hide.signature, { groupName, hidden: false }),
};

const ofGroups = groupBulkActs.map((act): [string, BothForms] => [
  `group.${act}`,
  {
    keys: groups,
    one: groupForms[act],
    many: (by, keys) => started(by.call(manyGroups.act, { act, selection: named(keys) })),
  },
]);

export const actsOnMany: readonly (readonly [string, BothForms])[] = [
  ...Object.entries<BothForms>(ofPeople),
  ...ofGroups,
];

/** There is no such act on one; `global-group.*` is the same act, for roles of the whole owner. */
export const onManyAlone = (name: string): boolean =>
  name === 'user.deleteExpired' || name.startsWith('global-group.');
