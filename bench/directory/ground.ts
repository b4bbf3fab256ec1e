/** A portal's database and a real directory to be measured, with a bare client of as many connections beside. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { sql } from 'kysely';

import { openActiveDirectory } from '#connectors/directory/ad/directory.ts';
import { type Samba, startSamba } from '#connectors/directory/ad/testing/samba.ts';
import { systemClock } from '#server/clock.ts';
import { connect, type Db } from '#server/db.ts';
import { migrate } from '#server/migrate.ts';
import { startPostgres } from '#server/postgres/embedded.ts';
import type { Means } from '#server/reconcile/means.ts';
import { openWorker } from '#server/reconcile/worker.ts';
import { openVault } from '#server/vault.ts';

import { signIn } from './bare.ts';

const CONNECTIONS = 4;
export const ROUNDS = 2;
export const FIRST_PASSWORD = 'Passord-1';

export type Ground = Exclude<Awaited<ReturnType<typeof openGround>>, string>;

/** Or the reason why this machine has no directory. */
export async function openGround() {
  const started = await startSamba();
  if (typeof started === 'string') return started;
  const samba: Samba = started;
  const base = `OU=Skoler,${samba.domain}`;
  const folder = await mkdtemp(join(tmpdir(), 'vaktmester-bench-'));
  const server = await startPostgres({ folder: join(folder, 'postgres') });
  await migrate(server.url());
  const { db, end } = connect({ url: server.url(), connections: 8 });
  const key = Buffer.alloc(32, 1);
  const means: Means = {
    db,
    clock: systemClock,
    time: systemClock,
    passwords: openVault(key, 'account password'),
    examPasswords: openVault(key, 'exam password'),
    node: crypto.randomUUID(),
  };
  const open = () =>
    openActiveDirectory({ url: samba.url, ...samba.admin, base, ca: samba.ca, connections: CONNECTIONS });
  const directory = open();
  const worker = openWorker(means, directory);
  const bare = await Promise.all(Array.from({ length: CONNECTIONS }, () => signIn(samba)));

  /** As deep as the portal's own: the deeper an object lies, the longer it takes the directory. */
  const control = `OU=BEN,OU=Kontroll,${samba.domain}`;
  await samba.tool('ou', 'add', base);
  for (const unit of [`OU=Kontroll,${samba.domain}`, control, `OU=BEN,${base}`])
    await samba.tool('ou', 'add', unit);
  for (const above of [control, `OU=BEN,${base}`]) {
    for (const name of ['Elever', 'Grupper']) await samba.tool('ou', 'add', `OU=${name},${above}`);
  }
  await inOperation(db, async (tx) => {
    await sql`insert into school (code, name, abbreviation, created_at)
              values ('BEN', 'Benkeskolen', 'BEN', now())`.execute(tx);
  });
  await worker.turn();

  return {
    samba,
    base,
    control,
    db,
    means,
    open,
    directory,
    worker,
    bare,
    async end() {
      await Promise.all(bare.map((client) => client.unbind().catch(() => {})));
      await directory.close();
      await samba.stop();
      await end();
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export function inOperation(db: Db, work: (tx: Db) => Promise<void>): Promise<void> {
  return db.transaction().execute(async (tx) => {
    await sql`select journal.begin('bench.run', 'bench')`.execute(tx);
    await work(tx);
  });
}

/** People of the school; those who are closed have no password to hand over. */
export async function makeUsers(
  { db, means }: Ground,
  prefix: string,
  count: number,
  deactivated: boolean,
): Promise<void> {
  const cipher = means.passwords.encrypt(FIRST_PASSWORD);
  await inOperation(db, async (tx) => {
    await sql`
      with made as (
        insert into users (user_name, first_name, last_name, role, primary_school_id, deactivated, created_at)
        select ${prefix} || i, 'Fornavn', ${prefix} || i, 'student', (select id from school), ${deactivated}, now()
          from generate_series(1, ${count}::int) i returning id
      )
      insert into account_password (user_id, cipher, must_change, set_at)
        select id, ${cipher}, false, now() from made where not ${deactivated}`.execute(tx);
  });
}

/** Everything that is due is brought over, and nothing is left. */
export async function timedTurn(
  { db, worker }: Ground,
  count: number,
): Promise<{ count: number; ms: number }> {
  const begun = performance.now();
  await worker.turn();
  const ms = performance.now() - begun;
  const { rows } = await sql<{ due: number; error: string | null }>`
    select count(*)::int as due, max(error_text) as error from directory.due`.execute(db);
  if (rows[0]?.due !== 0) throw new Error(`${rows[0]?.due} entries did not arrive: ${rows[0]?.error}`);
  return { count, ms };
}

export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
