/**
 * What undoing an operation would do, row by row, in the temporary table `undo_plan`: the net effect of the operation
 * on each row, set against the row as it is now. By value, not by who wrote: a row that was changed and changed back
 * counts as untouched. Everything is done for whole sets, so an import of 100,000 changes takes seconds.
 */
import { sql } from 'kysely';

import type { Db } from '#server/db.ts';
import type { Sql } from '#server/list/source.ts';

import {
  boundTo,
  type Catalogue,
  isRow,
  keyOfRow,
  literal,
  quoted,
  readCatalogue,
  type Reference,
  type WatchedTable,
} from './tables.ts';

/** Reversed in part: some columns of the row; the reason says what became of the others. */
export const outcomes = ['reversed', 'partly', 'kept', 'cannot'] as const;
export type Outcome = (typeof outcomes)[number];

/**
 * Kept: `touched` since, `gone` since, there again (`exists`), `referenced` by what came later.
 * Cannot: `secret` is not kept in clear, `hidden` from this reader, its `parent` is gone, the value is `taken`, a
 * `rule` of the database forbids it, the direct act would be `refused` (the column `code` says how), and `fixed`: this
 * kind of row is never reversed.
 */
export const reasons = [
  'touched',
  'gone',
  'exists',
  'referenced',
  'secret',
  'hidden',
  'parent',
  'taken',
  'rule',
  'refused',
  'fixed',
] as const;
export type Reason = (typeof reasons)[number];

/**
 * Signing in as somebody is never brought back, the clock is moved with the clock, connections are set where they can be
 * tested, and an account that was taken over has been changed in the directory since.
 */
const fixed = [
  'user_credential',
  'federation_identity',
  'demo_clock',
  'kept_secret',
  'connection_setting',
  'recovery_code',
  'directory_takeover',
  'second_factor',
];

const run = (db: Db, statement: string) => sql.raw(statement).execute(db);

interface PlanRequest {
  seen: Sql;
  open?: Sql | undefined;
  only?: Sql | undefined;
  hold: boolean;
  /** Marks what the asker could not do directly. */
  refuse: (tx: Db) => Promise<void>;
}

/**
 * Fills `undo_plan`. `seen`: conditions on the changes `c` of the operation `o` that the asker may see; `open`: that
 * everybody who sees the operation may; `only`: that are to be undone, the others are left out. `hold` locks the rows until
 * the end of the transaction, so that what is planned is what is done.
 */
export async function makePlan(
  tx: Db,
  operationId: number,
  { seen, open, only, hold, refuse }: PlanRequest,
): Promise<Catalogue> {
  // The journal prints moments in UTC; a row as it is now must look the same.
  await sql`set local timezone = 'UTC'`.execute(tx);
  await netChanges(tx, operationId, { seen, open: open ?? sql`true`, only: only ?? sql`true` });
  const catalogue = await readCatalogue(tx);
  const used = await tablesOfPlan(tx);
  await run(
    tx,
    `update undo_plan set outcome = 'cannot', reason = 'rule'
      where outcome is null and table_name not in (${catalogue.tables.map(({ label }) => literal(label)).join(', ')})`,
  );
  const tables = catalogue.tables.filter(({ label }) => used.has(label));
  for (const table of tables) await judge(tx, table, hold);
  await run(tx, 'analyze undo_plan');
  await refuse(tx);
  for (const table of tables) await keepReferenced(tx, catalogue, table);
  for (const table of tables.toReversed()) await wantParents(tx, catalogue, table);
  return { ...catalogue, tables };
}

async function tablesOfPlan(tx: Db): Promise<Set<string>> {
  const { rows } = await sql<{ label: string }>`select distinct table_name as label from undo_plan`.execute(
    tx,
  );
  return new Set(rows.map(({ label }) => label));
}

