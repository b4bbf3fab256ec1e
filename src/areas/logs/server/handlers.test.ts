import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';

import { groups } from '#areas/groups/contract.ts';
import { users } from '#areas/users/contract.ts';
import type { Call } from '#kernel/contract.ts';
import { addDays, osloDay } from '#kernel/dates.ts';
import { finishOperation, progress, startOperation, underOperation } from '#server/journal/long-operation.ts';
import { openHouse } from '#server/testing/house.ts';

import { logs } from '../contract.ts';

const house = await openHouse();
await house.seed(async (seed) => {
  await seed.school('FJB', 'Fjordby skole');
  await seed.school('LUN', 'Lunde skole');
  const pupil = (userName: string, code: string, columns = {}) =>
    seed.user({ userName, firstName: 'Ola', lastName: userName, schools: [{ code }], columns });
  await pupil('ola.fjb', 'FJB');
  await pupil('per.fjb', 'FJB');
  await pupil('shy.fjb', 'FJB', { shielded: true });
  await pupil('liv.lun', 'LUN');
  await seed.group({ name: 'FJB 8A', displayName: '8A', school: 'FJB' });
  await seed.group({ name: 'LUN 9Z', displayName: '9Z', school: 'LUN' });
});
const ict = await house.signIn('schoolIct', { school: 'FJB' });
const leader = await house.signIn('schoolAdministrator', { school: 'FJB' });
const lunde = await house.signIn('schoolIct', { school: 'LUN' });
const everyone = await house.signIn('superadmin');
const central = await house.signIn('superadmin', { school: 'FJB' });

house.clock.set('2026-11-20T13:00:00Z');
await ict.call(users.update, {
  userName: 'ola.fjb',
  version: 1,
  department: 'Musikk',
  mobilePhone: '90000001',
});
house.clock.set('2026-11-20T14:00:00Z');
await leader.call(users.update, { userName: 'shy.fjb', version: 1, department: 'Skjult' });
await lunde.call(users.update, { userName: 'liv.lun', version: 1, department: 'Lundehemmelig' });
house.clock.set('2026-11-21T09:00:00Z');
await central.call(users.update, { userName: 'per.fjb', version: 1, department: 'Idrett' });
const nightly = await night();

/** What an import does: one operation of the whole owner that touches several schools. */
async function night(): Promise<number> {
  const wish = { event: 'import.applied', route: 'job import', now: house.clock.now() };
  const id = await startOperation(house.db, wish, 'node-1', 4);
  await underOperation(house.db, id, 'node-1', async (tx) => {
    await sql`update users set title = 'Fra import' where user_name in ('ola.fjb', 'liv.lun', 'shy.fjb')`.execute(
      tx,
    );
    await sql`insert into membership (group_id, user_id, role, added_at)
      select g.id, u.id, 'student', now() from groups g join users u
        on (g.name, u.user_name) in (('FJB 8A', 'ola.fjb'), ('LUN 9Z', 'liv.lun'))`.execute(tx);
  });
  await progress(house.db, id, { done: 4 });
  await finishOperation(house.db, id, {
    status: 'completed',
    now: house.clock.now(),
    messageCode: 'import.done',
    messageParams: { people: 3 },
  });
  return id;
}

const audit = (caller: typeof ict, input: Call<typeof logs.audit> = {}) => caller.call(logs.audit, input);
const about = async (caller: typeof ict, input: Call<typeof logs.audit> = {}) =>
  (await audit(caller, input)).Items.map(({ event, target }) => `${event} ${target?.key ?? ''}`);

