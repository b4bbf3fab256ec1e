/** Accounts that share a number, and what a person decides about them. */
import { sql } from 'kysely';

import { addDays } from '#kernel/dates.ts';
import type { Page } from '#kernel/list.ts';
import type { Scope } from '#kernel/scope.ts';
import type { Db } from '#server/db.ts';
import { listPage } from '#server/list/page.ts';
import { all, type Asked, contains, type ListSource, type Question, type Sql } from '#server/list/source.ts';

import { duplicateList, type SsnDuplicate } from '../contract.ts';
import { atSchool, displayName, one, peopleWithin, schoolJson } from './reach.ts';

type C = keyof typeof duplicateList.columns;
type F = keyof typeof duplicateList.filters;

/**
 * A pair nobody has said of that they are two people. Accounts that have expired ask nothing; those of people with
 * protected identity are none to readers who may not know of them, not even as a number.
 */
const pairs = (today: string, scope: Scope): Sql => sql`(
  select a.national_number_hash as hash, min(a.id) as id, max(b.created_at) as found,
         bool_or(a.birth_date is not distinct from b.birth_date
                 and (lower(a.last_name) = lower(b.last_name) or lower(a.first_name) = lower(b.first_name))) as alike
    from users a join users b on b.national_number_hash = a.national_number_hash and b.id > a.id
   where (a.expires_on is null or a.expires_on >= ${today}::date)
     and (b.expires_on is null or b.expires_on >= ${today}::date)
     -- A wrong number is nobody's identity; it is among the deviations.
     and not 'nationalNumber' = any (a.invalid_columns)
     and not exists (select from number_pair_settled k where k.one_id = a.id and k.other_id = b.id)
     and ${scope.shielded ? sql`true` : sql`not a.shielded and not b.shielded`}
   group by a.national_number_hash)`;

const suggestion = sql`case when d.alike then 'merge' else 'changeNumber' end`;

const holders = (today: string, conditions: readonly Sql[]): Sql => sql`
  from users u left join school s on s.id = u.primary_school_id
 where u.national_number_hash = d.hash and (u.expires_on is null or u.expires_on >= ${today}::date)
   and ${all(conditions)}`;

/** Both kinds of reader see it: those of either school, and for those who may see shielded people, theirs. */
const within = ({ scope, today, query }: Asked<F>): Sql[] => [
  sql`exists (select 1 ${holders(today, peopleWithin(scope))})`,
  ...one(sql`d.id`, query['id']),
];

const source: ListSource<C, F> = {
  from: ({ today, scope }) => sql`${pairs(today, scope)} d`,
  key: () => sql`d.id`,
  within,
  filters: {
    suggestion: (wanted) => sql`(${suggestion}) = any(${wanted})`,
    school: (code, { scope, today }) =>
      sql`exists (select 1 ${holders(today, [...peopleWithin(scope), atSchool(scope, code)])})`,
  },
  search: (words, { scope, today }) =>
    sql`exists (select 1 ${holders(today, [...peopleWithin(scope), contains(sql`u.search_text`, words)])})`,
  order: { suggestion: () => [suggestion], found: () => [sql`d.found`] },
  tie: () => sql`d.id`,
  details: ({ today, scope }) => sql`join ${pairs(today, scope)} d on d.id = page.key`,
  select: ({ scope, today }) => sql`
    d.id, (select national_number_masked from users where id = d.id) as "ssnMasked", d.found,
    ${suggestion} as suggestion,
    (select coalesce(jsonb_agg(jsonb_build_object('userName', u.user_name, 'displayName', ${displayName},
              'school', ${schoolJson}, 'role', u.role, 'lastLogin', u.last_login_at) order by u.id), '[]')
       ${holders(today, peopleWithin(scope))}) as accounts,
    (select count(*) ${holders(today, scope.shielded ? [] : [sql`not u.shielded`])})::int - (select count(*) ${holders(today, peopleWithin(scope))})::int as elsewhere`,
};