/** What the operation did to each row in all: from before its first change to after its last. */
async function netChanges(
  tx: Db,
  operationId: number,
  { seen, open, only }: Record<'seen' | 'open' | 'only', Sql>,
): Promise<void> {
  await sql`
    create temp table undo_plan (
      n bigint generated always as identity, table_name text not null, row_key text not null, last_id bigint not null,
      act "char" not null, before jsonb, after jsonb, seen boolean not null, open boolean not null, cols text[] not null default '{}',
      kept text[] not null default '{}', lost text[] not null default '{}', outcome text, reason text,
      code text
    ) on commit drop`.execute(tx);
  await sql`
    with changed as (
      select c.*, count(*) over same_row as times, coalesce(${seen}, false) as seen,
             coalesce(${open}, false) as open
        from journal.operation o join journal.every_change c on c.operation_id = o.id
       where o.id = ${operationId} and ${only}
      window same_row as (partition by c.table_name, c.row_key)
    ), once as (
      select table_name, row_key, id as last_id, kind as first, kind as last, before, after, seen, open
        from changed where times = 1
    ), often as (
      select f.table_name, f.row_key, max(f.id) as last_id, (array_agg(f.kind order by f.id))[1] as first,
             (array_agg(f.kind order by f.id desc))[1] as last, bool_and(f.seen) as seen, bool_and(f.open) as open
        from changed f where times > 1 group by f.table_name, f.row_key
    ), sides as (
      select f.table_name, f.row_key, k.name,
             (array_agg(f.before -> k.name order by f.id))[1] as before,
             (array_agg(f.after -> k.name order by f.id desc))[1] as after
        from changed f
       cross join lateral jsonb_object_keys(coalesce(f.before, '{}') || coalesce(f.after, '{}')) k(name)
       where times > 1 group by f.table_name, f.row_key, k.name
    ), net as (
      select * from once
      union all
      select o.table_name, o.row_key, o.last_id, o.first, o.last,
             jsonb_object_agg(s.name, s.before) filter (where s.before is not null),
             jsonb_object_agg(s.name, s.after) filter (where s.after is not null), o.seen, o.open
        from often o join sides s using (table_name, row_key)
       group by o.table_name, o.row_key, o.last_id, o.first, o.last, o.seen, o.open
    )
    insert into undo_plan (table_name, row_key, last_id, act, before, after, seen, open, outcome, reason)
      select table_name, row_key, last_id, case when first = 'I' then 'D' when last = 'D' then 'I' else 'U' end,
             coalesce(before, '{}'), coalesce(after, '{}'), seen, open,
             case when not seen or table_name = any (${fixed}) then 'cannot' end,
             case when not seen then 'hidden' when table_name = any (${fixed}) then 'fixed' end
        from net where not (first = 'I' and last = 'D') order by last_id desc`.execute(tx);
  await run(tx, 'create index on undo_plan (table_name, row_key)');
  await run(tx, 'create index on undo_plan (n)');
  await run(tx, 'create index on undo_plan (table_name, act, n)');
  await run(tx, 'analyze undo_plan');
}

const names = (list: readonly string[]) => `array[${list.map(literal).join(', ')}]::text[]`;

/** The rows of one table, each against the row as it is now. */
async function judge(tx: Db, table: WatchedTable, hold: boolean): Promise<void> {
  const { label, place, columns, secret } = table;
  const mine = `p.table_name = ${literal(label)} and p.outcome is null`;
  const same = isRow(table, 't', 'p.row_key');
  if (hold) {
    await run(tx, `select 1 from ${place} t join undo_plan p on ${same} where ${mine} for update of t`);
  }
  const bound = names([...new Set([...secret, ...boundTo(secret, table)])]);
  const recorded = names(columns.map(({ name }) => name));

  // Columns that differ, without the secrets and what belongs to them once one of them differs.
  await run(
    tx,
    `update undo_plan p set cols = d.cols, lost = d.lost
       from (select p.n, s.lost,
                    array(select k from jsonb_object_keys(p.before || p.after) k
                           where p.before -> k is distinct from p.after -> k and k <> all (${names(secret)})
                             and k = any (${recorded}) and not (s.lost <> '{}' and k = any (${bound}))) as cols
               from undo_plan p
              cross join lateral (select array(select k from unnest(${names(secret)}) k
                                                where p.before ? k or p.after ? k) as lost) s
              where ${mine} and p.act = 'U') d
      where d.n = p.n`,
  );
  await run(
    tx,
    `update undo_plan p set kept = d.kept, cols = array(select unnest(p.cols) except select unnest(d.kept))
       from (select p.n, array(select k from unnest(p.cols) k
                                where coalesce(now.image -> k, 'null') is distinct from coalesce(p.after -> k, 'null')) as kept
               from undo_plan p join ${place} t on ${same} cross join lateral (select to_jsonb(t) as image) now
              where ${mine} and p.act = 'U') d
      where d.n = p.n and d.kept <> '{}'`,
  );
  await run(
    tx,
    `update undo_plan p set
        outcome = case when p.cols = '{}' then case when p.kept <> '{}' then 'kept' else 'cannot' end
                       when p.kept <> '{}' or p.lost <> '{}' then 'partly' else 'reversed' end,
        reason = case when p.kept <> '{}' then 'touched' when p.lost <> '{}' then 'secret' end
      where ${mine} and p.act = 'U' and exists (select 1 from ${place} t where ${same})`,
  );
  // A row the operation made goes again, when it is still as the operation left it.
  const plain = `- (${bound} || array(select k from jsonb_object_keys(to_jsonb(t)) k where k <> all (${recorded})))`;
  await run(
    tx,
    `update undo_plan p set
        outcome = case when d.same then 'reversed' else 'kept' end, reason = case when not d.same then 'touched' end
       from (select p.n, jsonb_strip_nulls(to_jsonb(t) ${plain}) = jsonb_strip_nulls(p.after - ${bound})
                    ${
                      secret.length === 0
                        ? ''
                        : `and not exists (select 1 from journal.change c where c.row_key = p.row_key
                             and c.table_name = p.table_name and c.id > p.last_id and c.after ?| ${names(secret)})`
                    } as same
               from undo_plan p join ${place} t on ${same} where ${mine} and p.act = 'D') d
      where d.n = p.n`,
  );
  await run(
    tx,
    `update undo_plan p set outcome = 'kept', reason = 'gone' where ${mine} and p.act in ('U', 'D')`,
  );
  // A row the operation took comes back, without what was kept as a secret only.
  const needed = columns.filter(({ name, notNull }) => notNull && secret.includes(name));
  const whole = secret.some((name) => !name.includes('_'));
  await run(
    tx,
    `update undo_plan p set lost = array(select k from unnest(${names(secret)}) k where p.before ? k),
        cols = case when p.before ?| ${names(secret)} then array(select k from jsonb_object_keys(p.before) k
                 where k <> all (${bound})) else array(select jsonb_object_keys(p.before)) end
      where ${mine} and p.act = 'I'`,
  );
  await run(
    tx,
    `update undo_plan p set
        outcome = case when d.there then 'kept' when d.hopeless then 'cannot' when p.lost <> '{}' then 'partly'
                       else 'reversed' end,
        reason = case when d.there then 'exists' when p.lost <> '{}' then 'secret' end
       from (select p.n, exists (select 1 from ${place} t where ${same}) as there,
                    p.lost <> '{}' and ${whole ? 'true' : `p.lost && ${names(needed.map(({ name }) => name))}`} as hopeless
               from undo_plan p where ${mine} and p.act = 'I') d
      where d.n = p.n`,
  );
}