describe('the change log', () => {
  it('says who did what with whom, with before and after', async () => {
    const { Items } = await audit(ict, { target: 'user:ola.fjb', event: ['user.updated'] });
    expect(Items).toEqual([
      expect.objectContaining({
        time: '2026-11-20T13:00:00.000Z',
        actor: ict.actor.userName,
        actorRole: 'schoolIct',
        school: expect.objectContaining({ code: 'FJB' }),
        event: 'user.updated',
        target: { type: 'user', key: 'ola.fjb', name: 'Ola ola.fjb' },
        result: 'completed',
        changeCount: 1,
        ip: '127.0.0.1',
        traceId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      }),
    ]);
    expect(Items[0]?.changes[0]?.fields).toEqual([
      { field: 'department', from: null, to: 'Musikk' },
      { field: 'mobilePhone', from: null, to: '90000001' },
    ]);
  });

  it('of a school has what was done there and what was done with its rows, newest first', async () => {
    expect(await about(ict, { at: '2026-11-20..' })).toEqual(
      expect.arrayContaining(['import.applied ola.fjb', 'user.updated per.fjb', 'user.updated ola.fjb']),
    );
    const { Items } = await audit(ict);
    expect(Items.map(({ time }) => time)).toEqual(
      Items.map(({ time }) => time)
        .toSorted()
        .toReversed(),
    );
    expect(JSON.stringify(Items)).not.toMatch(/liv\.lun|Lundehemmelig|9Z/);
    expect(JSON.stringify(await audit(lunde))).not.toMatch(/ola\.fjb|per\.fjb|8A/);
  });

  it('has of a long operation only the school’s own rows', async () => {
    const detail = await ict.call(logs.operation, { id: nightly });
    expect(detail).toMatchObject({
      event: 'import.applied',
      total: 4,
      done: 4,
      message: { code: 'import.done' },
    });
    expect(detail.Items.map(({ table, target }) => [table, target.key, target.name])).toEqual([
      ['users', 'ola.fjb', 'Ola ola.fjb'],
      ['membership', 'ola.fjb', 'Ola ola.fjb · 8A'],
    ]);
    expect(detail.TotalItems).toBe(2);
    expect((await everyone.call(logs.operation, { id: nightly })).TotalItems).toBe(5);
    expect((await everyone.call(logs.operation, { id: nightly, page: 2, pageSize: 3 })).Items).toHaveLength(
      2,
    );
  });

  it('hides shielded people from those who may not see them', async () => {
    expect(JSON.stringify(await audit(ict))).not.toMatch(/shy|Skjult/);
    expect(await about(leader, { target: 'user:shy.fjb' })).toContain('user.updated shy.fjb');
    await leader.call(users.get, { name: 'shy.fjb' });
    expect(await about(ict, { event: ['user.shielded-viewed'] })).toEqual([]);
    expect(await about(leader, { event: ['user.shielded-viewed'] })).toEqual([
      'user.shielded-viewed shy.fjb',
    ]);
  });

  it('never shows a secret', async () => {
    await house.seed(async ({ tx }) => {
      await sql`update users set national_number_cipher = '\\x0102' where user_name = 'ola.fjb'`.execute(tx);
    });
    const [entry] = (await audit(everyone, { target: 'user:ola.fjb' })).Items;
    expect(entry?.changes[0]?.fields).toEqual([{ field: 'nationalNumberCipher', from: null, to: '***' }]);
  });

  const filters: [string, Call<typeof logs.audit>, number][] = [
    ['period', { at: '2026-11-20..2026-11-20', event: ['user.updated'] }, 1],
    ['actor', { actor: ict.actor.userName.toUpperCase() }, 1],
    ['event', { event: ['user.updated'] }, 2],
    ['target type', { targetType: 'group', event: ['user.updated'] }, 0],
    ['result', { result: ['failed'] }, 0],
    ['school', { school: 'FJB', event: ['user.updated'] }, 2],
  ];
  it.each(filters)('filters by %s', async (_, input, expected) => {
    const page = await audit(ict, input);
    expect([page.Items.length, page.TotalItems]).toEqual([expected, expected]);
  });

  it.each([
    [{ target: 'user:' }, 'request.invalid'],
    [{ target: 'machine:1' }, 'request.invalid'],
    [{ target: 'gone:x' }, 'request.invalid'],
    [{ target: 'gone:1' }, 'user.not-found'],
    [{ target: 'user:ingen.slik' }, 'user.not-found'],
    [{ target: 'user:shy.fjb' }, 'user.not-found'],
    [{ target: 'user:liv.lun' }, 'user.not-found'],
    [{ target: 'group:Ingen' }, 'group.not-found'],
    [{ target: 'group:LUN 9Z' }, 'group.not-found'],
    [{ actor: 'ingen.slik' }, 'user.not-found'],
    [{ actor: 'liv.lun' }, 'user.not-found'],
  ])(
    'never finds nothing in silence: %j is refused, whether it is hidden or not there',
    async (input, code) => {
      expect(await ict.refused(logs.audit, input)).toMatchObject({ code });
    },
  );

  it.each(logs.audit.input.shape.sortBy.unwrap().options)('takes sorting by %s', async (sortBy) => {
    const up = await audit(everyone, { sortBy, sortDir: 'asc', pageSize: 500 });
    expect(up.Items).toHaveLength(up.TotalItems);
  });

  it('of a group has its memberships', async () => {
    const { Items } = await audit(ict, { target: 'group:fjb 8a', event: ['import.applied'] });
    expect(Items[0]?.changes.map(({ table, kind }) => [table, kind])).toEqual([['membership', 'added']]);
    expect((await lunde.refused(logs.audit, { target: 'group:FJB 8A' })).code).toBe('group.not-found');
  });

  it('has the logged readings, with what they were about', async () => {
    await ict.request('GET /group/users/download', { format: 'csv', groupName: 'FJB 8A' });
    expect(await about(ict, { target: 'group:FJB 8A', event: ['group.members-exported'] })).toEqual([
      'group.members-exported FJB 8A',
    ]);
  });

  it('leaves no trace of what was refused', async () => {
    const before = (await audit(ict)).TotalItems;
    await ict.refused(users.update, { userName: 'ola.fjb', version: 99, department: 'X' });
    await ict.refused(groups.get, { name: 'LUN 9Z' });
    expect((await audit(ict)).TotalItems).toBe(before);
  });

  it('does not open an operation that is not the reader’s to see', async () => {
    const [foreign] = (await audit(lunde, { event: ['user.updated'] })).Items;
    expect(await ict.refused(logs.operation, { id: foreign?.id ?? 0 })).toMatchObject({
      status: 404,
      code: 'operation.not-found',
    });
    expect(await ict.refused(logs.operation, { id: 'x' })).toMatchObject({ code: 'request.invalid' });
  });

  it('knows its kinds of events', async () => {
    expect((await ict.call(logs.events, { search: 'user.' })).Items).toEqual(
      expect.arrayContaining(['user.updated']),
    );
  });

  it('is exported with what the reader sees', async () => {
    const file = await ict.request('GET /logging/auditlogs/download', {
      format: 'csv',
      columns: 'event,target,changes',
      event: 'user.updated',
    });
    expect(file.text.split('\r\n').filter(Boolean).slice(1)).toEqual([
      expect.stringContaining('Ola per.fjb per.fjb;department: – → Idrett'),
      expect.stringContaining('department: – → Musikk, mobilePhone: – → 90000001'),
    ]);
    expect((await audit(ict, { event: ['log.exported'] })).TotalItems).toBe(1);
  });
});

