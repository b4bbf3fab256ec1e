/**
 * A school year played by the moved clock, day by day: what the portal is asked at 10:00, what the night carries out
 * and imports at 16:00, what midnight closes and opens. After each midnight and each night every rule of
 * `invariants.ts` holds, and the people are those of the file.
 */
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';

import { followDeactivations } from '#areas/tools/deactivations/server/service.ts';
import { addDays, osloMoment } from '#kernel/dates.ts';
import { lookAtNight } from '#server/import/night.ts';
import { nightlySteps } from '#server/nightly-steps.ts';
import { openHouse } from '#server/testing/house.ts';

import { chance } from './chance.ts';
import { type At, broken, invariants, journalInvariants } from './invariants.ts';
import { foundMunicipality } from './municipality.ts';
import { askTooLate, type Done, type Person, workADay } from './office.ts';

const FIRST = '2026-08-01';
const DAYS = 365;
const SEED = 20_260_801;
/** Days of grace before the account of somebody absent is closed (docs/import.md). */
const GRACE = 30;
/** No portal ran that evening: the night is made up for in the morning. */
const MISSED = new Set(['2026-10-13', '2027-02-02']);

const house = await openHouse();
const importFolder = await mkdtemp(path.join(tmpdir(), 'vaktmester-year-'));
afterAll(() => rm(importFolder, { recursive: true, force: true }));

const draw = chance(SEED);
const municipality = foundMunicipality(draw);
const night = {
  db: house.db,
  pool: house.pool,
  clock: house.clock,
  vault: house.services.vault,
  keptSecrets: house.services.keptSecrets,
  importFolder: () => importFolder,
  steps: nightlySteps,
};

/** Leaves a file for the night, as the school's system does; it has lain there for a while. */
async function leaveFile(day: string): Promise<void> {
  const folder = path.join(importFolder, 'skole');
  await mkdir(folder, { recursive: true });
  const name = path.join(folder, `${day}.xml`);
  await writeFile(name, municipality.file());
  const before = new Date(Date.now() - 60_000);
  await utimes(name, before, before);
}

interface Known {
  id: number;
  userName: string;
  sourceId: string | null;
  expiresOn: string | null;
  cipher: Buffer | null;
  schools: number;
}

const readEverybody = async (): Promise<Known[]> =>
  (
    await sql<Known>`
      select u.id, u.user_name as "userName", u.expires_on::text as "expiresOn", u.national_number_cipher as cipher,
             (select k.source_id from user_source k where k.user_id = u.id and k.kind = 'current' limit 1) as "sourceId",
             (select count(*)::int from school_user p where p.user_id = u.id) as schools
        from users u order by u.id`.execute(house.db)
  ).rows;

const peopleOf = (everybody: readonly Known[], day: string): Person[] =>
  everybody
    .filter(({ sourceId }) => sourceId !== null)
    .map(({ userName, cipher, expiresOn }) => ({
      userName,
      number: cipher ? house.services.vault.decrypt(cipher) : '',
      isExpired: expiresOn !== null && expiresOn < day,
    }));

