/**
 * A day of locks as its teachers make it, by the portal's own store, as another node of the portal would: locks on
 * groups, now and ahead; exams with candidates, aids and a shut chat, where some come late; locks ended before their time.
 */
import { sql } from 'kysely';

import { fillUp } from '#areas/internet/exams/server/service.ts';
import { insertExam } from '#areas/internet/exams/server/store.ts';
import { endLock, insertLock } from '#areas/internet/locks/server/store.ts';
import { osloDay } from '#kernel/dates.ts';
import { activeFrom } from '#kernel/internet/lock-times.ts';
import { limits } from '#kernel/limits.ts';
import type { Db } from '#server/db.ts';
import type { Seed } from '#server/testing/seed.ts';
import { openVault } from '#server/vault.ts';

import { BOSS, seed } from '../crash/portal.ts';
import type { Lock, Seat } from './faults.ts';

/** Shut in every lock; open in some; an aid that is open to exam candidates in some. */
export const pages = ['vg.no', 'udir.no', 'geogebra.org'] as const;
const PUPILS = 4;
const EXAMS = 2;
const CANDIDATES = 2;
const MOST_CANDIDATES = 5;

export const pupils = Array.from({ length: PUPILS }, (_, index) => `elev${index + 1}`);

interface Hall {
  id: number;
  candidates: string[];
}

interface Laid extends Lock {
  id: number;
  /** The exam it is on, if it is. */
  hall: Hall | undefined;
  /** Somebody is going to end it. */
  isPromised: boolean;
}

export interface Day {
  locks: readonly Lock[];
  seats: readonly Seat[];
  /** One thing that happens on such a day. */
  happen: () => Promise<void>;
  /** A lock in force that lasts; answers what ends it before its time. */
  layToEnd: () => Promise<() => Promise<void>>;
}

type Between = (least: number, most: number) => number;

/** Where the machines stand. */
const addresses = (function* free() {
  for (let last = 1; ; last += 1) yield `127.88.0.${last}`;
})();

async function seatAt(rows: Seed, user: string): Promise<string> {
  const address = addresses.next().value ?? '';
  await sql`insert into machine_address (school_id, address, user_name)
    values (${await rows.schoolId('EGEN')}, ${address}::inet, ${user})`.execute(rows.tx);
  return address;
}

