/** A real portal process on a database of its own, to be killed and started again by tests. */
import { systemClock } from '#server/clock.ts';
import type { Database } from '#server/db.ts';
import { setPasswordHash } from '#server/session/account.ts';
import { hashPassword } from '#server/session/password.ts';
import { type PortalProcess, runProcess } from '#server/testing/process.ts';
import { inSeedOperation, type Seed, seedInto } from '#server/testing/seed.ts';
import { openVisitor, type Visitor } from '#server/testing/visitor.ts';

export const BOSS = 'boss';
/** The portal's key. */
export const KEY = Buffer.alloc(32, 1);
const PASSWORD = 'en lang setning uten tall';

export const seed = <T>(db: Database['db'], work: (rows: Seed) => Promise<T>): Promise<T> =>
  inSeedOperation(db, systemClock, (tx) => work(seedInto(tx, systemClock)));

/** A superadmin with a password, and `people` users at one school whom no import touches. */
export async function seedPortal({ db }: Database, people: readonly string[]): Promise<void> {
  const hash = await hashPassword(PASSWORD);
  await seed(db, async (rows) => {
    await rows.school('EGEN');
    await rows.user({ userName: BOSS, role: 'employee' });
    await rows.grant(await rows.userId(BOSS), 'superadmin', undefined);
    await setPasswordHash(rows.tx, await rows.userId(BOSS), hash, systemClock.now());
    for (const userName of people)
      await rows.user({ userName, schools: [{ code: 'EGEN', className: '1A' }] });
  });
}

/** What the killed one had taken waits for half a minute, lest it still be alive: that half minute is over. */
export async function silence({ pool }: Database): Promise<void> {
  await pool.query(`update directory.due set taken_until = null where taken_until is not null`);
  await pool.query(
    `update journal.operation set lease_until = clock_timestamp() - interval '1 second' where status = 'running'`,
  );
}

export interface CrashingPortal {
  start: () => Promise<void>;
  /** As a power cut would. */
  kill: () => Promise<void>;
  stop: () => Promise<void>;
  visitor: Visitor;
}

/** `environment`: what is set besides, or otherwise. */
export function crashingPortal(url: string, environment: Record<string, string> = {}): CrashingPortal {
  let process: PortalProcess | undefined;
  let address = '';
  const visitor = openVisitor(() => address);
  const end = async (signal: NodeJS.Signals) => {
    process?.process.kill(signal);
    await process?.end();
    process = undefined;
  };
  return {
    visitor,
    start: async () => {
      process = runProcess({
        DATABASE_URL: url,
        ENCRYPTION_KEY: KEY.toString('base64'),
        DEMO: 'false',
        RATE_LIMITS: 'false',
        PORT: '0',
        ...environment,
      });
      address = await process.open();
      const { status, body } = await visitor.signIn(BOSS, PASSWORD);
      if (status !== 200) throw new Error(`The sign-in answered ${status}: ${JSON.stringify(body)}`);
    },
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  };
}
