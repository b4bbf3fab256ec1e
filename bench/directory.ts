/**
 * How fast a real directory follows the portal (specification §3): accounts with a password and members per second
 * against a bare client with as many connections in the same run, how long one changed membership takes when nothing
 * else is under way, and a sweep without differences. Samba is started for it: root on Debian, as the tests.
 * `node bench/directory.ts [accounts] [groups] [changes] [swept]`
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { sql } from 'kysely';
import { Attribute, Change } from 'ldapts';

import { openActiveDirectory } from '#connectors/directory/ad/directory.ts';
import { startSamba } from '#connectors/directory/ad/testing/samba.ts';
import { guidDn, passwordValue } from '#connectors/directory/ad/values.ts';
import { systemClock } from '#server/clock.ts';
import { connect, type Db } from '#server/db.ts';
import { openLifecycle } from '#server/lifecycle.ts';
import { migrate } from '#server/migrate.ts';
import { startPostgres } from '#server/postgres/embedded.ts';
import type { Means } from '#server/reconcile/means.ts';
import { readBack } from '#server/reconcile/seen.ts';
import { startReconciling } from '#server/reconcile/start.ts';
import { askForSweep, sweep } from '#server/reconcile/sweep.ts';
import { openWorker } from '#server/reconcile/worker.ts';
import { openVault } from '#server/vault.ts';

import { account, idsUnder, signIn, spread } from './bare-directory.ts';
import { compared, inTurns } from './turns.ts';

const [accounts = 400, groups = 40, changes = 60, swept = 20_000] = process.argv.slice(2).map(Number);
const CONNECTIONS = 4;
const ROUNDS = 2;
const FIRST = 'Passord-1';

const started = await startSamba();
if (typeof started === 'string') {
  print(`No directory to measure: ${started}`);
  process.exit(0);
}
const samba = started;
const base = `OU=Skoler,${samba.domain}`;
const folder = await mkdtemp(join(tmpdir(), 'vaktmester-bench-'));
const server = await startPostgres({ folder: join(folder, 'postgres') });
await migrate(server.url());
const { db, end } = connect({ url: server.url(), connections: 8 });
const passwords = openVault(Buffer.alloc(32, 1), 'account password');
const examPasswords = openVault(Buffer.alloc(32, 1), 'exam password');
const means: Means = {
  db,
  clock: systemClock,
  time: systemClock,
  passwords,
  examPasswords,
  node: crypto.randomUUID(),
};
const open = () =>
  openActiveDirectory({ url: samba.url, ...samba.admin, base, ca: samba.ca, connections: CONNECTIONS });
const directory = open();
const worker = openWorker(means, directory);
const bare = await Promise.all(Array.from({ length: CONNECTIONS }, () => signIn(samba)));

try {
  await samba.tool('ou', 'add', base);
  for (const place of [`OU=Kontroll,${samba.domain}`, `OU=BEN,${base}`, `OU=Elever,OU=BEN,${base}`]) {
    await samba.tool('ou', 'add', place);
  }
  await inOperation(async (tx) => {
    await sql`insert into school (code, name, abbreviation, created_at) values ('BEN', 'Benkeskolen', 'BEN', now())`.execute(
      tx,
    );
  });
  await worker.turn();
  await measureAccounts();
  await measureMembers();
  await measureOneChange();
  await measureSweep();
} finally {
  await Promise.all(bare.map((client) => client.unbind().catch(() => {})));
  await directory.close();
  await samba.stop();
  await end();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}

/** Accounts with a password, enabled: half by either in each round, and either goes first as often as the other. */
async function measureAccounts(): Promise<void> {
  const rates = await inTurns(ROUNDS, {
    control: async (round) => {
      await spread(bare, accounts, (client, index) => {
        const name = `k${round}-${index}`;
        return client.add(
          `CN=${name},OU=Kontroll,${samba.domain}`,
          account(name, { unicodePwd: passwordValue(FIRST) }),
        );
      });
      return accounts;
    },
    portal: async (round) => {
      await makeUsers(`e${round}-`, accounts, false);
      return timedTurn(accounts);
    },
  });
  print(compared('accounts with a password', rates));
}

