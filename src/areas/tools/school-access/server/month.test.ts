/**
 * A month played by the moved clock, day by day: what the portal orders at 10:00, what the import carries out at
 * 16:00 and what midnight closes and opens. After each of them what stands in the database is what the rules say.
 */
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';

import { deactivations } from '#areas/tools/deactivations/contract.ts';
import { statusOn as deactivationOn } from '#areas/tools/deactivations/rules.ts';
import { deactivationHandlers } from '#areas/tools/deactivations/server/handlers.ts';
import { followDeactivations } from '#areas/tools/deactivations/server/service.ts';
import { addDays } from '#kernel/dates.ts';
import { nightlySteps } from '#server/nightly-steps.ts';
import { type Caller, openHouse } from '#server/testing/house.ts';

import { blockedAccess, temporaryAccess } from '../contract.ts';
import { type EntryState, statusOn, stepAtImport } from '../rules.ts';
import { blockedAccessHandlers, temporaryAccessHandlers } from './handlers.ts';

const house = await openHouse([
  ...temporaryAccessHandlers,
  ...blockedAccessHandlers,
  ...deactivationHandlers,
]);
let leader: Caller;

const FIRST = '2026-11-20';
const DAYS = 31;
const PEOPLE = 12;

/** The same chance every time. */
function chance(seed: number) {
  let state = seed;
  return (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

type Kind = 'temporary' | 'block';
interface Played extends EntryState {
  id: number;
  kind: Kind;
  userName: string;
}

beforeAll(async () => {
  await house.seed(async (seed) => {
    await seed.school('FJB');
    await seed.school('LUN');
    for (let one = 0; one < PEOPLE; one += 1) {
      await seed.user({ userName: `gjest.${one}`, role: 'employee', schools: [{ code: 'LUN' }] });
      await seed.user({ userName: `fast.${one}`, role: 'employee', schools: [{ code: 'FJB' }] });
    }
    // Every third of the school's employees is its pupil too.
    await seed.group({ name: 'FJB voksne', school: 'FJB' });
    for (let one = 0; one < PEOPLE; one += 3) {
      await seed.member({ group: 'FJB voksne', user: `fast.${one}`, role: 'student' });
    }
  });
  leader = await house.signIn('schoolAdministrator', { school: 'FJB' });
});

/** What the database has, told as one line per person and entry. */
async function standing(kind: Kind): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select e.id || ' ' || e.status || ' ' || case e.kind
             when 'temporary' then (p.source is not distinct from 'temporary-access')::text
             else (coalesce(p.blocked, false) or p.role = 'studentBlockedEmployee')::text end as line
      from access_entry e
      join users u on u.id = e.user_id
      left join school_user p on p.user_id = e.user_id and p.school_id = e.school_id
     where e.kind = ${kind}
       -- An older entry of somebody with a newer one says nothing of today.
       and e.id = (select max(n.id) from access_entry n where n.user_id = e.user_id and n.kind = e.kind)
     order by e.id`.execute(house.db);
  return rows.map(({ line }) => line);
}

const latest = (played: readonly Played[], kind: Kind): Played[] => {
  const newest = new Map<string, Played>();
  for (const entry of played) if (entry.kind === kind) newest.set(entry.userName, entry);
  return [...newest.values()].toSorted((one, other) => one.id - other.id);
};

const wanted = (played: readonly Played[], kind: Kind): string[] =>
  latest(played, kind).map(({ id, status }) => `${id} ${status} ${status === 'active'}`);

async function orderSomething(played: Played[], draw: (below: number) => number, day: string): Promise<void> {
  const kind: Kind = draw(2) === 0 ? 'temporary' : 'block';
  const userName = `${kind === 'temporary' ? 'gjest' : 'fast'}.${draw(PEOPLE)}`;
  const isLive = played.some(
    (entry) => entry.kind === kind && entry.userName === userName && /planned|active/.test(entry.status),
  );
  const immediate = kind === 'temporary' && draw(4) === 0;
  const start = immediate ? day : addDays(day, draw(6));
  const end = addDays(start, draw(8));
  const route = kind === 'temporary' ? temporaryAccess.create : blockedAccess.create;
  const input = {
    userName,
    role: 'employee',
    start,
    end,
    ...(kind === 'temporary' && { immediate }),
  } as const;
  const answer = await leader.request(route.signature, input);
  expect(answer.status).toBe(isLive ? 409 : 200);
  if (isLive) return;
  const { id } = route.output.parse(answer.body);
  played.push({ id, kind, userName, start, end, endsNext: false, status: immediate ? 'active' : 'planned' });
}

async function endSomething(played: Played[], draw: (below: number) => number): Promise<void> {
  const live = played.filter(({ status, endsNext }) => status === 'active' && !endsNext);
  const chosen = live[draw(Math.max(1, live.length))];
  if (!chosen) return;
  const route = chosen.kind === 'temporary' ? temporaryAccess.remove : blockedAccess.remove;
  expect(await leader.call(route, { ids: [chosen.id] })).toMatchObject({ succeeded: [String(chosen.id)] });
  chosen.endsNext = true;
}

async function importRuns(day: string): Promise<number> {
  let changed = 0;
  for (const { run } of nightlySteps) {
    const result = await house.seed(({ tx }) => run(tx, { now: house.clock.now(), day }));
    changed += result.changed;
  }
  return changed;
}

const after = { start: 'active', end: 'ended', lapse: 'ended' } as const;

it('holds every evening and every midnight', async () => {
  const draw = chance(20_261_120);
  const played: Played[] = [];
  const periods: { userName: string; start: string; end: string }[] = [];

  for (let number = 0; number < DAYS; number += 1) {
    const day = addDays(FIRST, number);
    house.clock.set(`${addDays(day, -1)}T23:00:00Z`); // midnight in Oslo
    await followDeactivations(house.db, house.clock.now());
    const { rows } = await sql<{ userName: string }>`
      select user_name from users where deactivated order by user_name collate "C"`.execute(house.db);
    const shut = periods.filter((period) => deactivationOn(period, day) === 'active');
    expect([day, rows.map(({ userName }) => userName)]).toEqual([
      day,
      [...new Set(shut.map(({ userName }) => userName))].toSorted(),
    ]);

    house.clock.set(`${day}T09:00:00Z`);
    for (let times = draw(4); times > 0; times -= 1) await orderSomething(played, draw, day);
    if (draw(3) === 0) await endSomething(played, draw);
    if (draw(2) === 0) {
      const start = addDays(day, draw(4));
      const [userName, period] = [`fast.${draw(PEOPLE)}`, { start, end: addDays(start, 1 + draw(5)) }];
      await leader.call(deactivations.addUsers, { ...period, userNames: [userName] });
      periods.push({ userName, ...period });
    }
    const { Items } = await leader.call(temporaryAccess.list, { pageSize: 500 });
    expect([day, ...Items.map(({ id, status }) => `${id} ${status}`).toSorted()]).toEqual([
      day,
      ...played
        .filter(({ kind }) => kind === 'temporary')
        .map((entry) => `${entry.id} ${statusOn(entry, day)}`)
        .toSorted(),
    ]);

    house.clock.set(`${day}T15:00:00Z`);
    // One evening without an import: the next makes up for it.
    if (number !== 11) {
      await importRuns(day);
      for (const entry of played) {
        const step = stepAtImport(entry, day);
        if (step !== 'nothing') entry.status = after[step];
      }
    }
    const again = number === 11 ? 0 : await importRuns(day);
    expect(again).toBe(0);
    for (const kind of ['temporary', 'block'] as const) {
      expect([day, ...(await standing(kind))]).toEqual([day, ...wanted(played, kind)]);
    }
  }
  expect(played.length).toBeGreaterThan(20);
  expect(new Set(played.map(({ status }) => status))).toEqual(new Set(['planned', 'active', 'ended']));
  const { rows } = await sql<{ roles: string[] }>`
    select array(select distinct role from school_user order by 1) as roles`.execute(house.db);
  expect(rows[0]?.roles).toContain('employee');
});