export const listDuplicates = (
  db: Db,
  scope: Scope,
  question: Question,
  now: Date,
): Promise<Page<SsnDuplicate>> =>
  listPage<SsnDuplicate, C, F>(db, duplicateList, source, scope, question, now);

/** True when there were accounts to tell apart. */
export async function settlePairs(
  db: Db,
  scope: Scope,
  firstId: number,
  by: { name: string; now: Date; today: string },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into number_pair_settled (one_id, other_id, settled_by, added_at)
    select a.id, b.id, ${by.name}, ${by.now}
      from users u
      join users a on a.national_number_hash = u.national_number_hash
      join users b on b.national_number_hash = a.national_number_hash and b.id > a.id
     where u.id = ${firstId} and ${all(peopleWithin(scope))}
       and (a.expires_on is null or a.expires_on >= ${by.today}::date)
       and (b.expires_on is null or b.expires_on >= ${by.today}::date)
    on conflict do nothing`.execute(db);
  return (numAffectedRows ?? 0n) > 0n;
}

interface Account {
  id: number;
  hash: Buffer | null;
}

export async function findAccount(db: Db, scope: Scope, userName: string): Promise<Account | undefined> {
  const { rows } = await sql<Account>`
    select u.id, u.national_number_hash as hash from users u
     where lower(u.user_name) = lower(${userName}) and ${all(peopleWithin(scope))}`.execute(db);
  return rows[0];
}

/** The kept account gets what the other had; the other has neither number nor place any more and is over. */
export async function mergeAccounts(db: Db, keep: number, gone: number, today: string): Promise<void> {
  await sql`insert into membership (group_id, user_id, role, subrole, start_on, end_on, source, added_at, given_by)
    select group_id, ${keep}::bigint, role, subrole, start_on, end_on, source, added_at, given_by from membership
     where user_id = ${gone} on conflict do nothing`.execute(db);
  // What one of the two accounts wrote, the same person wrote.
  await sql`update membership set given_by = ${keep} where given_by = ${gone}`.execute(db);
  await sql`update group_nesting set given_by = ${keep} where given_by = ${gone}`.execute(db);
  await sql`insert into school_user (school_id, user_id, role, class_name, grade, is_primary, source, start_on, end_on,
                                     added_at, blocked)
    select school_id, ${keep}::bigint, role, class_name, grade, false, source, start_on, end_on, added_at, blocked
      from school_user where user_id = ${gone} on conflict do nothing`.execute(db);
  await sql`insert into role_grant (user_id, role, school_id, ordered_by, valid_to, added_at)
    select ${keep}::bigint, role, school_id, ordered_by, valid_to, added_at from role_grant
     where user_id = ${gone} on conflict do nothing`.execute(db);
  await sql`insert into user_guardian (user_id, guardian_id, relation)
    select ${keep}::bigint, guardian_id, relation from user_guardian where user_id = ${gone}
    on conflict do nothing`.execute(db);
  // The source's own id of the other account finds the kept one from now on.
  await sql`update user_source set user_id = ${keep}, kind = case kind when 'current' then 'old' else kind end
             where user_id = ${gone}`.execute(db);
  await sql`delete from access_entry where user_id = ${gone} and status = 'planned'`.execute(db);
  await sql`delete from deactivation where user_id = ${gone} and status = 'planned'`.execute(db);
  await sql`delete from number_change where user_id = ${gone} and status = 'registered'`.execute(db);
  for (const table of ['membership', 'school_user', 'role_grant', 'user_guardian', 'import_person']) {
    await sql`delete from ${sql.table(table)} where user_id = ${gone}`.execute(db);
  }
  await sql`
    update users
       set expires_on = ${addDays(today, -1)}::date, source = 'manual', primary_school_id = null,
           national_number_cipher = null, national_number_hash = null, national_number_masked = null,
           national_number_kind = null, invalid_columns = '{}', version = version + 1
     where id = ${gone}`.execute(db);
  await sql`update users set version = version + 1 where id = ${keep}`.execute(db);
}
