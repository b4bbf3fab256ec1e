/** Reads the journal for the log screens. */
import { sql } from 'kysely';

import { osloDay } from '#kernel/dates.ts';
import { limits } from '#kernel/limits.ts';
import type { Page } from '#kernel/list.ts';
import type { Role } from '#kernel/permissions.ts';
import type { Scope } from '#kernel/scope.ts';
import type { Db } from '#server/db.ts';
import { countChanges } from '#server/journal/bundled.ts';
import { listPage } from '#server/list/page.ts';
import { type Block, listBlocks, type Whole } from '#server/list/rows.ts';
import { all, type ListSource, type Question } from '#server/list/source.ts';

import type { RowChange } from '../changes.ts';
import {
  adminLogList,
  type AuditEntry,
  auditList,
  operationList,
  type OperationRow,
  type UndoCounts,
} from '../contract.ts';
import { auditSource, type Found, operationFilters, operationRows, selectEntry } from './audit.ts';
import { namesFor, type RawChange, readable, selectChanges, targetOf } from './changes.ts';
import { findActor, findTarget } from './find.ts';
import { longOperationsSeen, operationSource, selectOperation } from './operations.ts';
import { choiceOf, operationsSeen } from './seen.ts';

interface RawMessage {
  messageCode: string | null;
  messageParams: Record<string, string | number> | null;
}

interface RawEntry extends Omit<AuditEntry, 'changes' | 'message' | 'target'>, RawMessage {
  rawChanges: RawChange[];
  subject: AuditEntry['target'];
  finished: string | null;
  total: number | null;
  done: number;
  failed: number;
}

type AC = keyof typeof auditList.columns;
type AF = keyof typeof auditList.filters;

const isNamed = (filter: unknown): filter is string => typeof filter === 'string' && filter !== '';

/** Whom and what the filters of the question name. */
const foundIn = async (db: Db, scope: Scope, { target, actor }: Record<string, unknown>): Promise<Found> => ({
  target: isNamed(target) ? await findTarget(db, scope, target) : undefined,
  actor: isNamed(actor) ? await findActor(db, scope, actor) : undefined,
});

/** Throws what `findTarget` and `findActor` throw where a filter names nobody the reader may see. */
export async function listAudit(
  db: Db,
  scope: Scope,
  question: Question,
  now: Date,
): Promise<Page<AuditEntry>> {
  const source = auditSource(await foundIn(db, scope, question));
  const page = await listPage<RawEntry, AC, AF>(db, auditList, source, scope, question, now);
  return { ...page, Items: await toEntries(db, page.Items) };
}

/** Everything that matches, a block of rows at a time. */
export async function streamAudit(
  db: Db,
  scope: Scope,
  question: Whole,
  now: Date,
  only: readonly string[] | undefined,
): Promise<AsyncIterable<AuditEntry[]>> {
  const source = auditSource(await foundIn(db, scope, question));
  const chosen = { column: sql`o.id::text`, keys: only };
  return entriesOf(await listBlocks<RawEntry, AC, AF>(db, auditList, source, scope, question, now, chosen));
}

async function* entriesOf(blocks: AsyncIterable<Block<RawEntry>>): AsyncGenerator<AuditEntry[]> {
  for await (const { rows, tx } of blocks) yield await toEntries(tx, rows);
}

type DF = keyof typeof adminLogList.filters;

/** The change log over what these roles did; its filters are a part of the change log's. */
const adminSource = (roles: readonly Role[], found: Found): ListSource<AC, DF> => ({
  ...operationRows,
  within: (asked) => [sql`o.actor_role = any(${[...roles]})`, ...operationsSeen(asked.scope)],
  filters: { ...operationFilters(found), actorRole: (role) => sql`o.actor_role = ${role}` },
  select: ({ scope }) => selectEntry(scope, choiceOf(scope)),
});

export async function listAdmin(
  db: Db,
  scope: Scope,
  question: Question,
  now: Date,
  by: readonly Role[],
): Promise<Page<AuditEntry>> {
  const source = adminSource(by, await foundIn(db, scope, { actor: question['actor'] }));
  const page = await listPage<RawEntry, AC, DF>(db, adminLogList, source, scope, question, now);
  return { ...page, Items: await toEntries(db, page.Items) };
}

export async function listOperations(
  db: Db,
  scope: Scope,
  question: Question,
  now: Date,
): Promise<Page<OperationRow>> {
  const startedBy = question['startedBy'];
  const source = operationSource(isNamed(startedBy) ? await findActor(db, scope, startedBy) : []);
  const page = await listPage<
    RawOperation,
    keyof typeof operationList.columns,
    keyof typeof operationList.filters
  >(db, operationList, source, scope, question, now);
  return {
    ...page,
    Items: page.Items.map(toOperation),
  };
}

