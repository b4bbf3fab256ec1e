/** A portal's database with a directory beside it, for tests: everything is done when it is asked for, nothing waits. */
import { sql } from 'kysely';

import type { Directory } from '#connectors/directory/port.ts';
import { openSimulatedDirectory } from '#connectors/directory/simulated/directory.ts';
import { type FixedClock, fixedClock } from '#server/clock.ts';
import type { Db } from '#server/db.ts';
import { testDatabase } from '#server/testing/database.ts';
import { inSeedOperation, type Seed, seedInto } from '#server/testing/seed.ts';
import { openVault } from '#server/vault.ts';

import type { Means } from './means.ts';
import { readBack } from './seen.ts';
import { askForSweep, sweep } from './sweep.ts';
import { openWorker, type Worker } from './worker.ts';

export interface Reconciled {
  db: Db;
  url: string;
  clock: FixedClock;
  time: FixedClock;
  means: Means;
  directory: Directory;
  worker: Worker;
  seed: <T>(work: (seed: Seed) => Promise<T>) => Promise<T>;
  /** Sets a password as the portal does. */
  setPassword: (userName: string, password: string, mustChange?: boolean) => Promise<void>;
  /** Makes an exam at a school with candidates `eks-1`, `eks-2` …, each with a password `Eksamen-<number>`. */
  exam: (at: string, on: string, count: number, paths?: object) => Promise<number>;
  /** Looks at everything that changed in the directory since the last look. */
  look: () => Promise<void>;
  sweep: () => Promise<number | undefined>;
  due: () => Promise<
    { kind: string; key: number; error: string | null; attempts: number; stopped: boolean }[]
  >;
  drift: () => Promise<{ name: string; field: string; wanted: string | null; observed: string | null }[]>;
}

/** The directory is the simulated one unless another is given. */
export async function openReconciled(other?: Directory): Promise<Reconciled> {
  const { db, pool, url } = await testDatabase();
  const clock = fixedClock('2026-11-20T12:00:00Z');
  const time = fixedClock('2026-11-20T12:00:00Z');
  const passwords = openVault(Buffer.alloc(32, 7), 'account password');
  const examPasswords = openVault(Buffer.alloc(32, 7), 'exam password');
  const directory = other ?? openSimulatedDirectory(pool);
  const means: Means = { db, clock, time, passwords, examPasswords, node: crypto.randomUUID() };
  const worker = openWorker(means, directory);
  const seed: Reconciled['seed'] = (work) => inSeedOperation(db, clock, (tx) => work(seedInto(tx, clock)));
  return {
    db,
    url,
    clock,
    time,
    means,
    directory,
    worker,
    seed,

    setPassword: (userName, password, mustChange = false) =>
      seed(async ({ tx, userId }) => {
        await sql`
          insert into account_password (user_id, cipher, must_change, set_at)
          values (${await userId(userName)}, ${passwords.encrypt(password)}, ${mustChange}, ${clock.now()})
          on conflict (user_id) do update set cipher = excluded.cipher, must_change = excluded.must_change,
            set_at = excluded.set_at, taken_at = null`.execute(tx);
        await sql`update users set unlocked_at = ${clock.now()}, locked_until = null where user_name = ${userName}`.execute(
          tx,
        );
      }),

    exam: (at, on, count, paths = {}) =>
      seed(async ({ tx, schoolId }) => {
        const { id } = await tx
          .insertInto('examGroup')
          .values({
            schoolId: await schoolId(at),
            name: `${at} eksamen ${on}`,
            description: 'Norsk hovedmål',
            examOn: on,
            createdBy: 'Prøve',
            createdAt: clock.now(),
            ...paths,
          })
          .returning('id')
          .executeTakeFirstOrThrow();
        const numbers = Array.from({ length: count }, (_, index) => index + 1);
        await tx
          .insertInto('examCandidate')
          .values(
            numbers.map((number) => ({
              examGroupId: id,
              number,
              userName: `eks-${number}`,
              passwordCipher: examPasswords.encrypt(`Eksamen-${number}`),
              passwordSetAt: clock.now(),
              createdAt: clock.now(),
            })),
          )
          .execute();
        return id;
      }),

    async look() {
      time.advance(10_000);
      await worker.reaching(async (reached) => void (await readBack(means, reached)));
    },

    async sweep() {
      await askForSweep(db, time.now());
      let seen: number | undefined;
      await worker.reaching(async (reached) => {
        seen = await sweep(means, reached);
      });
      return seen;
    },

    async due() {
      const { rows } = await sql<Awaited<ReturnType<Reconciled['due']>>[number]>`
        select kind, key, error, attempts, stopped_at is not null as stopped from directory.due order by kind, key`.execute(
        db,
      );
      return rows;
    },

    async drift() {
      const { rows } = await sql<Awaited<ReturnType<Reconciled['drift']>>[number]>`
        select name, field, wanted, observed from directory.drift order by name, field, member`.execute(db);
      return rows;
    },
  };
}
