/** Who came and who quit lately: numbers without names, for the home page (specification §2). */
import { sql } from 'kysely';

import { addDays } from '#kernel/dates.ts';
import { limits } from '#kernel/limits.ts';
import type { Scope } from '#kernel/scope.ts';
import type { Db } from '#server/db.ts';
import type { Sql } from '#server/list/source.ts';

import type { userTypes } from '../contract.ts';
import { atScope } from './reach.ts';

/** How many days "new" is, where the question does not say (site setting `newUserDays`). */
export async function newUserDays(db: Db): Promise<number> {
  const { rows } = await sql<{ value: unknown }>`
    select value from site_setting where key = 'newUserDays'`.execute(db);
  const value = rows[0]?.value;
  return typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : limits.newUserDays;
}

interface Counts {
  all: number;
  employees: number;
  students: number;
}

type UserType = (typeof userTypes)[number];

const open = (today: string) => sql`(u.expires_on is null or u.expires_on >= ${today}::date)`;

const ofType = (type: UserType, today: string): Sql =>
  ({
    both: open(today),
    students: sql`u.role <> 'employee' and ${open(today)}`,
    employees: sql`u.role = 'employee' and ${open(today)}`,
    expired: sql`u.expires_on < ${today}::date`,
  })[type];

export async function countNew(
  db: Db,
  scope: Scope,
  { from, today, userType }: { from: string; today: string; userType: UserType },
): Promise<Counts> {
  const { rows } = await sql<Counts>`
    select count(*)::int as "all",
           count(*) filter (where u.role = 'employee')::int as employees,
           count(*) filter (where u.role <> 'employee')::int as students
      from users u
     where u.created_at >= ${from}::date::timestamp at time zone 'Europe/Oslo'
       and ${ofType(userType, today)} and ${atScope(scope, today)}`.execute(db);
  return rows[0] ?? { all: 0, employees: 0, students: 0 };
}

export async function countQuit(
  db: Db,
  scope: Scope,
  days: number,
  today: string,
): Promise<{ recently: number; all: number }> {
  const { rows } = await sql<{ recently: number; all: number }>`
    select count(*) filter (where u.expires_on >= ${addDays(today, -days)}::date)::int as recently,
           count(*)::int as "all"
      from users u where u.expires_on < ${today}::date and ${atScope(scope, today)}`.execute(db);
  return rows[0] ?? { recently: 0, all: 0 };
}
