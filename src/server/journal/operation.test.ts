import { randomUUID } from 'node:crypto';

import { sql } from 'kysely';
import { beforeAll, describe, expect, it, vi } from 'vitest';

import type { Db } from '#server/db.ts';
import { withoutHolding } from '#server/postgres/one-connection.ts';
import { testDatabase } from '#server/testing/database.ts';

import { keepAnswer, readAnswer, removeOldAnswers } from './answer.ts';
import {
  finishOperation,
  LostOperation,
  progress,
  releaseHeld,
  renewLeases,
  startOperation,
  takeOver,
  underOperation,
} from './long-operation.ts';
import { inOperation, RepeatedOperation, type Wish } from './operation.ts';
import { changesOfRow } from './read.ts';
import { sealFinished } from './seal.ts';

const { db, pool } = await testDatabase();
const now = new Date('2026-08-17T08:00:00Z');
const wish: Wish = { event: 'thing.added', route: 'POST /things', now };

beforeAll(async () => {
  await pool.query(
    `create table thing (id integer primary key, first_name text); select journal.watch('thing', '{id}')`,
  );
});

const add = (tx: Db, id: number) => sql`insert into thing values (${id})`.execute(tx);
const row = (id: number) =>
  db.selectFrom('journal.operation').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

it('carries out a wish once, with all that is known of it', async () => {
  const key = randomUUID();
  const correlationId = randomUUID();
  const id = await inOperation(
    db,
    {
      ...wish,
      key,
      correlationId,
      actor: { id: 7, name: 'Kari', role: 'schoolIct' },
      schoolId: 3,
      reason: 'why',
      ip: '10.0.0.1',
    },
    async (tx, operationId) => {
      await add(tx, 1);
      return operationId;
    },
  );
  expect(await row(id)).toMatchObject({
    key,
    correlationId,
    event: 'thing.added',
    route: 'POST /things',
    actorId: 7,
    actorName: 'Kari',
    actorRole: 'schoolIct',
    schoolId: 3,
    reason: 'why',
    ip: '10.0.0.1',
    startedAt: now,
    status: 'completed',
  });
  expect(await changesOfRow(db, 'thing', '1', 10)).toMatchObject([
    { operationId: id, kind: 'I', after: { id: 1 } },
  ]);
  const repeated = inOperation(db, { ...wish, key }, (tx) => add(tx, 99));
  await expect(repeated).rejects.toMatchObject({
    name: 'RepeatedOperation',
    earlier: { id, actorId: 7, status: 'completed' },
  });
});

it('leaves no operation when the work fails, so that it can be tried again under its key', async () => {
  const key = randomUUID();
  const failed = inOperation(db, { ...wish, key }, async (tx) => {
    await add(tx, 2);
    throw new Error('half way');
  });
  await expect(failed).rejects.toThrow('half way');
  await inOperation(db, { ...wish, key }, (tx) => add(tx, 2));
});

it('does one of many wishes sent at once under one key', async () => {
  const key = randomUUID();
  const attempts = [10, 11, 12, 13].map((id) => inOperation(db, { ...wish, key }, (tx) => add(tx, id)));
  const results = await Promise.allSettled(attempts);
  const refusals = results.flatMap((result) =>
    result.status === 'rejected' ? [result.reason as unknown] : [],
  );
  expect(refusals).toHaveLength(3);
  expect(refusals.every((reason) => reason instanceof RepeatedOperation)).toBe(true);
  const { rows } = await pool.query('select id from thing where id >= 10');
  expect(rows).toHaveLength(1);
});

it("passes on the refusal of somebody else's unique key", async () => {
  const twice = inOperation(db, { ...wish, key: randomUUID() }, async (tx) => {
    await add(tx, 20);
    await add(tx, 20);
  });
  await expect(twice).rejects.toMatchObject({ code: '23505', constraint: 'thing_pkey' });
});

it('keeps an answer as it was sent until its day is over', async () => {
  const answer = { access_token_count: 1, rows: [{ first_name: 'Åse' }] };
  const id = await inOperation(db, wish, async (tx, operationId) => {
    await keepAnswer(tx, operationId, answer, now);
    return operationId;
  });
  expect(await readAnswer(db, id)).toEqual(answer);
  expect(await removeOldAnswers(db, now)).toBe(0);
  expect(await removeOldAnswers(db, new Date(now.getTime() + 86_400_001))).toBe(1);
  expect(await readAnswer(db, id)).toBeUndefined();
});