describe('the admin log', () => {
  it('has what was done by those who act for the whole owner', async () => {
    const page = await everyone.call(logs.admin, { event: ['user.updated'] });
    expect(page.Items.map(({ actorRole, target }) => [actorRole, target?.key])).toEqual([
      ['superadmin', 'per.fjb'],
    ]);
    const by = async (actorRole: 'superadmin' | 'centralAdmin') =>
      (await everyone.call(logs.admin, { event: ['user.updated'], actorRole })).TotalItems;
    expect([await by('centralAdmin'), await by('superadmin')]).toEqual([0, 1]);
    expect(await everyone.refused(logs.admin, { actorRole: 'teacher' })).toMatchObject({
      code: 'request.invalid',
      fields: [{ path: 'actorRole' }],
    });
    expect(await ict.refused(logs.admin, {})).toMatchObject({
      code: 'access.denied',
      why: { rule: 'admin-log.read' },
    });
  });
});

describe('the operations log', () => {
  it('has long operations with their progress and outcome', async () => {
    expect((await everyone.call(logs.operations, {})).Items).toEqual([
      expect.objectContaining({
        event: 'import.applied',
        status: 'completed',
        total: 4,
        done: 4,
        failed: 0,
        startedBy: null,
        message: { code: 'import.done', params: { people: 3 } },
      }),
    ]);
  });

  it('of a school has its own and those the reader started', async () => {
    expect((await ict.call(logs.operations, {})).TotalItems).toBe(0);
    const schoolId = await house.seed((seed) => seed.schoolId('FJB'));
    const actor = { id: ict.actor.userId, name: ict.actor.userName, role: 'schoolIct' };
    const wish = { event: 'group.deleted', route: 'test', now: house.clock.now(), schoolId, actor };
    await startOperation(house.db, wish, 'node-1', 10);
    expect(await ict.call(logs.operations, { status: ['running'] })).toMatchObject({
      TotalItems: 1,
      Items: [{ status: 'running' }],
    });
    expect((await lunde.call(logs.operations, {})).TotalItems).toBe(0);
    const day = osloDay(house.clock.now());
    expect((await ict.call(logs.operations, { from: day, to: day })).TotalItems).toBe(1);
    expect((await ict.call(logs.operations, { to: addDays(day, -1) })).TotalItems).toBe(0);
  });

  it.each(logs.operations.input.shape.sortBy.unwrap().options)('sorts by %s', async (sortBy) => {
    expect((await everyone.call(logs.operations, { sortBy })).TotalItems).toBe(2);
  });
});