it('holds every rule at every midnight and after every night', { timeout: 600_000 }, async () => {
  const at: At = {
    day: FIRST,
    now: osloMoment(FIRST, '00:00'),
    night: addDays(FIRST, -1),
    carriedOutAt: osloMoment(FIRST, '00:00'),
  };
  /** Account and user name by the source's id, and whose a user name was: for ever. */
  const accounts = new Map<string, { id: number; userName: string }>();
  const owners = new Map<string, number>();
  const absentSince = new Map<string, string>();
  /** Who came back after the account was closed. */
  const revived = new Set<string>();
  const done: Done = {};
  const faults: string[] = [];
  const look = async (when: string, rules = invariants) => {
    at.now = house.clock.now();
    for (const fault of await broken(house.db, rules, at)) faults.push(`${at.day} ${when}: ${fault}`);
  };
  const evening = async (day: string, moment: Date) => {
    house.clock.set(moment.toISOString());
    await lookAtNight(night);
    Object.assign(at, { night: day, carriedOutAt: moment });
  };

  await house.seed(({ tx }) =>
    sql`insert into data_source (name, kind, folder, run_at, place, created_at)
        values ('skole', 'pifu', 'skole', '16:00', 1, ${house.clock.now()})`.execute(tx),
  );
  await leaveFile(FIRST);
  await evening(FIRST, osloMoment(FIRST, '16:00'));
  const { rows: schools } = await sql<{ code: string }>`select code from school order by code`.execute(
    house.db,
  );
  const schoolCodes = schools.map(({ code }) => code);
  expect(schoolCodes).toHaveLength(2);
  const leaders = await Promise.all(
    schoolCodes.map((school) => house.signIn('schoolAdministrator', { school })),
  );
  const superadmin = await house.signIn('superadmin');
  // The file's own numbers are the first of the same series, so these are taken from its end.
  const spare = foundMunicipality(chance(SEED + 1), 600, 10).people.map(({ number }) => number);

  for (let number = 1; number < DAYS; number += 1) {
    const day = addDays(FIRST, number);
    at.day = day;
    house.clock.set(osloMoment(day, '00:00').toISOString());
    await followDeactivations(house.db, house.clock.now());
    await look('00:00');

    if (MISSED.has(addDays(day, -1))) await evening(addDays(day, -1), osloMoment(day, '08:00'));
    house.clock.set(osloMoment(day, '10:00').toISOString());
    const everybody = peopleOf(await readEverybody(), day);
    const newNumber = () => spare.pop() ?? '';
    const desk = { leaders, schoolCodes, superadmin, draw, everybody, newNumber, day };
    await workADay(desk, done);
    await house.services.bulk.settled();

    if (MISSED.has(day)) continue;
    const isFileNight = number % 9 === 0 || day.endsWith('-08-17');
    if (isFileNight) {
      municipality.live(day, draw);
      await leaveFile(day);
    }
    await evening(day, osloMoment(day, '16:00'));
    await look('16:00');
    if (number % 30 === 0) faults.push(...(await askTooLate(desk)).map((fault) => `${day}: ${fault}`));
    if (isFileNight) faults.push(...(await differsFromTheFile(day)));
    if (number % 90 === 0) await look('16:00', journalInvariants);
    // What is broken stays broken: the first days tell it all.
    if (faults.length > 20) break;
  }
  await look('the end', journalInvariants);
  expect(faults).toEqual([]);

  async function differsFromTheFile(day: string): Promise<string[]> {
    const everybody = await readEverybody();
    const bySource = new Map(everybody.map((known) => [known.sourceId, known]));
    const erased = await sql<{
      userName: string;
    }>`select user_name as "userName" from account_removal`.execute(house.db);
    const erasedNames = new Set(erased.rows.map(({ userName }) => userName));
    for (const [source, { userName }] of accounts) {
      // Whoever returns after that is somebody new to the portal.
      if (erasedNames.has(userName)) {
        accounts.delete(source);
        absentSince.delete(source);
      }
    }
    const found: string[] = [];
    for (const { id, userName } of everybody) {
      if ((owners.get(userName) ?? id) !== id) found.push(`${day}: ${userName} is somebody else's`);
      owners.set(userName, id);
    }
    for (const { id: source, isThere } of municipality.people) {
      const known = bySource.get(source);
      const before = accounts.get(source);
      if (isThere && day > addDays(absentSince.get(source) ?? day, GRACE)) revived.add(source);
      if (isThere) absentSince.delete(source);
      else if (before && !absentSince.has(source)) absentSince.set(source, day);
      if (!known) {
        if (isThere || before) found.push(`${day}: ${source} has no account`);
        continue;
      }
      if (before && (before.id !== known.id || before.userName !== known.userName)) {
        found.push(`${day}: ${source} has another account than before`);
      }
      accounts.set(source, { id: known.id, userName: known.userName });
      const closes = absentSince.get(source);
      if (isThere && known.expiresOn !== null) found.push(`${day}: ${source} is there and expires`);
      if (isThere && known.schools === 0) found.push(`${day}: ${source} is there and at no school`);
      if (closes !== undefined && known.expiresOn !== addDays(closes, GRACE)) {
        found.push(`${day}: ${source} left on ${closes} and expires ${known.expiresOn}`);
      }
    }
    return found;
  }

  // The year had something of everything, or it proved little.
  expect(Object.fromEntries(Object.entries(done).filter(([, times]) => times < 3))).toEqual({});
  expect(Object.keys(done)).toHaveLength(14);
  const { rows: seen } = await sql<{ state: string }>`
    select distinct kind || ' ' || status as state from access_entry
     union select distinct 'deactivation ' || status from deactivation
     union select distinct 'number ' || status from number_change
     order by 1`.execute(house.db);
  expect(seen.map(({ state }) => state)).toEqual(
    expect.arrayContaining(['temporary ended', 'block ended', 'deactivation ended', 'number done']),
  );
  expect(revived.size).toBeGreaterThan(0);
  expect(accounts.size).toBeGreaterThan(70);
});

