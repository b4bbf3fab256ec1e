/** All SQL about registered changes. */
import { sql } from 'kysely';
import { DatabaseError } from 'pg';

import { refuse } from '#kernel/errors.ts';
import type { Page } from '#kernel/list.ts';
import type { Scope } from '#kernel/scope.ts';
import type { Db } from '#server/db.ts';
import { listPage } from '#server/list/page.ts';
import { isGuest, schoolOf } from '#server/list/scope.ts';
import { all, contains, type ListSource, type Question } from '#server/list/source.ts';

import { changeList, type SsnChange } from '../contract.ts';
import type { NumberKind } from '../rules.ts';
import { atSchool, displayName, ofUser, one, peopleWithin, schoolJson } from './reach.ts';

type C = keyof typeof changeList.columns;
type F = keyof typeof changeList.filters;

const joined = sql`number_change c join users u on u.id = c.user_id left join school s on s.id = c.school_id`;

const source: ListSource<C, F> = {
  from: () => joined,
  key: () => sql`c.id`,
  within: ({ scope, query }) => [
    ...peopleWithin(scope),
    ...ofUser(query['userName']),
    ...one(sql`c.id`, query['id']),
  ],
  filters: {
    status: (statuses) => sql`c.status = any(${statuses})`,
    // One is also of the school it was registered at, wherever the person has gone since.
    school: (code, { scope }) => sql`(lower(s.code) = lower(${code}) or ${atSchool(scope, code)})`,
  },
  search: (words) => contains(sql`u.search_text`, words),
  order: {
    displayName: () => [sql`u.sort_name`],
    userName: () => [sql`lower(u.user_name)`],
    school: () => [sql`s.name_sort`],
    status: () => [sql`array_position(array['registered', 'failed', 'done'], c.status)`],
    registeredBy: () => [sql`c.registered_by collate norwegian`],
    registered: () => [sql`c.added_at`],
    executed: () => [sql`c.executed_at`],
    comment: () => [sql`c.comment collate norwegian`],
  },
  tie: () => sql`c.id`,
  details: () => sql`
    join number_change c on c.id = page.key join users u on u.id = c.user_id left join school s on s.id = c.school_id`,
  select: () => sql`
    c.id, u.user_name as "userName", ${displayName} as "displayName", ${schoolJson} as school,
    c.old_masked as "oldMasked", c.new_masked as "newMasked", c.status, c.failure as message, c.comment,
    c.registered_by as "registeredBy", c.added_at as registered, c.executed_at as executed, u.shielded`,
};

export const listChanges = (db: Db, scope: Scope, question: Question, now: Date): Promise<Page<SsnChange>> =>
  listPage<SsnChange, C, F>(db, changeList, source, scope, question, now);

export interface Holder {
  id: number;
  hash: Buffer | null;
  cipher: Buffer | null;
  masked: string | null;
  schoolId: number | null;
  /** At the asker's school only for a time. */
  isGuest: boolean;
}

export async function findHolder(db: Db, scope: Scope, userName: string): Promise<Holder | undefined> {
  const { rows } = await sql<Holder>`
    select u.id, u.national_number_hash as hash, u.national_number_cipher as cipher, u.national_number_masked as masked,
           coalesce(${schoolOf(scope) ?? null}::int, u.primary_school_id) as "schoolId", ${isGuest(scope)} as "isGuest"
      from users u where lower(u.user_name) = lower(${userName}) and ${all(peopleWithin(scope))}`.execute(db);
  return rows[0];
}

/** The school a change is said to be of: one that the person is at, and the asker stands at none or this one. */
export async function schoolNamed(
  db: Db,
  scope: Scope,
  holder: Holder,
  code: string,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select x.id from school x join school_user p on p.school_id = x.id and p.user_id = ${holder.id}
     where lower(x.code) = lower(${code})`.execute(db);
  const own = schoolOf(scope);
  return rows.find(({ id }) => own === undefined || id === own)?.id;
}

/**
 * Who has a number, or is to get it by a change that waits. Uniqueness knows no school: it is asked of all of them, and
 * those at one school are told only that somebody has it. `holder`: a change that waits for this very person does not count.
 */
export async function whoHas(
  db: Db,
  hash: Buffer,
  holder?: Holder,
): Promise<{ id: number; userName: string } | undefined> {
  const { rows } = await sql<{ id: number; userName: string }>`
    select u.id, u.user_name as "userName" from users u
     where u.national_number_hash = ${hash}
        or u.id in (select c.user_id from number_change c where c.status = 'registered' and c.new_hash = ${hash}
                     and c.user_id is distinct from ${holder?.id ?? null})
     order by u.national_number_hash is distinct from ${hash}, u.id limit 1`.execute(db);
  return rows[0];
}

/** Registrations wait for each other, so that two people cannot be registered with the same number at the same moment. */
export async function lockRegistrations(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('number_change'))`.execute(db);
}

interface NewChange {
  holder: Holder;
  schoolId: number | null;
  cipher: Buffer;
  hash: Buffer;
  masked: string;
  kind: NumberKind;
  comment: string | null;
  registeredBy: string;
  now: Date;
}

export async function insertChange(db: Db, change: NewChange): Promise<number> {
  const { holder } = change;
  const { rows } = await sql<{ id: number }>`
    insert into number_change (user_id, school_id, old_cipher, old_masked, new_cipher, new_hash, new_masked, new_kind,
                               comment, registered_by, added_at)
    values (${holder.id}, ${change.schoolId}, ${holder.cipher}, ${holder.masked}, ${change.cipher}, ${change.hash},
            ${change.masked}, ${change.kind}, ${change.comment}, ${change.registeredBy}, ${change.now})
    returning id`
    .execute(db)
    .catch((error: unknown) => {
      if (error instanceof DatabaseError && error.constraint === 'number_change_registered') {
        return refuse('number-change.exists');
      }
      throw error;
    });
  const [row] = rows;
  if (!row) throw new Error('The change was not stored');
  return row.id;
}

interface Found {
  id: number;
  userId: number;
  status: SsnChange['status'];
  oldCipher: Buffer | null;
  newCipher: Buffer;
}

export async function findChange(db: Db, scope: Scope, id: number): Promise<Found | undefined> {
  const { rows } = await sql<Found>`
    select c.id, c.user_id as "userId", c.status, c.old_cipher as "oldCipher", c.new_cipher as "newCipher"
      from ${joined} where c.id = ${id} and ${all(peopleWithin(scope))}`.execute(db);
  return rows[0];
}

export async function deleteChange(db: Db, id: number): Promise<void> {
  await sql`delete from number_change where id = ${id} and status = 'registered'`.execute(db);
}

/** What decides whether changes are open: the site's hours, and whether an import runs. */
export async function importState(db: Db): Promise<{ window: unknown; runs: boolean }> {
  const { rows } = await sql<{ window: unknown; runs: boolean }>`
    select (select value from site_setting where key = 'importWindow') as window,
           exists (select from import_run where status = 'running' and not dry_run) as runs`.execute(db);
  return rows[0] ?? { window: undefined, runs: false };
}