export async function openDay(db: Db, between: Between): Promise<Day> {
  const laid: Laid[] = [];
  const seats: Seat[] = [];
  const halls: Hall[] = [];
  const vault = openVault(Buffer.alloc(32, 1), 'exam password');
  const chance = (part: number) => between(0, 1_000) < part * 1_000;

  /** Candidates up to so many, each at a machine. Answers those who came. */
  async function fillHall(hall: Hall, count: number, late: boolean): Promise<string[]> {
    const came = await seed(db, async (rows) => {
      await fillUp(rows.tx, hall.id, { count, late }, { vault, now: new Date() });
      const { rows: all } = await sql<{ name: string }>`
        select user_name as name from exam_candidate where exam_group_id = ${hall.id}`.execute(rows.tx);
      const names = all.map(({ name }) => name).filter((name) => !hall.candidates.includes(name));
      return Promise.all(names.map(async (user) => ({ user, address: await seatAt(rows, user) })));
    });
    for (const one of came) seats.push({ ...one, since: Date.now() });
    hall.candidates.push(...came.map(({ user }) => user));
    return came.map(({ user }) => user);
  }

  /** `lasts`: from now, and nobody but who made it ends it. */
  async function layLock(on: { pupil: string } | { hall: Hall }, lasts?: number): Promise<Laid> {
    const isNow = lasts !== undefined || chance(0.5);
    const now = new Date();
    const start = isNow ? now : new Date(now.getTime() + between(200, 6_000));
    const until = new Date(start.getTime() + (lasts ?? between(1_500, 12_000)));
    const hall = 'hall' in on ? on.hall : undefined;
    // An exam's lock was made in time: it begins half an hour after at the earliest.
    const created = hall ? new Date(now.getTime() - limits.examLockDelayMinutes * 60_000) : now;
    const from = activeFrom({ start, exam: hall !== undefined, created });
    const examResources = hall !== undefined && chance(0.5);
    const ownDomains = chance(0.5) ? ['udir.no'] : [];
    const id = await seed(db, async (rows) =>
      insertLock(
        rows.tx,
        {
          schoolId: await rows.schoolId('EGEN'),
          description: 'Prøve',
          groupIds: 'pupil' in on ? [await rows.groupId(`EGEN ${on.pupil}`)] : [],
          examGroupIds: hall ? [hall.id] : [],
          start,
          activeFrom: from,
          end: until,
          immediate: isNow,
          examResources,
          chat: hall ? 'blocked' : 'none',
          ownDomains,
          packageIds: [],
        },
        { userId: await rows.userId(BOSS), name: 'Prøve', now: created },
      ),
    );
    const lock = {
      id,
      hall,
      isPromised: lasts !== undefined,
      users: 'pupil' in on ? [on.pupil] : [...on.hall.candidates],
      opens: [...ownDomains, ...(examResources ? ['geogebra.org'] : [])],
      from: from.getTime(),
      until: until.getTime(),
      committed: Date.now(),
    };
    laid.push(lock);
    return lock;
  }

  /** One more, who is under the exam's locks from then on. */
  async function comeLate(hall: Hall): Promise<void> {
    const users = await fillHall(hall, hall.candidates.length + 1, true);
    const committed = Date.now();
    for (const lock of laid.filter((one) => one.hall === hall && one.until > committed)) {
      laid.push({ ...lock, users, committed });
    }
  }

  async function end({ id }: Laid): Promise<void> {
    const now = new Date();
    await seed(db, (rows) => endLock(rows.tx, id, 'Læreren', now));
    const ended = { begun: now.getTime(), committed: Date.now() };
    for (const lock of laid) if (lock.id === id) lock.ended = ended;
  }

  async function endAny(): Promise<void> {
    const now = Date.now();
    const running = laid.filter(
      ({ from, until, ended, isPromised }) =>
        ended === undefined && !isPromised && from < now && now + 1_500 < until,
    );
    const chosen = running[between(0, running.length)];
    if (chosen) await end(chosen);
  }

  await seed(db, async (rows) => {
    for (const user of pupils) {
      await rows.group({ name: `EGEN ${user}`, school: 'EGEN' });
      await rows.member({ group: `EGEN ${user}`, user });
      seats.push({ user, address: await seatAt(rows, user), since: Date.now() });
    }
    await sql`insert into exam_resource (school_id, name, domains, changed_by, changed_at)
      values (null, 'Geogebra', '{geogebra.org}', 'Prøve', now())`.execute(rows.tx);
    for (let number = 0; number < EXAMS; number += 1) {
      const paths = { commonPathWin: null, homePathWin: null, commonPathMac: null, homePathMac: null };
      const exam = {
        description: 'Norsk',
        examDate: osloDay(new Date()),
        teacherId: await rows.userId(BOSS),
        ...paths,
      };
      const made = { by: 'Prøve', now: new Date() };
      halls.push({ id: await insertExam(rows.tx, await rows.schoolId('EGEN'), exam, made), candidates: [] });
    }
  });
  for (const hall of halls) await fillHall(hall, CANDIDATES, false);

  return {
    locks: laid,
    seats,
    async layToEnd() {
      const hall = halls[between(0, EXAMS)];
      const on = hall && chance(0.5) ? { hall } : { pupil: pupils[between(0, PUPILS)] ?? '' };
      const lock = await layLock(on, between(8_000, 16_000));
      return () => end(lock);
    },
    async happen() {
      const hall = halls[between(0, EXAMS)];
      if (hall && chance(0.1) && hall.candidates.length < MOST_CANDIDATES) await comeLate(hall);
      else if (chance(0.15)) await endAny();
      else if (hall && chance(0.4)) await layLock({ hall });
      else await layLock({ pupil: pupils[between(0, PUPILS)] ?? '' });
    },
  };
}