/** The given operations as the reader may see them; without ids, all that have not ended. */
export async function readOperations(
  db: Db,
  scope: Scope,
  ids: readonly number[] | undefined,
  now: Date,
): Promise<OperationRow[]> {
  const which = ids === undefined ? sql`o.finished_at is null` : sql`o.id = any(${[...ids]})`;
  const { rows } = await sql<RawOperation>`
    select ${selectOperation(scope)} from journal.operation o left join school p on p.id = o.school_id
     where ${all([sql`o.owner_node is not null`, which, ...longOperationsSeen(scope, osloDay(now))])}
     order by o.id`.execute(db);
  return rows.map(toOperation);
}

type RawOperation = Omit<OperationRow, 'message'> & RawMessage;

function toOperation({ messageCode, messageParams, ...row }: RawOperation): OperationRow {
  return { ...row, message: messageOf({ messageCode, messageParams }) };
}

export interface OperationDetail extends AuditEntry {
  finished: string | null;
  total: number | null;
  done: number;
  failed: number;
  Items: RowChange[];
  TotalItems: number;
  TotalIsCapped?: boolean;
}

export async function findOperation(
  db: Db,
  scope: Scope,
  { id, page, pageSize }: { id: number; page: number; pageSize: number },
): Promise<OperationDetail | undefined> {
  const chosen = choiceOf(scope);
  const { rows } = await sql<RawEntry>`
    select ${selectEntry(scope, chosen)}
      from journal.operation o left join school p on p.id = o.school_id
     where o.id = ${id} and ${all(operationsSeen(scope))}`.execute(db);
  const [row] = rows;
  const [entry] = await toEntries(db, rows);
  if (!row || !entry) return undefined;

  const changes = await sql<RawChange>`
    select shown.* from journal.operation o cross join lateral (${selectChanges(chosen, pageSize, (page - 1) * pageSize)}) shown
     where o.id = ${id} order by shown.first_id, shown.id`.execute(db);
  const total = await sql<{ total: number }>`
    select (${countChanges(id, chosen, limits.cappedCount + 1)})::int as total`.execute(db);
  const names = await namesFor(db, changes.rows);
  const { finished, done, failed } = row;
  const TotalItems = total.rows[0]?.total ?? 0;
  const isCapped = chosen.isAll !== true && TotalItems > limits.cappedCount;
  return {
    ...entry,
    finished,
    total: row.total,
    done,
    failed,
    Items: changes.rows.map((change) => readable(change, names)),
    ...(isCapped ? { TotalItems: limits.cappedCount, TotalIsCapped: true } : { TotalItems }),
  };
}

/**
 * Counts all changes of an operation, including those the reader may not see. It only sizes the work of an undo and is
 * never shown.
 */
export async function changesOf(db: Db, id: number): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select (${countChanges(id, { where: sql`true`, bundles: sql`true`, isAll: true }, 0)})::int as total`.execute(
    db,
  );
  return rows[0]?.total ?? 0;
}

/** How many of an operation's changes the reader sees. */
export async function changesSeenOf(db: Db, scope: Scope, id: number): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select (${countChanges(id, choiceOf(scope), limits.cappedCount)})::int as total`.execute(db);
  return rows[0]?.total ?? 0;
}

/** What an undoing came to; null while it runs, or when it failed. */
export async function countsOfUndoing(db: Db, id: number): Promise<UndoCounts | null> {
  const { rows } = await sql<{ counts: UndoCounts | null }>`
    select message_params as counts from journal.operation
     where id = ${id} and status = 'completed' and message_code = 'operation.undone'`.execute(db);
  return rows[0]?.counts ?? null;
}

/** The kinds of events there are, found by hopping from one to the next in the index. */
export async function eventKinds(db: Db, search: string): Promise<string[]> {
  const { rows } = await sql<{ event: string }>`
    with recursive kind as (
      (select event from journal.operation order by event limit 1)
      union all
      select (select o.event from journal.operation o where o.event > kind.event order by o.event limit 1)
        from kind where kind.event is not null
    )
    select event from kind where event is not null and event like ${`%${search.toLowerCase()}%`}`.execute(db);
  return rows.map(({ event }) => event);
}

function messageOf({ messageCode, messageParams }: RawMessage): AuditEntry['message'] {
  return messageCode === null ? null : { code: messageCode, params: messageParams ?? {} };
}

async function toEntries(db: Db, rows: readonly RawEntry[]): Promise<AuditEntry[]> {
  const names = await namesFor(
    db,
    rows.flatMap(({ rawChanges }) => rawChanges),
  );
  return rows.map((row) => {
    const [first] = row.rawChanges;
    return {
      id: row.id,
      time: row.time,
      actor: row.actor,
      actorName: row.actorName,
      actorRole: row.actorRole,
      school: row.school,
      event: row.event,
      target: row.subject ?? (first ? targetOf(first) : null),
      result: row.result,
      changeCount: row.changeCount,
      changes: row.rawChanges.map((change) => readable(change, names)),
      message: messageOf(row),
      reason: row.reason,
      ip: row.ip,
      traceId: row.traceId,
    };
  });
}
