/** Held slices by the API: who may decide, what a decision says, and what is left in the journal. */
import { beforeAll, describe, expect, it } from 'vitest';

import { runImport } from '#server/import/run.ts';
import { file, members, person, request, school } from '#server/import/testing.ts';
import { type Caller, openHouse } from '#server/testing/house.ts';

import { imports } from '../contract.ts';
import { importHandlers } from './handlers.ts';

const house = await openHouse(importHandlers);
let boss: Caller;
let runId = 0;

const ids = (from: number, to: number): string[] =>
  Array.from({ length: to - from }, (_, index) => String(from + index));
const at = (granlia: readonly string[], solvika: readonly string[]) =>
  file(
    [...granlia, ...solvika].map((id) => person({ id })).join(''),
    school('s1', 'Granlia skole'),
    school('s2', 'Solvika skole'),
    members('s1', granlia),
    members('s2', solvika),
  );

/** Of a source of its own. */
const elsewhere = (big: readonly string[], small: readonly string[]) =>
  file(
    [...big, ...small].map((id) => person({ id })).join(''),
    school('a1', 'Almåsen skole'),
    school('a2', 'Østli skole'),
    members('a1', big),
    members('a2', small),
  ).replace('>sas</datasource>', '>annen</datasource>');

async function imported(text: string): Promise<number> {
  const result = await runImport(house.services, request(text));
  expect(result.status).toBe('completed');
  return result.runId;
}
const slices = async (caller: Caller, run = runId) =>
  (await caller.call(imports.slices, { runId: run })).Items.map(({ school: name, kind, state, reason }) => ({
    name,
    kind,
    state,
    reason,
  }));
const held = async (run = runId): Promise<number[]> =>
  (await boss.call(imports.slices, { runId: run, state: ['held'] })).Items.map(({ number }) => number);

beforeAll(async () => {
  boss = await house.signIn('superadmin');
  await imported(at(ids(0, 25), ids(25, 50)));
  runId = await imported(at(ids(0, 2), ids(25, 27)));
});

it('a run says how much of it waits for somebody', async () => {
  expect(await boss.call(imports.get, { id: runId })).toMatchObject({
    undecided: 2,
    held: 46,
    heldSchools: [
      { school: 'Granlia skole', kind: 'left', leaving: 23, people: 25 },
      { school: 'Solvika skole', kind: 'left', leaving: 23, people: 25 },
    ],
  });
  expect(await slices(boss)).toEqual([
    { name: 'Granlia skole', kind: 'left', state: 'held', reason: null },
    { name: 'Solvika skole', kind: 'left', state: 'held', reason: null },
  ]);
});

describe('a decision', () => {
  it('needs a reason, and a day to come when it is postponed', async () => {
    const numbers = await held();
    const wish = { runId, numbers, decision: 'postponed', reason: 'Skolen undersøker' } as const;
    expect(await boss.refused(imports.decide, { ...wish, reason: ' ' })).toMatchObject({
      fields: [{ path: 'reason', key: 'required' }],
    });
    expect(await boss.refused(imports.decide, wish)).toMatchObject({
      fields: [{ path: 'until', key: 'required' }],
    });
    expect(await boss.refused(imports.decide, { ...wish, until: '2026-11-20' })).toMatchObject({
      fields: [{ path: 'until', key: 'invalid' }],
    });
    expect(await boss.refused(imports.decide, { ...wish, runId: 9_999 })).toMatchObject({
      code: 'import.not-found',
    });
  });

  it('is remembered with who, when and why, and can be withdrawn', async () => {
    const [first = 0] = await held();
    const decided = await boss.call(imports.decide, {
      runId,
      numbers: [first, 999],
      decision: 'rejected',
      reason: 'Skolen mangler i filen',
    });
    expect(decided).toMatchObject({
      succeeded: [String(first)],
      failed: [{ id: '999', code: 'import.slice-not-open' }],
    });
    expect(await slices(boss)).toContainEqual({
      name: 'Granlia skole',
      kind: 'left',
      state: 'rejected',
      reason: 'Skolen mangler i filen',
    });
    const { rows } = await house.pool.query(
      `select o.event, o.actor_name, c.after ->> 'reason' as reason, c.school_id is not null as "atSchool"
         from journal.operation o join journal.change c on c.operation_id = o.id
        where c.table_name = 'import_decision' and c.kind = 'I'`,
    );
    expect(rows).toEqual([
      {
        event: 'import.slice-decided',
        actor_name: boss.actor.userName,
        reason: 'Skolen mangler i filen',
        atSchool: true,
      },
    ]);
    await boss.call(imports.withdraw, { runId, numbers: [first] });
    expect(await held()).toHaveLength(2);
    expect(await boss.call(imports.withdraw, { runId, numbers: [first] })).toMatchObject({ succeeded: [] });
  });

  it('lets the slice through at the next import, and is over then', async () => {
    const numbers = await held();
    await boss.call(imports.decide, { runId, numbers, decision: 'accepted', reason: 'Nedlagt' });
    expect(await boss.call(imports.get, { id: runId })).toMatchObject({ undecided: 0 });
    const next = await imported(at(ids(0, 2), ids(25, 27)));
    expect(await boss.call(imports.get, { id: next })).toMatchObject({ left: 46, held: 0, heldSchools: [] });
    expect(await slices(boss, next)).toMatchObject([{ state: 'accepted' }, { state: 'accepted' }]);
    const late = await boss.call(imports.decide, { runId, numbers, decision: 'accepted', reason: 'Igjen' });
    expect(late.failed.map(({ code }) => code)).toEqual(['import.slice-not-open', 'import.slice-not-open']);
  });

  it('is the superadmin’s; a school sees its own slices and its own plan', async () => {
    const ict = await house.signIn('schoolIct', { school: 'GRA' });
    expect(
      await ict.refused(imports.decide, { runId, numbers: [1], decision: 'accepted', reason: 'x' }),
    ).toMatchObject({ code: 'access.denied', why: { grantedBy: ['superadmin'] } });
    expect((await slices(ict)).map(({ name }) => name)).toEqual(['Granlia skole']);
    const { Items } = await ict.call(imports.plan, { runId, subject: ['person'] });
    expect(new Set(Items.map(({ school: name }) => name))).toEqual(new Set(['Granlia skole']));
    expect(Items).toHaveLength(23);
    expect((await ict.call(imports.schools, {})).Items).toEqual([{ value: 'GRA', label: 'Granlia skole' }]);
  });
});

