/** All SQL about IKT agreements. */
import { sql } from 'kysely';

import { type GroupCard, membersOf, type Reader } from '#areas/groups/server/service.ts';
import type { BulkResult } from '#kernel/bulk.ts';
import { osloDay } from '#kernel/dates.ts';
import type { Page } from '#kernel/list.ts';
import type { ExportRow } from '#server/export/cells.ts';
import { listPage } from '#server/list/page.ts';
import { listRows, type Whole } from '#server/list/rows.ts';
import { type Asked, contains, type ListSource, type Question } from '#server/list/source.ts';

import { type AgreementRow, agreementList } from '../contract.ts';

type C = keyof typeof agreementList.columns;
type F = keyof typeof agreementList.filters;

/** Each member once, with a place at the group's school and the agreement, if there is one. */
const people = ({ id, schoolId }: GroupCard, { scope, today }: Pick<Asked<F>, 'scope' | 'today'>) => sql`
  (select distinct m.user_id from ${membersOf(sql`${id}::bigint`, scope, today)} m) b
  join users u on u.id = b.user_id
  left join ict_agreement a on a.user_id = u.id
  left join school_user s on s.user_id = u.id and s.school_id = coalesce(${schoolId}::int, u.primary_school_id)`;

const source = (group: GroupCard): ListSource<C, F> => ({
  from: (asked) => people(group, asked),
  key: () => sql`b.user_id`,
  within: () => [sql`true`],
  filters: {
    signed: (signed) => (signed === 'signed' ? sql`a.user_id is not null` : sql`a.user_id is null`),
    memberKind: (kind) =>
      kind === 'employees'
        ? sql`coalesce(s.role, u.role) = 'employee'`
        : sql`coalesce(s.role, u.role) <> 'employee'`,
  },
  search: (words) => contains(sql`u.search_text`, words),
  order: {
    name: () => [sql`u.sort_name`],
    signed: () => [sql`a.user_id is null`],
    date: () => [sql`a.signed_on`],
    className: () => [sql`s.class_name collate norwegian`],
    registeredBy: () => [sql`a.registered_by collate norwegian`],
    registered: () => [sql`a.registered_at`],
    userName: () => [sql`lower(u.user_name)`],
  },
  tie: () => sql`b.user_id`,
  details: (asked) => sql`join ${people(group, asked)} on b.user_id = page.key`,
  select: () => sql`
    u.user_name as "userName", u.first_name as "firstName", u.last_name as "lastName",
    coalesce(s.role, u.role) as role, s.class_name as "className",
    case when a.user_id is null then 'missing' else 'signed' end as signed, a.signed_on as date,
    a.registered_by as "registeredBy", a.registered_at as registered, u.shielded,
    u.invalid_columns as "invalidColumns"`,
});

export function listAgreements(
  { db, scope, now }: Reader,
  group: GroupCard,
  question: Question,
): Promise<Page<AgreementRow>> {
  return listPage<AgreementRow, C, F>(db, agreementList, source(group), scope, question, now);
}

export function streamAgreements(
  { db, scope, now }: Reader,
  group: GroupCard,
  question: Whole,
  only: readonly string[] | undefined,
): Promise<AsyncIterable<ExportRow[]>> {
  const chosen = only && { column: sql`u.user_name`, keys: only };
  return listRows<ExportRow, C, F>(db, agreementList, source(group), scope, question, now, chosen);
}

interface Registration {
  userNames: readonly string[];
  /** The day it was signed; undefined: it is not signed. */
  signedOn: string | undefined;
  by: string;
}

/** For members of the group only: a school cannot register for others than its own. */
export async function register(
  { db, scope, now }: Reader,
  { id }: GroupCard,
  { userNames, signedOn, by }: Registration,
): Promise<BulkResult> {
  const names = [...new Set(userNames)];
  const { rows } = await sql<{ id: number; name: string }>`
    select u.id, a.name from unnest(${names}::text[]) a (name) join users u on lower(u.user_name) = lower(a.name)
     where u.id in (select m.user_id from ${membersOf(sql`${id}::bigint`, scope, osloDay(now))} m)`.execute(
    db,
  );
  const ids = rows.map((row) => row.id);
  if (signedOn === undefined) {
    await sql`delete from ict_agreement where user_id = any(${ids}::bigint[])`.execute(db);
  } else {
    await sql`
      insert into ict_agreement as a (user_id, signed_on, registered_by, registered_at)
      select id, ${signedOn}, ${by}, ${now} from unnest(${ids}::bigint[]) id
      on conflict (user_id) do update
         set signed_on = excluded.signed_on, registered_by = excluded.registered_by, registered_at = excluded.registered_at
       where a.signed_on <> excluded.signed_on`.execute(db);
  }
  const done = new Set(rows.map(({ name }) => name));
  return {
    succeeded: names.filter((name) => done.has(name)),
    failed: names
      .filter((name) => !done.has(name))
      .map((name) => ({ id: name, code: 'group.member-not-found', params: {} })),
  };
}
