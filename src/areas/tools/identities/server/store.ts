/** All SQL about uncertain identities. */
import { sql } from 'kysely';

import type { Page } from '#kernel/list.ts';
import type { Scope } from '#kernel/scope.ts';
import type { Db } from '#server/db.ts';
import { listPage } from '#server/list/page.ts';
import { contains, type ListSource, type Question } from '#server/list/source.ts';

import { type IdentityRow, identityList } from '../contract.ts';

type Column = keyof typeof identityList.columns;
type Filter = keyof typeof identityList.filters;

const decided = sql`left join identity_decision d on d.kind = c.kind and d.source = c.source
  and d.source_id = c.source_id and d.user_id = c.user_id`;
const state = sql`(case when d.is_same is null then 'open' when d.is_same then 'same' else 'different' end)`;

const source: ListSource<Column, Filter> = {
  from: () => sql`identity_case c join users u on u.id = c.user_id
    left join school s on s.id = c.school_id ${decided}`,
  key: () => sql`c.id`,
  within: ({ scope }) => [scope.shielded ? sql`true` : sql`not u.shielded`],
  filters: {
    state: (wanted) => sql`${state} = ${wanted}`,
    kind: (kinds) => sql`c.kind = any(${kinds})`,
  },
  search: (words) => contains(sql`lower(c.name || ' ' || u.search_text || ' ' || c.source_id)`, words),
  order: {
    name: () => [sql`c.name collate norwegian`],
    kind: () => [sql`c.kind`],
    displayName: () => [sql`u.sort_name`],
    userName: () => [sql`u.user_name`],
    school: () => [sql`s.name_sort`],
    state: () => [state],
    found: () => [sql`c.found_at`],
    feed: () => [sql`c.feed`],
    sourceId: () => [sql`c.source_id`],
    decidedBy: () => [sql`d.decided_by`],
    reason: () => [sql`d.reason`],
  },
  tie: () => sql`c.id`,
  details: () => sql`join identity_case c on c.id = page.key join users u on u.id = c.user_id
    left join school s on s.id = c.school_id ${decided}`,
  select: () => sql`
    c.id, c.kind, ${state} as state, c.name, c.source_id as "sourceId", c.feed, u.user_name as "userName",
    u.first_name || ' ' || u.last_name as "displayName", s.name as school, c.old_masked as "oldNumber",
    c.new_masked as "newNumber", c.found_at as found, d.decided_by as "decidedBy", d.reason`,
};

export const listIdentities = (
  db: Db,
  scope: Scope,
  query: Question,
  now: Date,
): Promise<Page<IdentityRow>> => listPage(db, identityList, source, scope, query, now);

export interface Case {
  kind: IdentityRow['kind'];
  source: string;
  sourceId: string;
  userId: number;
  /** Somebody else already has the number the file says. */
  isTaken: boolean;
}

export async function findCase(db: Db, scope: Scope, id: number): Promise<Case | undefined> {
  const { rows } = await sql<Case>`
    select c.kind, c.source, c.source_id, c.user_id,
           exists (select from users o where o.national_number_hash = c.new_hash and o.id <> c.user_id) as is_taken
      from identity_case c join users u on u.id = c.user_id
     where c.id = ${id} and (${scope.shielded} or not u.shielded)`.execute(db);
  return rows[0];
}

interface Decision {
  isSame: boolean;
  reason: string;
  by: string;
  now: Date;
}

export async function rememberDecision(
  tx: Db,
  _scope: Scope,
  id: number,
  { isSame, reason, by, now }: Decision,
): Promise<void> {
  await sql`
    insert into identity_decision (kind, source, source_id, user_id, is_same, number_hash, reason, decided_by, decided_at)
    select c.kind, c.source, c.source_id, c.user_id, ${isSame}, c.new_hash, ${reason}, ${by}, ${now}
      from identity_case c where c.id = ${id}
    on conflict (kind, source, source_id, user_id) do update
      set is_same = excluded.is_same, number_hash = excluded.number_hash, reason = excluded.reason,
          decided_by = excluded.decided_by, decided_at = excluded.decided_at`.execute(tx);
}

/** From the next import on the record finds the account. */
export async function linkRecord(tx: Db, _scope: Scope, found: Case): Promise<void> {
  await sql`
    insert into user_source (source, source_id, user_id, kind)
    values (${found.source}, ${found.sourceId}, ${found.userId}, 'old')
    on conflict (source, source_id) do update set user_id = excluded.user_id, kind = 'old'
     where user_source.user_id <> excluded.user_id or user_source.kind = 'duplicate'`.execute(tx);
}

/** The record goes its own way again. */
export async function unlinkRecord(tx: Db, _scope: Scope, found: Case): Promise<void> {
  await sql`
    delete from user_source where source = ${found.source} and source_id = ${found.sourceId}
       and user_id = ${found.userId} and kind = 'old'`.execute(tx);
}