it('slices that belong together are decided as one', async () => {
  const all = [...ids(3_000, 3_060), ...ids(3_060, 3_130)];
  const others = [school('b1', 'Bekkestua skole'), school('b2', 'Voll skole')];
  const bothAt = (first: readonly string[], second: readonly string[], schools: readonly string[]) =>
    file(
      all.map((id) => person({ id })).join(''),
      ...schools,
      members('b1', first),
      members('b2', second),
    ).replace('>sas</datasource>', '>tredje</datasource>');
  await imported(bothAt(all.slice(0, 60), all.slice(60), others));
  const run = await imported(bothAt([], all, others));
  expect(await boss.call(imports.get, { id: run })).toMatchObject({
    undecided: 1,
    heldCount: 2,
    heldLeavers: 60,
  });
  const { Items } = await boss.call(imports.slices, { runId: run });
  expect(Items.map(({ school: name, kind, together }) => ({ name, kind, together }))).toEqual([
    {
      name: 'Bekkestua skole',
      kind: 'left',
      together: [{ school: 'Voll skole', schoolCode: 'VOL', kind: 'changed' }],
    },
    {
      name: 'Voll skole',
      kind: 'changed',
      together: [{ school: 'Bekkestua skole', schoolCode: 'BEK', kind: 'left' }],
    },
  ]);
  const [first = 0] = await held(run);
  await boss.call(imports.decide, {
    runId: run,
    numbers: [first],
    decision: 'accepted',
    reason: 'Slått sammen',
  });
  expect(await held(run)).toEqual([]);
  await boss.call(imports.withdraw, { runId: run, numbers: [first] });
  expect(await held(run)).toHaveLength(2);
});

describe('the plan', () => {
  it('is narrowed to a school, a class and a changed field, and says what differs', async () => {
    const text = file(
      person({ id: '0', family: 'Olsen' }),
      person({ id: '1', email: 'nora@skole.no' }),
      person({ id: '25' }),
      person({ id: '26' }),
      school('s1', 'Granlia skole'),
      school('s2', 'Solvika skole'),
      members('s1', ['0', '1']),
      members('s2', ['25', '26']),
    );
    const run = await imported(text);
    const ask = async (question: object) =>
      (await boss.call(imports.plan, { runId: run, subject: ['person'], ...question })).Items;
    expect(await ask({ changed: ['lastName'] })).toMatchObject([
      { name: 'Nora Olsen', changes: [{ field: 'lastName', before: 'Hansen', after: 'Olsen' }] },
    ]);
    expect(await ask({ changed: ['lastName', 'email'] })).toHaveLength(2);
    expect(await ask({ school: ['SOL'] })).toEqual([]);
    expect(await ask({ className: '7' })).toEqual([]);
  });

  it('does not show a protected person to those who may not see one', async () => {
    await house.seed(async ({ tx, userId }) => {
      const id = await userId('norhan0001');
      await tx.updateTable('users').set({ shielded: true }).where('id', '=', id).execute();
    });
    const run = await imported(at(ids(0, 2), ids(25, 27)).replace('<family>Hansen', '<family>Berg'));
    const ict = await house.signIn('schoolIct', { school: 'GRA' });
    const named = async (caller: Caller) =>
      (await caller.call(imports.plan, { runId: run, subject: ['person'] })).Items.map(({ key }) => key);
    expect(await named(boss)).toContain('norhan0001');
    expect(await named(ict)).not.toContain('norhan0001');
  });

  it('of a rehearsal for another day has a report', async () => {
    const result = await runImport(house.services, {
      ...request(at(ids(0, 1), ids(25, 27))),
      dryRun: true,
      asOf: '2027-08-20',
    });
    expect(await boss.call(imports.get, { id: result.runId })).toMatchObject({
      asOf: '2027-08-20',
      hasReport: true,
    });
    const report = await boss.call(imports.report, { id: result.runId });
    expect(report.map(({ kind, total }) => [kind, total])).toEqual([['leaver', 1]]);
    const other = await house.signIn('schoolIct', { school: 'SOL' });
    expect(await other.call(imports.report, { id: result.runId })).toEqual([]);
  });

  it('of a rehearsal tells each school of its own, however many others have', async () => {
    await imported(elsewhere(ids(1_000, 1_510), ids(2_000, 2_002)));
    const result = await runImport(house.services, {
      ...request(elsewhere(ids(1_000, 1_005), ids(2_000, 2_001))),
      dryRun: true,
      acceptLeavers: true,
    });
    const leavers = async (caller: Caller) =>
      (await caller.call(imports.report, { id: result.runId })).find(({ kind }) => kind === 'leaver');
    const whole = await leavers(boss);
    expect([whole?.total, whole?.rows.length]).toEqual([506, 500]);
    const small = await leavers(await house.signIn('schoolIct', { school: 'OST' }));
    expect([small?.total, small?.rows.map((row) => row.school)]).toEqual([1, ['Østli skole']]);
  });
});