/** Each group gets every account of its side. */
async function measureMembers(): Promise<void> {
  const [reader = await signIn(samba)] = bare;
  const controls = await idsUnder(reader, `OU=Kontroll,${samba.domain}`);
  const rates = await inTurns(ROUNDS, {
    control: async (round) => {
      await spread(bare, groups, (client, index) =>
        client.add(`CN=kg${round}-${index},OU=Kontroll,${samba.domain}`, {
          objectClass: ['top', 'group'],
          sAMAccountName: [`kg${round}-${index}`],
        }),
      );
      const begun = performance.now();
      await spread(bare, groups, async (client, index) => {
        for (let start = 0; start < controls.length; start += 500) {
          const modification = new Attribute({
            type: 'member',
            values: controls.slice(start, start + 500).map(guidDn),
          });
          await client.modify(`CN=kg${round}-${index},OU=Kontroll,${samba.domain}`, [
            new Change({ operation: 'add', modification }),
          ]);
        }
      });
      return { count: groups * controls.length, ms: performance.now() - begun };
    },
    portal: async (round) => {
      await inOperation(async (tx) => {
        await sql`insert into groups (name, display_name, type, school_id, created_at)
          select 'BEN ' || ${`g${round}-`} || i, 'Gruppe ' || i, 'class', (select id from school), now()
            from generate_series(1, ${groups}::int) i`.execute(tx);
      });
      await worker.turn();
      await inOperation(async (tx) => {
        await sql`insert into membership (group_id, user_id, role, source, added_at)
          select g.id, u.id, 'student', 'manual', now() from groups g, users u
           where g.name like ${`BEN g${round}-%`} and u.user_name ~ '^e'`.execute(tx);
      });
      return timedTurn(groups * accounts * ROUNDS);
    },
  });
  print(compared('members', rates));
}

/** From the end of the portal's transaction until somebody else sees it in the directory. */
async function measureOneChange(): Promise<void> {
  const lifecycle = openLifecycle();
  startReconciling(means, open(), lifecycle);
  const client = await signIn(samba);
  const took: number[] = [];
  for (let round = 0; round < changes; round += 1) {
    // Nothing is under way, at any moment of the worker's rhythm.
    await delay(700 + Math.random() * 600);
    await inOperation(async (tx) => {
      await sql`delete from membership where ctid = (select ctid from membership order by group_id, user_id limit 1)`.execute(
        tx,
      );
    });
    const wanted = await sql<{ members: number }>`select count(*)::int as members from membership
      where group_id = (select min(id) from groups)`.execute(db);
    const begun = performance.now();
    for (;;) {
      const { searchEntries } = await client.search(base, {
        scope: 'sub',
        filter: '(cn=BEN g0-1)',
        attributes: ['member'],
      });
      const members = searchEntries[0]?.['member'] ?? [];
      if ((Array.isArray(members) ? members.length : 1) === wanted.rows[0]?.members) break;
      await delay(10);
    }
    took.push(performance.now() - begun);
  }
  await client.unbind();
  await lifecycle.stop();
  const sorted = took.toSorted((one, other) => one - other);
  const at = (share: number) =>
    Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
  print(
    `one changed membership: median ${at(0.5)} ms, p95 ${at(0.95)} ms (goal 1000: ${at(0.95) < 1_000 ? 'met' : 'missed'})`,
  );
}

/** Accounts that are as they should be: closed ones, which need no password to be made. */
async function measureSweep(): Promise<void> {
  await spread(bare, swept, (client, index) => {
    const name = `s${index + 1}`;
    return client.add(`CN=${name},OU=Elever,OU=BEN,${base}`, account(name, { userAccountControl: '514' }));
  });
  await makeUsers('s', swept, true);
  await worker.turn();
  await worker.reaching(async (reached) => void (await readBack(means, reached)));
  await askForSweep(db, systemClock.now());
  const begun = performance.now();
  const objects = (await sweep(means, directory)) ?? 0;
  const ms = performance.now() - begun;
  const { rows } = await sql<{ drift: number }>`select count(*)::int as drift from directory.drift`.execute(
    db,
  );
  const million = (ms / objects) * 1_000_000;
  print(
    `sweep: ${objects} objects in ${Math.round(ms)} ms, ${rows[0]?.drift} differences; a million would take ${Math.round(million / 60_000)} min`,
  );
}

async function timedTurn(count: number): Promise<{ count: number; ms: number }> {
  const begun = performance.now();
  await worker.turn();
  const ms = performance.now() - begun;
  const { rows } = await sql<{ due: number; error: string | null }>`
    select count(*)::int as due, max(error_text) as error from directory.due`.execute(db);
  if (rows[0]?.due !== 0) throw new Error(`${rows[0]?.due} entries did not arrive: ${rows[0]?.error}`);
  return { count, ms };
}

async function makeUsers(prefix: string, count: number, deactivated: boolean): Promise<void> {
  const cipher = passwords.encrypt(FIRST);
  await inOperation(async (tx) => {
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

function inOperation(work: (tx: Db) => Promise<void>): Promise<void> {
  return db.transaction().execute(async (tx) => {
    await sql`select journal.begin('bench.run', 'bench')`.execute(tx);
    await work(tx);
  });
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
