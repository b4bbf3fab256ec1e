import { describe, expect, it } from 'vitest';

import { groups } from '#areas/groups/contract.ts';

import { groupActs, type Member } from '../contract.ts';
import { group, openActs, user } from './testing.ts';

const { house, ict, leader, teacher, administrator, make, journalOf, membersOf } = await openActs();

describe('members', () => {
  it('are people by user name or address, told one by one', async () => {
    const { name } = await make();
    const result = await administrator.call(groupActs.addMembers, {
      groupName: name,
      members: [
        user('ANNA'),
        user('bo@fjordby.no', 'leader'),
        user('lunde'),
        user('gone'),
        user('shy'),
        user('who'),
      ],
    });
    expect(result.succeeded).toEqual(['ANNA', 'bo@fjordby.no']);
    expect(result.failed.map(({ id, code }) => `${id} ${code}`)).toEqual(
      ['lunde', 'gone', 'shy', 'who'].map((id) => `${id} user.not-found`),
    );
    expect(await membersOf(name)).toEqual(['anna student', 'bo leader']);
    expect((await journalOf(name))[0]).toMatchObject({ event: 'group.members-added', changes: 2 });
  });

  it('who are shielded are put in by those who may see them', async () => {
    const { name } = await make();
    const { succeeded } = await leader.call(groupActs.addMembers, {
      groupName: name,
      members: [user('shy')],
    });
    expect(succeeded).toEqual(['shy']);
  });

  it('are there once: again changes nothing, with another role it changes the role', async () => {
    const { name } = await make();
    const put = (member: Member) => ict.call(groupActs.addMembers, { groupName: name, members: [member] });
    await put(user('anna'));
    expect((await put(user('anna'))).succeeded).toEqual(['anna']);
    expect((await journalOf(name))[0]).toMatchObject({ changes: 0 });
    await put(user('anna', 'assistant'));
    expect(await membersOf(name)).toEqual(['anna assistant']);
  });

  it('come back after their time there was over', async () => {
    const { name } = await make();
    await house.seed((seed) => seed.member({ group: name, user: 'anna', endOn: '2026-11-10' }));
    expect(await membersOf(name)).toEqual([]);
    await ict.call(groupActs.addMembers, { groupName: name, members: [user('anna')] });
    expect(await membersOf(name)).toEqual(['anna student']);
  });

  it('are taken out; who is not there by themselves is told', async () => {
    const inner = await make({ members: [user('bo')] });
    const { name } = await make({ members: [user('anna'), group(inner.name)] });
    const result = await ict.call(groupActs.removeMembers, {
      groupName: name,
      members: [user('anna'), user('bo'), user('lunde'), group(inner.name), group('FJB 8A')],
    });
    expect(result.succeeded).toEqual(['anna', inner.name]);
    expect(result.failed.map(({ id, code }) => `${id} ${code}`)).toEqual([
      'bo group.member-not-found',
      'lunde group.member-not-found',
      'FJB 8A group.member-not-found',
    ]);
    expect(await membersOf(name)).toEqual([]);
    expect((await journalOf(name))[0]).toMatchObject({ event: 'group.members-removed', changes: 2 });
  });

  it.each([groupActs.addMembers, groupActs.removeMembers])(
    'of an imported group are the source’s: $signature',
    async (route) => {
      const ask = (groupName: string, caller = ict) =>
        caller.refused(route, { groupName, members: [user('bo')] });
      expect(await ask('FJB 8A')).toMatchObject({ code: 'group.owned-by-import', status: 409 });
      expect(await ask('Alle rektorer')).toMatchObject({ code: 'group.owner-only' });
      expect(await ask('LUN korps')).toMatchObject({ code: 'group.not-found' });
      expect(await ask('FJB 8A', teacher)).toMatchObject({ code: 'access.denied' });
      expect(await ict.refused(route, { groupName: 'FJB 8A', members: [] })).toMatchObject({ status: 422 });
    },
  );

  it('just added come first, whichever way the list is turned', async () => {
    const { name } = await make({ members: [user('anna'), user('bo'), user('tor')] });
    for (const sortDir of ['asc', 'desc'] as const) {
      const { Items } = await ict.call(groups.users, {
        groupName: name,
        sortBy: 'userName',
        sortDir,
        pinned: ['bo'],
      });
      expect(Items.map(({ userName, pinnedTime }) => [userName, pinnedTime !== undefined])).toEqual(
        sortDir === 'asc'
          ? [
              ['bo', true],
              ['anna', false],
              ['tor', false],
            ]
          : [
              ['bo', true],
              ['tor', false],
              ['anna', false],
            ],
      );
    }
  });
});

const nest = (groupName: string, ...names: string[]) =>
  ict.call(groupActs.addMembers, { groupName, members: names.map(group) });

describe('groups within groups', () => {
  it('are never in a ring', async () => {
    const [a, b, c] = [await make(), await make(), await make()];
    expect((await nest(a.name, b.name, 'FJB 8A')).succeeded).toEqual([b.name, 'FJB 8A']);
    expect((await nest(b.name, c.name)).failed).toEqual([]);
    expect((await nest(c.name, a.name)).failed).toMatchObject([{ id: a.name, code: 'group.loop' }]);
    expect((await nest(a.name, a.name)).failed).toMatchObject([{ code: 'group.loop' }]);
    expect((await nest(a.name, 'LUN korps', 'Alle rektorer')).failed).toMatchObject([
      { id: 'LUN korps', code: 'group.not-found' },
      { id: 'Alle rektorer', code: 'group.owner-only' },
    ]);
  });

  it('are not in a ring either when two close it from both sides at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [a, b] = [await make(), await make()];
      const answers = await Promise.all([nest(a.name, b.name), nest(b.name, a.name)]);
      expect(answers.flatMap(({ succeeded }) => succeeded)).toHaveLength(1);
    }
  });

  it('bring nobody once they are deleted', async () => {
    const inner = await make({ members: [user('anna')] });
    const outer = await make({ members: [group(inner.name)] });
    expect(await membersOf(outer.name)).toEqual(['anna student']);
    await ict.call(groupActs.remove, { names: [inner.name] });
    expect(await membersOf(outer.name)).toEqual([]);
  });
});
