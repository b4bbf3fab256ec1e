/** All SQL about users besides the list itself. */
import { type Selectable, sql } from 'kysely';
import { DatabaseError } from 'pg';

import { refuseField } from '#kernel/errors.ts';
import type { Page } from '#kernel/list.ts';
import type { Scope } from '#kernel/scope.ts';
import type { Db } from '#server/db.ts';
import type { ExportRow } from '#server/export/cells.ts';
import type { Made } from '#server/http/made.ts';
import { listJson } from '#server/list/page.ts';
import { listRows, type Wanted, type Whole } from '#server/list/rows.ts';
import { schoolOf } from '#server/list/scope.ts';
import type { Question } from '#server/list/source.ts';
import type { Users } from '#server/tables.gen.ts';

import { type UserChanges, type UserDetail, userList, type UserRow } from '../contract.ts';
import type { Standing } from '../rules.ts';
import { selectRow, userSource } from './list.ts';
import { reachable } from './reach.ts';
import { pendingSchoolChange } from './school-change.ts';
import { standing } from './standing.ts';

export interface Moment {
  now: Date;
  today: string;
}

export function listUsers(db: Db, scope: Scope, question: Question, now: Date): Promise<Made<Page<UserRow>>> {
  return listJson<UserRow, keyof typeof userList.columns, keyof typeof userList.filters>(
    db,
    userList,
    userSource,
    scope,
    question,
    now,
  );
}

export function streamUsers(
  db: Db,
  scope: Scope,
  question: Whole,
  now: Date,
  wanted: Omit<Wanted, 'column'>,
): Promise<AsyncIterable<ExportRow[]>> {
  const withUser = {
    ...userSource,
    from: (asked: Parameters<typeof userSource.from>[0]) =>
      userSource.from({ ...asked, uses: (...ids) => ids.includes('search') || asked.uses(...ids) }),
  };
  const isChosen = wanted.keys !== undefined || question['choice'] !== undefined;
  const source = isChosen ? withUser : userSource;
  return listRows(db, userList, source, scope, question, now, { column: sql`u.user_name`, ...wanted });
}

export interface UserCard extends Omit<UserDetail, 'can' | 'displayName'>, Standing {
  id: number;
  /** At the school of the reader; null = none there. */
  placeHere: { endedOn: string | null; endedByOwner: boolean } | null;
  /** The site lets teachers set the passwords of the pupils they teach. */
  teachersSetPasswords: boolean;
}

/** The period that closes the account now, of several the one that ends last; else the next one. */
const closedPeriod = sql`(
  select jsonb_build_object('start', d.start_on, 'end', d.end_on, 'status', d.status) from deactivation d
   where d.user_id = u.id and d.status in ('planned', 'active')
   order by d.status, case when d.status = 'active' then d.end_on end desc, d.start_on limit 1)`;

export async function findUser(
  db: Db,
  scope: Scope,
  userName: string,
  { now, today }: Moment,
): Promise<UserCard | undefined> {
  const school = schoolOf(scope);
  // That a person also belongs to another school is told; what class they are in there is that school's matter.
  const inSight = scope.kind === 'owner' ? sql`true` : sql`a.school_id = ${school ?? null}`;
  const { rows } = await sql<UserCard>`
    select u.id, ${selectRow({ now, today })}, u.description, u.must_change_password as "mustChangePassword",
           case when greatest(u.locked_until, u.sign_in_locked_until) > ${now}
                then greatest(u.locked_until, u.sign_in_locked_until) end as "lockedUntil",
           u.national_number_masked as "nationalNumberMasked", u.national_number_kind as "nationalNumberKind", u.version,
           ${standing(scope, today)},
           case when m.user_id is not null and ${school !== undefined}
                then jsonb_build_object('endedOn', m.ended_on, 'endedByOwner', m.ended_by_owner) end as "placeHere",
           exists (select from site_setting where key = 'teachersSetPasswords' and value = 'true') as "teachersSetPasswords",
           u.owned_fields as "ownedFields", ${pendingSchoolChange(now)} as "pendingSchoolChange",
           ${closedPeriod} as deactivation,
           (select coalesce(jsonb_agg(jsonb_build_object('code', s.code, 'name', s.name, 'abbreviation', s.abbreviation,
                     'role', a.role, 'className', case when ${inSight} then a.class_name end, 'isPrimary', a.is_primary, 'ended', a.ended_on)
                     order by a.is_primary desc, s.name_sort), '[]')
              from school_user a join school s on s.id = a.school_id where a.user_id = u.id) as schools,
           (select coalesce(jsonb_agg(jsonb_build_object('name', g.name, 'relation', r.relation,
                     'mobilePhone', g.mobile_phone, 'email', g.email) order by g.name), '[]')
              from user_guardian r join guardian g on g.id = r.guardian_id where r.user_id = u.id) as guardians
      from users u
      left join school_user m on m.user_id = u.id and m.school_id = ${
        school === undefined ? sql`u.primary_school_id` : sql`${school}`
      }
      left join school p on p.id = u.primary_school_id
      left join school h on h.id = coalesce(m.school_id, u.primary_school_id)
     where lower(u.user_name) = lower(${userName}) and ${reachable(scope, today)}`.execute(db);
  return rows[0];
}

