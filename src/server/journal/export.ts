/** The whole journal as lines of JSON, as it was at one moment: what `verify.ts` reads and an auditor keeps. */
import { sql } from 'kysely';

import type { Db } from '#server/db.ts';

const SEALS_AT_A_TIME = 1_000;
const LINES_AT_A_TIME = 2_000;

/**
 * First the head, then each seal followed by its operation and that one's changes (part by part where they were sealed
 * so), in the order of the chain, then
 * whatever is neither sealed nor waiting to be. Operations waiting for their seal are left out. Holds one
 * transaction open, and little memory.
 */
export async function* exportJournal(db: Db): AsyncGenerator<string> {
  const tx = await db
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute();
  try {
    const { rows } = await sql<{ line: string; seq: number }>`
      select coalesce(max(seq), 0) as seq, jsonb_build_object('entry', 'journal', 'form', 1,
        'seq', coalesce(max(seq), 0), 'exported', journal.utc(clock_timestamp()),
        'head', (select encode(hash, 'hex') from journal.seal order by seq desc limit 1))::text as line
      from journal.seal`.execute(tx);
    const seq = rows[0]?.seq ?? 0;
    yield rows[0]?.line ?? '';
    let from = 0;
    for (const divided of await dividedSeals(tx)) {
      yield* seals(tx, from, divided.seq - 1);
      yield* parts(tx, divided);
      from = divided.seq;
    }
    yield* seals(tx, from, seq);
    yield* read(tx, STRAYS);
  } finally {
    await tx.rollback().execute();
  }
}

async function* seals(tx: Db, from: number, through: number): AsyncGenerator<string> {
  for (let after = from; after < through; after += SEALS_AT_A_TIME)
    yield* read(tx, sealed(after, Math.min(after + SEALS_AT_A_TIME, through)));
}

interface Divided {
  seq: number;
  operationId: number;
}

async function dividedSeals(tx: Db): Promise<Divided[]> {
  return tx
    .selectFrom('journal.seal')
    .select(['seq', 'operationId'])
    .where('parts', 'is not', null)
    .orderBy('seq')
    .execute();
}

/** In portions, each sorted by itself; what was added after the last is told with it. */
async function* parts(tx: Db, { seq, operationId }: Divided): AsyncGenerator<string> {
  yield* read(tx, `${withoutChanges(seq - 1, seq)} order by part`);
  const found = await tx
    .selectFrom('journal.sealPart')
    .select(['number', 'through'])
    .where('operationId', '=', operationId)
    .orderBy('number')
    .execute();
  let after = 0;
  const last = found.at(-1)?.number;
  for (const { number, through } of found) {
    yield* read(
      tx,
      `select journal.part_line(p) as line from journal.seal_part p
        where p.operation_id = ${operationId} and p.number = ${number}`,
    );
    yield* read(
      tx,
      `select journal.change_line(journal.as_change(c)) as line from journal.every_change c
        where c.operation_id = ${operationId} and c.first_id > ${after}
          ${number === last ? '' : `and c.first_id <= ${through}`}
        order by c.first_id, c.id`,
    );
    after = through;
  }
}

async function* read(tx: Db, select: string): AsyncGenerator<string> {
  await sql.raw(`declare journal_export no scroll cursor for ${select}`).execute(tx);
  for (;;) {
    const { rows } = await sql<{
      line: string;
    }>`fetch ${sql.raw(String(LINES_AT_A_TIME))} from journal_export`.execute(tx);
    for (const { line } of rows) yield line;
    if (rows.length < LINES_AT_A_TIME) break;
  }
  await sql`close journal_export`.execute(tx);
}

const withoutChanges = (after: number, through: number) => `
    select s.seq, 0 as part, 0::bigint as id, journal.seal_line(s) as line
      from journal.seal s where s.seq > ${after} and s.seq <= ${through}
    union all
    select s.seq, 1, 0, journal.operation_line(o)
      from journal.seal s join journal.operation o on o.id = s.operation_id
      where s.seq > ${after} and s.seq <= ${through}`;

const sealed = (after: number, through: number) => `
  select line from (${withoutChanges(after, through)}
    union all
    select s.seq, 2, c.id, journal.change_line(journal.as_change(c))
      from journal.seal s join journal.every_change c on c.operation_id = s.operation_id
      where s.seq > ${after} and s.seq <= ${through}
  ) lines order by seq, part, id`;

/** Nothing, unless somebody wrote past the triggers, or removed a seal. */
const STRAYS = `
  select journal.operation_line(o) as line from journal.operation o
    where not exists (select from journal.seal s where s.operation_id = o.id)
      and not exists (select from journal.unsealed u where u.operation_id = o.id)
  union all
  select journal.change_line(journal.as_change(c)) from journal.every_change c
    where not exists (select from journal.seal s where s.operation_id = c.operation_id)
      and not exists (select from journal.unsealed u where u.operation_id = c.operation_id)`;
