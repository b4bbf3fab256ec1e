/** All SQL about schools' secrets. */
import { sql } from 'kysely';

import { addDays } from '#kernel/dates.ts';
import type { Page } from '#kernel/list.ts';
import type { Scope } from '#kernel/scope.ts';
import type { Db } from '#server/db.ts';
import { listPage } from '#server/list/page.ts';
import { schoolOf } from '#server/list/scope.ts';
import { contains, type ListSource, type Question, type Sql } from '#server/list/source.ts';

import { type SchoolCode, schoolCodeList } from '../contract.ts';
import { SOON_DAYS } from '../rules.ts';

type C = keyof typeof schoolCodeList.columns;
type F = keyof typeof schoolCodeList.filters;

const joined = sql`left join school_secret k on k.school_id = s.id`;

/** The last day it holds is still a day it holds. */
const status = (today: string): Sql => sql`
  case when k.valid_to is null then 'none'
       when k.valid_to < ${today}::date then 'expired'
       when k.valid_to <= ${addDays(today, SOON_DAYS)}::date then 'expiresSoon'
       else 'valid' end`;

const within = (scope: Scope): Sql => {
  if (scope.kind !== 'owner') return sql`false`;
  const school = schoolOf(scope);
  return school === undefined ? sql`true` : sql`s.id = ${school}`;
};

const source: ListSource<C, F> = {
  from: () => sql`school s ${joined}`,
  key: () => sql`s.id`,
  within: ({ scope }) => [within(scope)],
  filters: { status: (statuses, { today }) => sql`${status(today)} = any(${statuses})` },
  search: (words) => contains(sql`lower(s.name || ' ' || s.code || ' ' || s.abbreviation)`, words),
  order: {
    name: () => [sql`s.name_sort`],
    code: () => [sql`s.code`],
    abbreviation: () => [sql`s.abbreviation`],
    status: ({ today }) => [status(today)],
    created: () => [sql`k.created_at`],
    validTo: () => [sql`k.valid_to`],
  },
  tie: () => sql`s.id`,
  details: () => sql`join school s on s.id = page.key ${joined}`,
  select: ({ today }) => sql`
    s.code, s.name, s.abbreviation, ${status(today)} as status, k.created_at as created, to_char(k.valid_to, 'YYYY-MM-DD') as "validTo"`,
};

export const listSchoolCodes = (
  db: Db,
  scope: Scope,
  question: Question,
  now: Date,
): Promise<Page<SchoolCode>> => listPage<SchoolCode, C, F>(db, schoolCodeList, source, scope, question, now);

interface School {
  id: number;
  code: string;
  hasSecret: boolean;
}

/** Held to the end of the transaction: two who make a secret at once must not both believe theirs holds. */
export async function findSchool(db: Db, scope: Scope, code: string): Promise<School | undefined> {
  const { rows } = await sql<School>`
    select s.id, s.code, exists (select from school_secret k where k.school_id = s.id) as has_secret
      from school s where s.code = ${code} and ${within(scope)} for update of s`.execute(db);
  return rows[0];
}

interface Secret {
  schoolId: number;
  hash: Buffer;
  createdAt: Date;
  validTo: string;
}

export async function saveSecret(tx: Db, { schoolId, hash, createdAt, validTo }: Secret): Promise<void> {
  await sql`
    insert into school_secret (school_id, hash, created_at, valid_to)
    values (${schoolId}, ${hash}, ${createdAt}, ${validTo}::date)
    on conflict (school_id) do update
      set hash = excluded.hash, created_at = excluded.created_at, valid_to = excluded.valid_to`.execute(tx);
}