describe('running operations', () => {
  it('are told one by one, to those who may see them', async () => {
    const schoolId = await house.seed((seed) => seed.schoolId('LUN'));
    const wish = { event: 'group.deleted', route: 'test', now: house.clock.now(), schoolId };
    const id = await startOperation(house.db, wish, 'node-2', 3);
    await progress(house.db, id, { done: 2 });
    expect(await lunde.call(logs.job, { id })).toMatchObject({ done: 2, total: 3, status: 'running' });
    expect(await ict.refused(logs.job, { id })).toMatchObject({ status: 404, code: 'operation.not-found' });
    await finishOperation(house.db, id, {
      status: 'failed',
      now: house.clock.now(),
      messageCode: 'server.failed',
    });
    expect(await lunde.call(logs.job, { id })).toMatchObject({ status: 'failed' });
  });

  it('are streamed as they move on, and nobody else’s', async () => {
    const start = async (school: string) => {
      const schoolId = await house.seed((seed) => seed.schoolId(school));
      const wish = { event: 'group.deleted', route: 'test', now: house.clock.now(), schoolId };
      return startOperation(house.db, wish, 'node-2', 1);
    };
    const [foreign, own] = [await start('FJB'), await start('LUN')];
    const address = await house.app.listen({ port: 0, host: '127.0.0.1' });
    const answer = await fetch(`${address}/api/jobs/stream`, { headers: { authorization: lunde.token } });
    expect(answer.headers.get('content-type')).toContain('text/event-stream');
    expect(answer.headers.get('content-encoding')).toBeNull();

    const read = reading(answer);
    expect(await read('"status":"running"')).toContain(`id: ${own}\n`);
    const ended = { status: 'completed', now: house.clock.now() } as const;
    await finishOperation(house.db, foreign, ended);
    await finishOperation(house.db, own, ended);
    const text = await read('"status":"completed"');
    expect(text).toContain(`id: ${own}\n`);
    expect(text).not.toContain(`id: ${foreign}\n`);
  });
});

/** Reads on until a mark is there; answers everything read so far. */
function reading({ body }: Response): (mark: string) => Promise<string> {
  const parts = body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  return async (mark) => {
    while (!text.includes(mark)) {
      const part = await parts?.read();
      if (part === undefined || part.done) break;
      text += part.value;
    }
    return text;
  };
}

it('counts the changes of an operation of any size, for most readers as far as one would look through them', async () => {
  const wish = { event: 'import.applied', route: 'job import', now: house.clock.now() };
  const id = await startOperation(house.db, wish, 'node-1');
  await underOperation(house.db, id, 'node-1', (tx) =>
    sql`insert into groups (name, display_name, type, created_at)
        select 'MANGE ' || n, 'Mange', 'uda', now() from generate_series(1, 10001) n`.execute(tx),
  );
  await finishOperation(house.db, id, { status: 'completed', now: house.clock.now() });
  const seen = async (caller: typeof ict) => {
    const { TotalItems, TotalIsCapped } = await caller.call(logs.operation, { id });
    return { TotalItems, TotalIsCapped };
  };
  expect(await seen(everyone)).toEqual({ TotalItems: 10_001 });
  await sql`select journal.seal_finished()`.execute(house.db);
  expect(await seen(everyone)).toEqual({ TotalItems: 10_001 });
});