it('lets several transactions write under one long operation, and tells how far it is', async () => {
  const id = await startOperation(db, wish, 'node-1', 2);
  await underOperation(db, id, 'node-1', async (tx) => {
    await add(tx, 31);
    // From outside, while the work is under way.
    await withoutHolding(() => progress(db, id, { done: 1 }));
    expect(await withoutHolding(() => row(id))).toMatchObject({
      status: 'running',
      total: 2,
      done: 1,
      finishedAt: null,
    });
  });
  await underOperation(db, id, 'node-1', (tx) => add(tx, 32));
  await sealFinished(db);
  expect(await isSealed(id)).toBe(false);
  await finishOperation(db, id, {
    status: 'completed',
    now,
    messageCode: 'done',
    messageParams: { count: 2 },
  });
  expect(await row(id)).toMatchObject({ status: 'completed', messageParams: { count: 2 }, leaseUntil: null });
  await expect(underOperation(db, id, 'node-1', (tx) => add(tx, 33))).rejects.toBeInstanceOf(LostOperation);
  await sealFinished(db);
  expect(await isSealed(id)).toBe(true);
});

it('gives what a dead process left to one other, and stops the dead one should it wake', async () => {
  const id = await startOperation(db, { ...wish, event: 'import.applied' }, 'dead');
  const other = await startOperation(db, { ...wish, event: 'import.applied' }, 'living');
  await sql`update journal.operation set lease_until = clock_timestamp() - interval '1 second' where event = 'import.applied'`.execute(
    db,
  );
  await renewLeases(db, 'living');
  const taken = await Promise.all([
    takeOver(db, 'node-2', ['import.applied']),
    takeOver(db, 'node-2', ['import.applied']),
  ]);
  expect(taken.flat()).toEqual([{ id, event: 'import.applied', done: 0 }]);
  await expect(underOperation(db, id, 'dead', (tx) => add(tx, 40))).rejects.toBeInstanceOf(LostOperation);
  await underOperation(db, id, 'node-2', (tx) => add(tx, 41));
  for (const each of [id, other]) await finishOperation(db, each, { status: 'failed', now });
});

it('does not take over an operation somebody writes under, however late its lease', async () => {
  const id = await startOperation(db, { ...wish, event: 'slow.work' }, 'slow');
  await sql`update journal.operation set lease_until = clock_timestamp() - interval '1 hour' where id = ${id}`.execute(
    db,
  );
  await underOperation(db, id, 'slow', async () => {
    expect(await withoutHolding(() => takeOver(db, 'node-2', ['slow.work']))).toEqual([]);
  });
  expect(await takeOver(db, 'node-2', ['slow.work'])).toHaveLength(1);
});

it('ends with the last piece of work, or not at all', async () => {
  const id = await startOperation(db, wish, 'node-1');
  const ended = underOperation(db, id, 'node-1', async (tx) => {
    await finishOperation(tx, id, { status: 'completed', now });
    throw new Error('after all not');
  });
  await expect(ended).rejects.toThrow('after all not');
  expect(await row(id)).toMatchObject({ status: 'running' });
  await finishOperation(db, id, { status: 'failed', now });
});

describe('what is written from outside while an operation ends', () => {
  // Both need two rows, that of the queue of the seals and that of the operation itself: in two orders they deadlock.
  const ways: [string, (id: number, node: string) => Promise<unknown>][] = [
    ['how far it is', (id) => progress(db, id, { done: 1 })],
    ['that its process is alive', (_, node) => renewLeases(db, node)],
  ];

  it.each(ways)('waits for the end, and the end never for it: %s', async (_, write) => {
    const node = randomUUID();
    const id = await startOperation(db, wish, node, 2);
    let written: Promise<unknown> = Promise.resolve();
    await underOperation(db, id, node, async (tx) => {
      // The first half of `finishOperation`.
      await sql`select from journal.unsealed where operation_id = ${id} for update`.execute(tx);
      const waiting = waitersOf(await pidOf(tx));
      written = withoutHolding(() => write(id, node)).then(
        () => 'written',
        (error: unknown) => error,
      );
      await withoutHolding(() => vi.waitFor(async () => expect(await waiting()).toBe(1)));
      await finishOperation(tx, id, { status: 'completed', now });
    });
    expect(await written).toBe('written');
    expect(await row(id)).toMatchObject({ status: 'completed', leaseUntil: null, done: 0 });
  });
});

it('holds an operation until it is released', async () => {
  const id = await startOperation(db, wish, 'node-1');
  await finishOperation(db, id, { status: 'held', now, messageCode: 'import.held' });
  await expect(underOperation(db, id, 'node-1', (tx) => add(tx, 50))).rejects.toBeInstanceOf(LostOperation);
  await sealFinished(db);
  await releaseHeld(db, id, 'node-3');
  await underOperation(db, id, 'node-3', (tx) => add(tx, 50));
  await finishOperation(db, id, { status: 'completed', now });
});

async function isSealed(id: number): Promise<boolean> {
  const seals = await db.selectFrom('journal.seal').select('seq').where('operationId', '=', id).execute();
  return seals.length > 0;
}

async function pidOf(tx: Db): Promise<number> {
  return (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)).rows[0]?.pid ?? 0;
}

const waitersOf = (pid: number) => async (): Promise<number> => {
  const { rows } = await pool.query('select from pg_stat_activity where $1 = any (pg_blocking_pids(pid))', [
    pid,
  ]);
  return rows.length;
};
