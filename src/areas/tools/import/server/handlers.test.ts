import { sql } from 'kysely';
import { beforeAll, describe, expect, it, vi } from 'vitest';

import { file, group, members, person, school } from '#server/import/testing.ts';
import { type Caller, openHouse } from '#server/testing/house.ts';

import { imports } from '../contract.ts';
import { importHandlers } from './handlers.ts';

const house = await openHouse(importHandlers);
let boss: Caller;

const twoSchools = file(
  person({ id: '1', number: '17097055655' }),
  person({ id: '2', given: 'Ola', number: '09119311111' }),
  school('s1', 'Granlia skole'),
  school('s2', 'Solvika skole'),
  group('7a', 's1', 1, '7A'),
  members('s1', ['1']),
  members('s2', ['2']),
  members('7a', ['1', 'ukjent']),
);

/** Sends a file as the browser's form does. */
async function upload(caller: Caller, text: string, query = '') {
  const boundary = 'x-boundary-x';
  const payload = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="night.xml"\r\ncontent-type: text/xml\r\n\r\n${text}\r\n--${boundary}--\r\n`;
  const answer = await house.app.inject({
    method: 'POST',
    url: `/api/import/run${query}`,
    headers: {
      authorization: caller.token,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'x-xsrf-token': 'same',
    },
    cookies: { 'XSRF-TOKEN': 'same' },
    payload,
  });
  return {
    status: answer.statusCode,
    body: answer.json<{ runId?: number; code?: string; params?: object }>(),
  };
}

/** The import goes on after its upload was answered. */
const finished = (caller: Caller, id: number): Promise<void> =>
  vi.waitFor(
    async () => {
      const { status } = await caller.call(imports.get, { id });
      if (status !== 'completed') throw new Error(`import ${id} is ${status}`);
    },
    { timeout: 10_000 },
  );

let firstRun = 0;
beforeAll(async () => {
  boss = await house.signIn('superadmin');
  firstRun = (await upload(boss, twoSchools)).body.runId ?? 0;
  await finished(boss, firstRun);
});

describe('an upload', () => {
  it('is imported under the name of its sender, with its counts', async () => {
    const run = await boss.call(imports.get, { id: firstRun });
    expect(run).toMatchObject({
      startedVia: 'upload',
      startedBy: boss.actor.userName,
      fileName: 'night.xml',
      phase: 'done',
      created: 2,
      rejected: 1,
      counts: { school: { new: 2 }, person: { new: 2 }, group: { new: 1 }, membership: { new: 1 } },
    });
    const { rows } = await house.pool.query('select actor_name, event from journal.operation where id = $1', [
      run.operationId,
    ]);
    expect(rows).toEqual([{ actor_name: boss.actor.userName, event: 'import.applied' }]);
  });

  it('of a broken file is refused with the place, and is in the overview', async () => {
    const { status, body } = await upload(boss, twoSchools.replace('</name>', '</navn>'));
    expect(status).toBe(422);
    expect(body).toMatchObject({ code: 'import.file-broken', params: { reason: 'file.broken', line: 3 } });
    const { Items } = await boss.call(imports.runs, { status: ['failed'] });
    expect(Items).toHaveLength(1);
  });

  it('of something else is refused', async () => {
    expect(await upload(boss, 'navn;klasse')).toMatchObject({
      status: 422,
      body: { code: 'import.file-wrong' },
    });
    expect(await upload(boss, '')).toMatchObject({ status: 422, body: { code: 'import.file-empty' } });
  });

  it('as a rehearsal changes nothing', async () => {
    const { body } = await upload(
      boss,
      file(person({ id: '3' }), school('s1', 'Granlia skole'), members('s1', ['3'])),
      '?dryRun=true&acceptLeavers=true',
    );
    await finished(boss, body.runId ?? 0);
    expect(await boss.call(imports.get, { id: body.runId ?? 0 })).toMatchObject({
      dryRun: true,
      created: 1,
      left: 2,
      operationId: null,
    });
    const plan = await boss.call(imports.plan, {
      runId: body.runId ?? 0,
      subject: ['person'],
      outcome: ['left'],
    });
    expect(plan.Items.map(({ key }) => key)).toEqual(['norhan0001', 'olahan0001']);
  });

  it('is for superadmins alone', async () => {
    const ict = await house.signIn('schoolIct', { school: 'GRA' });
    expect((await upload(ict, twoSchools)).status).toBe(403);
  });
});

describe('what a file could not give', () => {
  it('is listed with reasons', async () => {
    const { Items, TotalItems } = await boss.call(imports.problems, { runId: firstRun });
    expect(TotalItems).toBe(3);
    expect(Items.map(({ code, severity }) => [code, severity])).toEqual([
      ['person.national-number', 'flagged'],
      ['person.national-number', 'flagged'],
      ['membership.unknown-person', 'rejected'],
    ]);
  });

  it('is downloaded as CSV in Norwegian, without any national number', async () => {
    const answer = await boss.request('GET /import/runs/:id/rejects', { id: firstRun });
    expect(answer.status).toBe(200);
    expect(answer.headers['content-disposition']).toContain(`night%20${firstRun}.csv`);
    expect(answer.text).toContain('Linje;Alvor;Årsak;Id i kilden;Funnet');
    expect(answer.text).toContain('Avvist;Personen finnes ikke i filen');
    expect(answer.text).not.toMatch(/17097055655|09119311111/);
  });

  it('of an import that never was is not found', async () => {
    expect((await boss.refused(imports.get, { id: 999 })).code).toBe('import.not-found');
    expect((await boss.refused(imports.problems, { runId: 999 })).code).toBe('import.not-found');
  });
});

it('a school sees the runs, but only its own people in them', async () => {
  const ict = await house.signIn('schoolIct', { school: 'GRA' });
  const { Items } = await ict.call(imports.runs, { dryRun: false, status: ['completed'] });
  expect(Items).toMatchObject([{ id: firstRun, created: 1, flagged: 1, rejected: 0 }]);
  const problems = await ict.call(imports.problems, { runId: firstRun });
  expect(problems.Items.map(({ sourceId }) => sourceId)).toEqual(['1']);
  const plan = await ict.call(imports.plan, { runId: firstRun, subject: ['person'] });
  expect(plan.Items.map(({ key }) => key)).toEqual(['norhan0001']);
});

it('a run is of the school whose data source it was, which other schools are not told', async () => {
  await house.seed(({ tx }) =>
    sql`insert into data_source (name, kind, school_id, folder, run_at, place, enabled, created_at)
        select 'Prøvekilden', 'pifu', id, 'prove', '17:00', 9, true, now() from school where code = 'GRA'`.execute(
      tx,
    ),
  );
  await house.pool.query(
    `update import_run set data_source_id = (select id from data_source where name = 'Prøvekilden') where id = $1`,
    [firstRun],
  );
  const schoolFor = async (caller: Caller) => {
    const { Items } = await caller.call(imports.runs, {
      sortBy: 'school',
      status: ['completed'],
      dryRun: false,
    });
    const run = await caller.call(imports.get, { id: firstRun });
    expect(Items.find(({ id }) => id === firstRun)?.school).toEqual(run.school);
    return run.school?.code;
  };
  expect(await schoolFor(boss)).toBe('GRA');
  expect(await schoolFor(await house.signIn('schoolIct', { school: 'GRA' }))).toBe('GRA');
  expect(await schoolFor(await house.signIn('schoolIct', { school: 'SOL' }))).toBeUndefined();
  await house.pool.query('update import_run set data_source_id = null');
  expect(await schoolFor(boss)).toBeUndefined();
});

it('why a run failed is told whole to those who see the whole file, and to a school that it failed', async () => {
  const failure = { code: 'fetch.unreachable', line: 3, column: 7, found: 'Kari Nordmann 170970*****' };
  await sql`update import_run set failure = ${JSON.stringify(failure)}::jsonb where id = ${firstRun}`.execute(
    house.db,
  );
  const told = async (caller: Caller) => (await caller.call(imports.get, { id: firstRun })).failure;
  const elsewhere = { code: 'import.not-yours', line: 0, column: 0, found: '' };
  const gra = await house.signIn('schoolIct', { school: 'GRA' });
  expect(await told(boss)).toEqual(failure);
  expect(await told(gra)).toEqual(elsewhere);
  await sql`update import_run set data_source_id = (select id from data_source where name = 'Prøvekilden')
    where id = ${firstRun}`.execute(house.db);
  expect(await told(gra)).toEqual(failure);
  expect(await told(await house.signIn('schoolIct', { school: 'SOL' }))).toEqual(elsewhere);
  await sql`update import_run set failure = null, data_source_id = null where id = ${firstRun}`.execute(
    house.db,
  );
  expect(await told(gra)).toBeNull();
});

it('runs are narrowed to the systems their files came from', async () => {
  const { Items: feeds } = await boss.call(imports.feeds, {});
  const [feed = ''] = feeds;
  expect(feeds).toEqual(['sas']);
  expect((await boss.call(imports.feeds, { search: 'S' })).Items).toEqual(['sas']);
  expect((await boss.call(imports.feeds, { search: 'visma' })).Items).toEqual([]);
  const { Items } = await boss.call(imports.runs, { feed: [feed] });
  expect(Items.map((run) => run.feed)).toContain('sas');
  expect(Items.every((run) => run.feed === 'sas')).toBe(true);
  expect((await boss.call(imports.runs, { feed: ['visma'] })).TotalItems).toBe(0);
  const teacher = await house.signIn('teacher', { school: 'GRA' });
  expect(await teacher.refused(imports.feeds, {})).toMatchObject({ code: 'access.denied' });
});

it('the figures of a school are exact, also when the plan keeps only a part of them', async () => {
  const ict = await house.signIn('schoolIct', { school: 'GRA' });
  // As with everybody beyond the ten thousandth newcomer.
  await house.pool.query('delete from import_plan where run_id = $1', [firstRun]);
  const { Items } = await ict.call(imports.runs, { dryRun: false, sortBy: 'created' });
  expect(Items.find(({ id }) => id === firstRun)).toMatchObject({ created: 1, changed: 0, left: 0 });
  const run = await ict.call(imports.get, { id: firstRun });
  expect(run.counts).toEqual({ school: { new: 1 }, person: { new: 1 }, group: { new: 1 } });
});

it('what was found in the record of a protected person is kept from those who may not see one', async () => {
  const found = async (caller: Caller) =>
    (await caller.call(imports.problems, { runId: firstRun })).Items.map(({ sourceId }) => sourceId);
  const ict = await house.signIn('schoolIct', { school: 'GRA' });
  const leader = await house.signIn('schoolAdministrator', { school: 'GRA' });
  await house.seed(async ({ tx, userId }) => {
    const id = await userId('norhan0001');
    await tx.updateTable('users').set({ shielded: true }).where('id', '=', id).execute();
  });
  expect(await found(ict)).toEqual([]);
  expect(await found(leader)).toEqual(['1']);
  const { text } = await ict.request('GET /import/runs/:id/rejects', { id: firstRun });
  expect(text.trim().split('\n')).toHaveLength(1);
});

describe('at one school', () => {
  it('a run tells what it did there, without people with protected identity, and nothing of the whole file', async () => {
    const { rows } = await house.pool.query<{ code: string }>(
      `select code from school where name = 'Granlia skole'`,
    );
    const code = rows[0]?.code ?? '';
    const ict = await house.signIn('schoolIct', { school: code });
    const leader = await house.signIn('schoolAdministrator', { school: code });
    const asked = { id: firstRun };
    const own = { people: null, groups: null, memberships: null, created: 1, rejected: 0 };
    expect(await ict.call(imports.get, asked)).toMatchObject({ ...own, counts: { person: { new: 1 } } });
    expect((await ict.call(imports.runs, { sortBy: 'people' })).Items).toContainEqual(
      expect.objectContaining({ id: firstRun, people: null, created: 1 }),
    );
    expect(await boss.call(imports.get, asked)).toMatchObject({ people: 2, groups: 3, memberships: 4 });

    await house.seed(({ tx }) => sql`update users set shielded = true where first_name = 'Nora'`.execute(tx));
    const { body } = await upload(boss, twoSchools.replaceAll('Nora', 'Norunn'));
    const id = body.runId ?? 0;
    await finished(boss, id);
    await house.seed(({ tx }) => sql`update users set shielded = false`.execute(tx));
    expect(await leader.call(imports.get, { id })).toMatchObject({
      changed: 1,
      counts: { person: { changed: 1 } },
    });
    const hidden = await ict.call(imports.get, { id });
    expect(hidden).toMatchObject({ changed: 0 });
    expect(hidden.counts.person).toBeUndefined();
  });
});
