import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';

import { openActs } from '#areas/groups/acts/server/testing.ts';

import { userMemberships } from '../contract.ts';

const { house, ict, leader, administrator, teacher, make, membersOf } = await openActs();

/** The newest operation: its event, whom it is about, and the tables it changed. */
async function newest() {
  const { rows } = await sql<{ event: string; about: string | null; tables: string[] }>`
    select o.event, u.user_name as about,
           array(select c.table_name from journal.change c where c.operation_id = o.id) as tables
      from journal.operation o left join users u
        on o.message_params ->> 'table' = 'users' and u.id::text = o.message_params ->> 'key'
     order by o.id desc limit 1`.execute(house.db);
  return rows[0];
}

describe('a person’s groups', () => {
  it('are added and removed in one act, which is about the person', async () => {
    const [one, two] = [await make(), await make()];
    await ict.call(userMemberships.update, { userName: 'anna', addGroups: [one.name] });
    const answer = await ict.call(userMemberships.update, {
      userName: 'ANNA',
      addGroups: [two.name],
      removeGroups: [one.name],
    });
    expect(answer).toEqual({ succeeded: [one.name, two.name], failed: [] });
    expect(await membersOf(one.name)).toEqual([]);
    expect(await membersOf(two.name)).toEqual(['anna student']);
    expect(await newest()).toEqual({
      event: 'user.groups-changed',
      about: 'anna',
      tables: ['membership', 'membership'],
    });
  });

  it('of the import, of others, and those that do not exist refuse one by one', async () => {
    const own = await make();
    const answer = await ict.call(userMemberships.update, {
      userName: 'bo',
      addGroups: ['FJB 8A', 'LUN korps', 'Alle rektorer', 'Finnes ikke', own.name],
    });
    expect(answer.succeeded).toEqual([own.name]);
    expect(answer.failed.map(({ id, code }) => `${id}: ${code}`)).toEqual([
      'FJB 8A: group.owned-by-import',
      'LUN korps: group.not-found',
      'Alle rektorer: group.owner-only',
      'Finnes ikke: group.not-found',
    ]);
  });

  it('are left one by one', async () => {
    const own = await make();
    await ict.call(userMemberships.update, { userName: 'anna', addGroups: [own.name] });
    const answer = await administrator.call(userMemberships.remove, {
      userName: 'anna',
      groupNames: [own.name, 'FJB 8A'],
    });
    expect(answer).toMatchObject({ succeeded: [own.name], failed: [{ code: 'group.owned-by-import' }] });
    expect(await newest()).toMatchObject({ event: 'user.groups-removed', about: 'anna' });
    const again = await ict.call(userMemberships.remove, { userName: 'anna', groupNames: [own.name] });
    expect(again.failed).toMatchObject([{ id: own.name, code: 'group.member-not-found' }]);
  });

  it('are not changed for people of another school, protected people, or by whoever may not', async () => {
    const { name } = await make();
    for (const userName of ['lunde', 'shy', 'ingen']) {
      expect(await ict.refused(userMemberships.remove, { userName, groupNames: [name] })).toMatchObject({
        code: 'user.not-found',
      });
    }
    expect(await leader.call(userMemberships.update, { userName: 'shy', addGroups: [name] })).toMatchObject({
      succeeded: [name],
    });
    expect(
      await teacher.refused(userMemberships.remove, { userName: 'anna', groupNames: [name] }),
    ).toMatchObject({ code: 'access.denied', why: { rule: 'users.groups' } });
    expect(await ict.refused(userMemberships.remove, { userName: 'anna', groupNames: [] })).toMatchObject({
      status: 422,
    });
  });
});
