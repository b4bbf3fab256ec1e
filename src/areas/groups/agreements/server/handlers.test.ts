import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';

import { openHouse } from '#server/testing/house.ts';

import { agreementList, agreements } from '../contract.ts';

const house = await openHouse();
await house.seed(async (seed) => {
  await seed.school('FJB', 'Fjordby skole');
  await seed.school('LUN', 'Lunde skole');
  for (const [userName, code, columns] of [
    ['anna', 'FJB', {}],
    ['bo', 'FJB', {}],
    ['shy', 'FJB', { shielded: true }],
    ['lunde', 'LUN', {}],
  ] as const) {
    await seed.user({ userName, lastName: userName, schools: [{ code, className: '8A' }], columns });
  }
  await seed.user({ userName: 'tor', lastName: 'tor', role: 'employee', schools: [{ code: 'FJB' }] });
  await seed.group({ name: 'FJB 8A', displayName: '8A', school: 'FJB' });
  await seed.group({ name: 'LUN 8A', school: 'LUN' });
  for (const user of ['anna', 'bo', 'shy']) await seed.member({ group: 'FJB 8A', user });
  await seed.member({ group: 'FJB 8A', user: 'tor', role: 'teacher' });
});
const ict = await house.signIn('schoolIct', { school: 'FJB' });
const administrator = await house.signIn('groupAdministrator', { school: 'FJB' });
const teacher = await house.signIn('teacher', { school: 'FJB', userName: 'tor' });

const read = async (
  input: Partial<Parameters<typeof ict.call<typeof agreements.list>>[1]> = {},
  caller = ict,
) => {
  const { Items } = await caller.call(agreements.list, { groupName: 'FJB 8A', ...input });
  return Items.map(({ userName, signed, date }) => `${userName} ${signed}${date === null ? '' : ` ${date}`}`);
};

const register = (input: object) =>
  administrator.call(agreements.register, {
    groupName: 'FJB 8A',
    userNames: ['anna'],
    signed: true,
    ...input,
  });

describe('IKT agreements', () => {
  it('are registered for members, with the day and who did it, and taken back', async () => {
    expect(await read()).toEqual(['anna missing', 'bo missing', 'tor missing']);
    expect(await register({ userNames: ['anna', 'tor', 'lunde', 'shy'], date: '2026-08-20' })).toEqual({
      succeeded: ['anna', 'tor'],
      failed: ['lunde', 'shy'].map((id) => ({ id, code: 'group.member-not-found', params: {} })),
    });
    await register({ userNames: ['bo'] });
    expect(await read()).toEqual(['anna signed 2026-08-20', 'bo signed 2026-11-20', 'tor signed 2026-08-20']);
    const { Items } = await ict.call(agreements.list, { groupName: 'FJB 8A', search: 'bo' });
    expect(Items).toMatchObject([
      { registeredBy: expect.stringContaining('Prøve'), registered: '2026-11-20T12:00:00.000Z' },
    ]);
    await register({ userNames: ['bo'], signed: false });
    const { rows } = await sql<{ changes: number; group: string }>`
      select (select count(*)::int from journal.change c where c.operation_id = o.id) as changes,
             (select g.name from groups g where g.id::text = o.message_params ->> 'key') as "group"
        from journal.operation o where o.event = 'ict-agreement.registered' order by o.id`.execute(house.db);
    expect(rows).toEqual([2, 1, 1].map((changes) => ({ changes, group: 'FJB 8A' })));
    expect(await read({ signed: 'missing' })).toEqual(['bo missing']);
    expect(await read({ signed: 'signed', memberKind: 'students' })).toEqual(['anna signed 2026-08-20']);
  });

  it.each(agreementList.query.shape.sortBy.unwrap().options)('are sorted by %s', async (sortBy) => {
    expect((await read({ sortBy, sortDir: 'desc' })).length).toBe(3);
  });

  it('are seen by those who teach, and registered by those who may', async () => {
    expect((await read({}, teacher)).length).toBe(3);
    const input = { groupName: 'FJB 8A', userNames: ['anna'], signed: true };
    expect(await teacher.refused(agreements.register, input)).toMatchObject({
      code: 'access.denied',
      why: { rule: 'groups.agreements' },
    });
  });

  it('are refused for another school’s group, a day to come, and nobody', async () => {
    const input = { groupName: 'FJB 8A', userNames: ['anna'], signed: true };
    expect(await ict.refused(agreements.list, { groupName: 'LUN 8A' })).toMatchObject({
      code: 'group.not-found',
    });
    expect(await ict.refused(agreements.register, { ...input, groupName: 'LUN 8A' })).toMatchObject({
      status: 404,
    });
    expect(await ict.refused(agreements.register, { ...input, date: '2026-11-21' })).toMatchObject({
      fields: [{ path: 'date', key: 'future' }],
    });
    expect(await ict.refused(agreements.register, { ...input, userNames: [] })).toMatchObject({
      status: 422,
    });
  });

  it('can be taken along as a list of who is missing', async () => {
    const file = await ict.request('GET /group/iktagreement/download', {
      groupName: 'FJB 8A',
      signed: 'missing',
      format: 'csv',
      columns: 'name,signed',
    });
    expect(file.text).toContain('Kari bo;Mangler');
    expect(file.text).not.toContain('Kari anna');
    expect((await teacher.request('GET /group/iktagreement/download', { groupName: 'FJB 8A' })).status).toBe(
      403,
    );
  });
});