/** E-mail is unique across all schools, also against groups, so this one look-up is not bound to a school. */
export async function isEmailTaken(db: Db, userId: number, email: string): Promise<boolean> {
  const { rows } = await sql`
    select from users where lower(email) = lower(${email}) and id <> ${userId}
    union all select from groups where lower(email) = lower(${email}) limit 1`.execute(db);
  return rows.length > 0;
}

type Stored = Partial<
  Pick<
    Selectable<Users>,
    'title' | 'department' | 'mobilePhone' | 'email' | 'description' | 'expiresOn' | 'mustChangePassword'
  >
>;

/** True when the row still had the version the caller read. */
export async function updateUser(
  db: Db,
  id: number,
  version: number,
  changes: UserChanges,
  scope: Scope,
): Promise<boolean> {
  const { expiryDate, ...rest } = changes;
  const given = Object.entries({ ...rest, expiresOn: expiryDate }).filter(([, value]) => value !== undefined);
  const stored = Object.fromEntries(given) as Stored;
  const isOwners = scope.kind === 'owner' && expiryDate !== null;
  const whoseEnd = expiryDate !== undefined && {
    expiresByOwner: sql<boolean>`case when expires_on is distinct from ${expiryDate}::date then ${isOwners}::boolean
                                      else expires_by_owner end`,
  };
  const result = await db
    .updateTable('users')
    .set((eb) => ({ ...stored, ...whoseEnd, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
    .catch(refuseTakenEmail);
  if (result.numUpdatedRows !== 1n) return false;
  if (expiryDate !== undefined) await rememberLastDay(db, id, expiryDate);
  return true;
}

/** A last day by hand comes back with somebody the source has lost for a while, also when it was set meanwhile. */
export async function rememberLastDay(db: Db, id: number, day: string | null): Promise<void> {
  await sql`
    update import_person set expires_before = ${day}::date
     where user_id = ${id} and expires_before is distinct from ${day}::date`.execute(db);
}

/** Two who take the same address in the same moment: the database lets one of them through. */
function refuseTakenEmail(error: unknown): never {
  if (error instanceof DatabaseError && error.constraint === 'users_email') {
    return refuseField('user.email-taken', 'email', 'taken');
  }
  throw error;
}

/** Distinct values of one column of the school's people, in Norwegian order. */
export async function schoolValues(
  db: Db,
  scope: Scope,
  column: 'class_name' | 'grade',
  search: string,
): Promise<string[]> {
  const school = schoolOf(scope);
  const value = sql.ref(`m.${column}`);
  const { rows } = await sql<{ value: string }>`
    select ${value} as value from school_user m
     where ${value} is not null and ${school === undefined ? sql`true` : sql`m.school_id = ${school}`}
       and ${scope.shielded ? sql`true` : sql`not m.shielded`}
       and lower(${value}) like ${`%${search.toLowerCase()}%`}
     group by ${value} order by ${value} collate norwegian limit 500`.execute(db);
  return rows.map((row) => row.value);
}

/** The stored number in its cipher; only the logged showing may open it. */
export async function nationalNumberCipher(db: Db, id: number): Promise<Buffer | null> {
  const row = await db
    .selectFrom('users')
    .select('nationalNumberCipher')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.nationalNumberCipher ?? null;
}