const done = `outcome in ('reversed', 'partly')`;

/** A row that others refer to by now stays, unless those go or turn away with the same undoing. */
async function keepReferenced(tx: Db, { tables, references }: Catalogue, table: WatchedTable): Promise<void> {
  for (const reference of references.filter(({ parentLabel }) => parentLabel === table.label)) {
    const { child, childLabel, childColumns, onDelete } = reference;
    const childTable = tables.find(({ label }) => label === childLabel);
    // What nobody watches and goes along by itself is plumbing: sessions, marks of the import.
    if (childTable === undefined && (onDelete === 'c' || onDelete === 'n')) continue;
    const leaves =
      childTable === undefined
        ? 'false'
        : `exists (select 1 from undo_plan q where q.table_name = ${literal(childTable.label)}
             and q.row_key = ${keyOfRow(childTable, 'x')} and q.${done}
             and (q.act = 'D' or (q.act = 'U' and q.cols && array[${childColumns.map(literal).join(', ')}])))`;
    await run(
      tx,
      `update undo_plan p set outcome = 'kept', reason = 'referenced'
        where p.table_name = ${literal(table.label)} and p.act = 'D' and p.${done}
          and exists (select 1 from ${child} x where ${refersTo(reference, table)} and not ${leaves})`,
    );
  }
}

function refersTo({ childColumns, parentColumns }: Reference, { columns }: WatchedTable): string {
  return parentColumns
    .map((name, index) => {
      const { type } = columns.find((column) => column.name === name) ?? { type: 'text' };
      return `x.${quoted(childColumns[index] ?? '')} = (p.after ->> ${literal(name)})::${type}`;
    })
    .join(' and ');
}

/** A row can only come back, or turn back, to a parent that is there or comes back too. */
async function wantParents(tx: Db, { tables, references }: Catalogue, table: WatchedTable): Promise<void> {
  for (const { childLabel, childColumns, parentLabel } of references) {
    const parent = tables.find(({ label }) => label === parentLabel);
    const [column = '', ...others] = childColumns;
    if (childLabel !== table.label || others.length > 0 || parent?.key.length !== 1) continue;
    const value = `p.before ->> ${literal(column)}`;
    await run(
      tx,
      `update undo_plan p set outcome = 'cannot', reason = 'parent'
        where p.table_name = ${literal(table.label)} and p.${done} and ${value} is not null
          and (p.act = 'I' or (p.act = 'U' and ${literal(column)} = any (p.cols)))
          and not exists (select 1 from ${parent.place} t where ${isRow(parent, 't', value)})
          and not exists (select 1 from undo_plan q where q.table_name = ${literal(parent.label)}
                           and q.row_key = ${value} and q.act = 'I' and q.${done})`,
    );
  }
}