/** Each breaks one rule, in a transaction that is taken back. */
const harms: readonly [string, string][] = [
  [
    'nobody has a temporary place without access in force',
    `update school_user set source = 'temporary-access'`,
  ],
  ['a role rests exactly while a block holds', 'update school_user set blocked = not blocked'],
  ['an account is closed exactly within its periods', 'update users set deactivated = not deactivated'],
  [
    'nothing is in force past the import on its last day',
    `update access_entry set status = 'active', start_on = '2026-08-01', end_on = '2026-08-02' where status = 'ended' and id in (select max(id) from access_entry group by kind, user_id, school_id having bool_and(status not in ('planned', 'active')))`,
  ],
  [
    'no change of a number waits past the import',
    `update number_change set status = 'registered' where id in (select max(id) from number_change group by user_id)`,
  ],
  ['no change of school waits past the import', 'update school_change set executed_at = null'],
  ['every user name an import gave is taken for ever', 'delete from user_name_taken'],
  [
    'access and blocks last a year at most, and begin within a year',
    `update access_entry set end_on = end_on + 366 where status = 'ended'`,
  ],
  [
    'a period is no longer than the site allows, and never begins before it was registered',
    `update deactivation set start_on = start_on - 400`,
  ],
  ['nobody is locked for more than half an hour', `update users set locked_until = '2027-08-01T20:00:00Z'`],
  [
    'changes of a number are registered before the import, not while it runs',
    `update number_change set added_at = date_trunc('day', added_at) + interval '19 hours'`,
  ],
  [
    'mail and files of an account deleted for good wait while no system that keeps them is connected',
    'update account_removal set executed_at = removed_at',
  ],
  [
    'sources are imported within the import window',
    `update import_run set started_at = started_at + interval '7 hours'`,
  ],
  ['totals are what a recount says', 'update user_total set users = users + 1'],
  ['whoever has an open account is at the school on the card', 'delete from school_user'],
];

it.each(harms)('finds it when not: %s', async (rule, harm) => {
  const day = addDays(FIRST, DAYS - 1);
  const at = { day, now: house.clock.now(), night: day, carriedOutAt: house.clock.now() };
  const undone = new Error('taken back');
  const found: string[] = [];
  const work = house.seed(async ({ tx }) => {
    await sql.raw(harm).execute(tx);
    found.push(...(await broken(tx, invariants, at)));
    throw undone;
  });
  await expect(work).rejects.toBe(undone);
  expect(found.some((fault) => fault.startsWith(`${rule}: `))).toBe(true);
});
