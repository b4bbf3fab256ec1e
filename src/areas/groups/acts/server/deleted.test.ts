import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';

import { groups } from '#areas/groups/contract.ts';
import { cleanGroups } from '#server/jobs/clean-groups.ts';
import { testNow } from '#server/testing/house.ts';

import { groupActs } from '../contract.ts';
import { openActs, user } from './testing.ts';

const { house, ict, administrator, make } = await openActs();

describe('a deleted group', () => {
  it('is away from the list, keeps its name, and can be restored with its members', async () => {
    const { name, displayName } = await make({ members: [user('anna')] });
    expect(
      await ict.call(groupActs.remove, { names: [name, 'FJB 8A', 'LUN korps', 'Alle rektorer'] }),
    ).toEqual({
      succeeded: [name],
      failed: [
        { id: 'FJB 8A', code: 'group.owned-by-import', params: {} },
        { id: 'LUN korps', code: 'group.not-found', params: {} },
        { id: 'Alle rektorer', code: 'group.owner-only', params: {} },
      ],
    });
    expect(await ict.call(groups.get, { name })).toMatchObject({ deleteOn: '2026-12-20', can: ['restore'] });
    expect((await ict.call(groups.list, { search: displayName })).TotalItems).toBe(0);
    expect(await ict.refused(groupActs.add, { name: displayName, type: 'access' })).toMatchObject({
      code: 'group.name-taken',
    });
    expect(await ict.refused(groupActs.addMembers, { groupName: name, members: [user('bo')] })).toMatchObject(
      {
        code: 'group.archived',
      },
    );
    const list = await ict.request('GET /group/:name/printlist', { name });
    expect([list.status, list.body]).toEqual([409, expect.objectContaining({ code: 'group.archived' })]);
    expect(await ict.call(groupActs.restore, { names: [name, 'FJB 8A'] })).toMatchObject({
      succeeded: [name],
      failed: [{ id: 'FJB 8A', code: 'group.not-deleted' }],
    });
    expect(await ict.call(groups.get, { name })).toMatchObject({
      archived: null,
      deleteOn: null,
      memberCount: 1,
    });
  });

  it('is gone for good after thirty days, with its memberships, in the portal’s own operation', async () => {
    const { name } = await make({ members: [user('anna')] });
    await ict.call(groupActs.remove, { names: [name] });
    house.clock.set('2026-12-19T12:00:00Z');
    await cleanGroups(house.db, house.clock.now());
    expect((await ict.call(groups.get, { name })).deleteOn).toBe('2026-12-20');
    house.clock.set('2026-12-20T01:00:00Z');
    expect((await cleanGroups(house.db, house.clock.now())).removed).toBeGreaterThan(0);
    expect(await ict.refused(groups.get, { name })).toMatchObject({ status: 404 });
    expect(await cleanGroups(house.db, house.clock.now())).toEqual({ expired: 0, removed: 0 });
    house.clock.set(testNow);
  });

  it('was not protected and had no team', async () => {
    const [safe, team] = [await make(), await make()];
    await ict.call(groupActs.protect, { groupName: safe.name, prevent: true });
    await house.seed(({ tx }) =>
      sql`update groups set team_status = 'created' where name = ${team.name}`.execute(tx),
    );
    const { failed } = await ict.call(groupActs.remove, { names: [safe.name, team.name] });
    expect(failed.map(({ code }) => code)).toEqual(['group.delete-prevented', 'group.has-team']);
  });

  it('was somebody’s to delete', async () => {
    for (const route of [groupActs.remove, groupActs.restore]) {
      expect(await administrator.refused(route, { names: ['FJB 8A'] })).toMatchObject({
        code: 'access.denied',
      });
      expect(await ict.refused(route, { names: [] })).toMatchObject({ status: 422 });
    }
  });
});

it('is archived the night after it expired, unless it is protected or the source’s', async () => {
  const [old, safe] = [await make({ expiryDate: '2026-11-25' }), await make({ expiryDate: '2026-11-25' })];
  await ict.call(groupActs.protect, { groupName: safe.name, prevent: true });
  house.clock.set('2026-11-25T12:00:00Z');
  await cleanGroups(house.db, house.clock.now());
  expect((await ict.call(groups.get, { name: old.name })).archived).toBe(null);
  house.clock.set('2026-11-26T01:00:00Z');
  expect(await cleanGroups(house.db, house.clock.now())).toMatchObject({ expired: 1 });
  expect(await ict.call(groups.get, { name: old.name })).toMatchObject({
    archived: expect.any(String),
    can: ['restore', 'classList'],
  });
  expect((await ict.call(groups.get, { name: safe.name })).archived).toBe(null);

  // Restored, it has no day on which it expires: it would be archived again the next night.
  expect((await ict.call(groupActs.restore, { names: [old.name] })).succeeded).toEqual([old.name]);
  expect(await ict.call(groups.get, { name: old.name })).toMatchObject({ archived: null, expiryDate: null });
  expect(await cleanGroups(house.db, house.clock.now())).toMatchObject({ expired: 0 });

  await house.seed(({ tx }) => sql`update groups set archived_at = now() where name = 'FJB 8A'`.execute(tx));
  expect((await ict.call(groupActs.restore, { names: ['FJB 8A'] })).failed).toMatchObject([
    { code: 'group.owned-by-import' },
  ]);
  house.clock.set(testNow);
});
