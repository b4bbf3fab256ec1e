/**
 * Internet locks at a real Squid, with 500 locks and 20,000 people under them: from "start now" in the portal to the
 * first refused request and to the end of what was open, from a lock's end to the first request that gets through, and
 * what asking costs each request against the same Squid that asks nobody, in turns in the same run. Root on Debian, as
 * the tests. `node bench/locks.ts [rounds] [locks] [requests]`
 */
import { mkdirSync, readFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { join } from 'node:path';

import { Client } from 'pg';

import { superviseSquid } from '#connectors/web-filter/squid/supervise.ts';
import {
  freePort,
  includeHosts,
  openTunnel,
  squidAccount,
  squidFolder,
  whyNoSquid,
} from '#connectors/web-filter/squid/testing/squid.ts';
import { openWorld } from '#connectors/web-filter/squid/testing/world.ts';
import { migrate } from '#server/migrate.ts';
import { startPostgres } from '#server/postgres/embedded.ts';
import { runPoint } from '#server/testing/point.ts';
import { runProcess } from '#server/testing/process.ts';
import { openVisitor } from '#server/testing/visitor.ts';

import { load, ms, print, share } from './figures.ts';
import { PASSWORD, seedOwner } from './seed-owner.ts';
import { get, pollUntil, until } from './through-squid.ts';

const [rounds = 30, locks = 500, requests = 3_000] = process.argv.slice(2).map(Number);
const MEMBERS = 40;
const SCHOOLS = 60;
const TUNNELS = 10;
const LASTS_MS = 2_000;
const BATCH = 100;
const GOALS = { start: 300, end: 100, cost: 2 } as const;

const reason = whyNoSquid();
if (reason !== undefined) {
  print(`No Squid to measure: ${reason}`);
  process.exit(0);
}
const { folder, remove } = squidFolder();
const server = await startPostgres({ folder: join(folder, 'postgres') });
await migrate(server.url());
const client = new Client(server.url());
await client.connect();
// Seven of eight are pupils.
await seedOwner(client, Math.ceil((locks * MEMBERS * 8) / 7), SCHOOLS);

const world = await openWorld(folder, ['vg.no', 'udir.no']);
const [portalPort, squidPort, barePort] = [await freePort(), await freePort(), await freePort()];
const portal = runProcess({
  DATABASE_URL: server.url(),
  ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64'),
  DEMO: 'false',
  RATE_LIMITS: 'false',
  PORT: String(portalPort),
  VAKTMESTER_DATA: join(folder, 'data'),
});
await portal.open();
const boss = openVisitor(() => `http://127.0.0.1:${portalPort}`);
await boss.signIn('bruker16', PASSWORD);

await inOperation(
  `insert into groups (name, display_name, type, school_id, created_at)
   select 'G' || g, 'Gruppe ' || g, 'class', 1, now() from generate_series(0, ${locks - 1}) g`,
  `create temporary table seat as
   select id, user_name, n, n / ${MEMBERS} as g from (select id, user_name, row_number() over (order by id) - 1 as n
     from users where role = 'student') pupil where n < ${locks * MEMBERS}`,
  `insert into membership (group_id, user_id, role, source, added_at)
   select g.id, s.id, 'student', 'manual', now() from seat s join groups g on g.name = 'G' || s.g`,
  `insert into machine_address (school_id, address, user_name)
   select 1, ('127.100.0.0'::inet + n + 1), user_name from seat`,
);
const addressOf = (n: number) => `127.100.${(n + 1) >> 8}.${(n + 1) & 255}`;

const { body: made } = await boss.send('POST /internetlock/points', { name: 'Squid' });
const point = runPoint({
  portal: `http://127.0.0.1:${portalPort}`,
  made,
  folder,
  port: squidPort,
  include: includeHosts(folder, world.hostsFile),
  logLevel: 'error',
});
await point.open();
const bare = superviseSquid({
  program: 'squid',
  configuration: withoutLocks(),
  folder: makeFolder('bare'),
  account: squidAccount(),
  say: (_level, text) => print(text),
});

try {
  print(`Load of the machine before: ${load()}`);
  await until(squidPort, addressOf(0), 200);
  await until(barePort, addressOf(0), 200);
  await measureWhole();
  await boss.switchSchool('S1');
  await measureLocks();
  await measureCost();
  print(`Load of the machine after: ${load()}`);
} finally {
  point.process.kill('SIGTERM');
  portal.process.kill('SIGTERM');
  await Promise.all([point.end(), portal.end(), bare.stop(), world.stop(), client.end()]);
  await server.stop();
  remove();
}

/** All but one lock at once: from their commit until the last of their members is shut out. */
async function measureWhole(): Promise<void> {
  const began = performance.now();
  await inOperation(
    `insert into internet_lock (school_id, description, starts_at, active_from, ends_at, exam, exam_resources,
       own_domains, created_by, created_at)
     select 1, 'Lås ' || g, now(), now(), now() + interval '3 hours', false, false, array['udir.no'], 'Benken', now()
       from generate_series(1, ${locks - 1}) g`,
    `insert into internet_lock_target (lock_id, group_id)
     select l.id, g.id from internet_lock l join groups g on 'Lås ' || substr(g.name, 2) = l.description`,
  );
  const written = performance.now();
  await until(squidPort, addressOf(locks * MEMBERS - 1), 403);
  print(
    `${locks - 1} locks, ${(locks - 1) * MEMBERS} people at once: written in ${ms(written - began)}, the last shut out ${ms(performance.now() - written)} after`,
  );
}

/** The last lock, again and again, by its teacher's own act. */
async function measureLocks(): Promise<void> {
  const [written, shut, cut, opened]: [number[], number[], number[], number[]] = [[], [], [], []];
  for (let round = 0; round < rounds; round += 1) {
    const tunnels = await Promise.all(
      Array.from({ length: TUNNELS }, (_, n) =>
        openTunnel(squidPort, addressOf(n + 1), [
          'CONNECT vg.no:80 HTTP/1.1',
          'Host: vg.no:80',
          '',
          'GET /flow HTTP/1.1',
          'Host: vg.no',
          '',
          '',
        ]),
      ),
    );
    const sent = Date.now();
    const end = sent + LASTS_MS;
    const seen = pollUntil(squidPort, addressOf(0), end + 1_000);
    const { status, body } = await boss.send('POST /internetlock/add', {
      description: `Runde ${round}`,
      groupNames: ['G0'],
      immediate: true,
      end: new Date(end).toISOString(),
    });
    if (status !== 200) throw new Error(`The lock was refused: ${JSON.stringify(body)}`);
    written.push(Date.now() - sent);
    const answers = await seen;
    const first = answers.findIndex(({ code }) => code === 403);
    const again = answers.findIndex(({ code }, index) => index > first && code === 200);
    shut.push((answers[first]?.answered ?? Number.POSITIVE_INFINITY) - sent);
    opened.push((answers[again]?.answered ?? Number.POSITIVE_INFINITY) - end);
    for (const tunnel of tunnels) {
      cut.push((tunnel.ended() ?? Number.POSITIVE_INFINITY) - sent);
      tunnel.socket.destroy();
    }
  }
  print(
    `"start now" sent to the portal's own answer: p50 ${ms(share(written, 0.5))}, p95 ${ms(share(written, 0.95))}`,
  );
  tell('"start now" sent to the first refused request', shut, GOALS.start);
  tell('"start now" sent to an open tunnel cut', cut, GOALS.start);
  tell('end of a lock to the first request let through', opened, GOALS.end);
}

/** The same requests through both, a hundred by turns, on one connection each. */
async function measureCost(): Promise<void> {
  for (const [who, from] of [
    ['under a lock, to a page that is open', addressOf(MEMBERS)],
    ['under no lock', addressOf(0)],
  ] as const) {
    const [asking, plain]: [number[], number[]] = [[], []];
    const agents = [
      new Agent({ keepAlive: true, maxSockets: 1 }),
      new Agent({ keepAlive: true, maxSockets: 1 }),
    ];
    for (let batch = 0; batch * BATCH < requests; batch += 1) {
      for (const [index, [port, times]] of (
        [
          [squidPort, asking],
          [barePort, plain],
        ] as const
      ).entries()) {
        for (let count = 0; count < BATCH; count += 1) {
          const began = performance.now();
          const code = await get(port, from, 'http://udir.no/', agents[index]);
          if (code !== 200) throw new Error(`A page that is open answered ${code}`);
          times.push(performance.now() - began);
        }
      }
    }
    for (const agent of agents) agent.destroy();
    const [with95, without95] = [share(asking, 0.95), share(plain, 0.95)];
    print(
      `A request ${who}: p50 ${ms(share(asking, 0.5))} / ${ms(share(plain, 0.5))} without, p95 ${ms(with95)} / ${ms(without95)}, added at p95 ${ms(with95 - without95)} (goal ${GOALS.cost} ms: ${with95 - without95 <= GOALS.cost ? 'met' : 'missed'})`,
    );
  }
}

/** The configuration of the point's own Squid, but for what asks. */
function withoutLocks(): string {
  return readFileSync(join(folder, 'point', 'squid', 'squid.conf'), 'utf8')
    .split('\n')
    .filter((line) => !/internet_lock|permitted/.test(line))
    .join('\n')
    .replaceAll(`127.0.0.1:${squidPort}`, `127.0.0.1:${barePort}`)
    .replaceAll('squid.log', 'bare.log');
}

function makeFolder(name: string): string {
  const place = join(folder, name);
  mkdirSync(place, { mode: 0o755 });
  return place;
}

async function inOperation(...statements: string[]): Promise<void> {
  await client.query('begin');
  await client.query(`select journal.begin('bench.seeded', 'bench')`);
  for (const statement of statements) await client.query(statement);
  await client.query('commit');
}

function tell(what: string, times: readonly number[], goal: number): void {
  const p95 = share(times, 0.95);
  print(
    `${what}: p50 ${ms(share(times, 0.5))}, p95 ${ms(p95)}, most ${ms(Math.max(...times))} of ${times.length} (goal ${goal} ms: ${p95 <= goal ? 'met' : 'missed'})`,
  );
}
