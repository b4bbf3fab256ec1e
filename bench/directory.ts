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
import { Attribute, Change, Client } from 'ldapts';

import { openActiveDirectory } from '#connectors/directory/ad/directory.ts';
import { startSamba } from '#connectors/directory/ad/testing/samba.ts';
import { guidDn, guidFrom, passwordValue } from '#connectors/directory/ad/values.ts';
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

const [accounts = 400, groups = 40, changes = 60, swept = 20_000] = process.argv.slice(2).map(Number);
const CONNECTIONS = 4;
const ROUNDS = 2;
const GOAL = 0.9;
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
const bare = await Promise.all(Array.from({ length: CONNECTIONS }, signIn));

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
  const rates = await inTurns({
    control: async (round) => {
      await spread(accounts, (client, index) => {
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
  tell('accounts with a password', rates);
}

/** Each group gets every account of its side. */
async function measureMembers(): Promise<void> {
  const controls = await idsUnder(`OU=Kontroll,${samba.domain}`);
  const rates = await inTurns({
    control: async (round) => {
      await spread(groups, (client, index) =>
        client.add(`CN=kg${round}-${index},OU=Kontroll,${samba.domain}`, {
          objectClass: ['top', 'group'],
          sAMAccountName: [`kg${round}-${index}`],
        }),
      );
      const begun = performance.now();
      await spread(groups, async (client, index) => {
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
  tell('members', rates);
}

/** From the end of the portal's transaction until somebody else sees it in the directory. */
async function measureOneChange(): Promise<void> {
  const lifecycle = openLifecycle();
  startReconciling(means, open(), lifecycle);
  const client = await signIn();
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
  await spread(swept, (client, index) => {
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

type Side = (round: number) => Promise<number | { count: number; ms: number }>;

/** Things per second of either side. */
async function inTurns(sides: { control: Side; portal: Side }): Promise<{ control: number; portal: number }> {
  const sums = { control: { count: 0, ms: 0 }, portal: { count: 0, ms: 0 } };
  for (let round = 0; round < ROUNDS; round += 1) {
    const order = ['control', 'portal'] as const;
    for (const side of round % 2 === 0 ? order : order.toReversed()) {
      const begun = performance.now();
      const done = await sides[side](round);
      const { count, ms } = typeof done === 'number' ? { count: done, ms: performance.now() - begun } : done;
      sums[side].count += count;
      sums[side].ms += ms;
    }
  }
  return { control: rate(sums.control), portal: rate(sums.portal) };
}

function rate({ count, ms }: { count: number; ms: number }): number {
  return (count * 1_000) / ms;
}

function tell(what: string, { control, portal }: { control: number; portal: number }): void {
  const ratio = portal / control;
  print(
    `${what}: bare client ${control.toFixed(0)}/s, portal ${portal.toFixed(0)}/s, ratio ${ratio.toFixed(2)} (goal ${GOAL}: ${ratio >= GOAL ? 'met' : 'missed'})`,
  );
}

/** Each connection takes the next one that is left. */
async function spread(
  count: number,
  work: (client: Client, index: number) => Promise<unknown>,
): Promise<void> {
  let next = 0;
  await Promise.all(
    bare.map(async (client) => {
      for (let index = next++; index < count; index = next++) await work(client, index);
    }),
  );
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

function account(name: string, more: Record<string, string | Buffer>): Attribute[] {
  const attributes: Record<string, string | Buffer> = {
    objectClass: 'user',
    sAMAccountName: name,
    userPrincipalName: `${name}@skole.test`,
    givenName: 'Fornavn',
    sn: name,
    displayName: `Fornavn ${name}`,
    employeeType: 'student',
    userAccountControl: '512',
    ...more,
  };
  return Object.entries(attributes).map(
    // oxlint-disable-next-line no-unsafe-type-assertion -- one of each, and the library wants all of one kind
    ([type, value]) => new Attribute({ type, values: [value] as string[] | Buffer[] }),
  );
}

async function idsUnder(place: string): Promise<string[]> {
  const { searchEntries } = await (bare[0] ?? (await signIn())).search(place, {
    scope: 'sub',
    filter: '(objectClass=user)',
    attributes: ['objectGUID'],
    explicitBufferAttributes: ['objectGUID'],
    paged: true,
  });
  return searchEntries.flatMap(({ objectGUID }) =>
    Buffer.isBuffer(objectGUID) ? [guidFrom(objectGUID)] : [],
  );
}

async function signIn(): Promise<Client> {
  const client = new Client({ url: samba.url, tlsOptions: { ca: samba.ca } });
  await client.bind(samba.admin.user, samba.admin.password);
  return client;
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
