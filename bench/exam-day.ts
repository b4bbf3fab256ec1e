/**
 * An exam day of sixty schools: 300 exam groups and 9,000 candidates made, brought to a (simulated) directory, opened at
 * midnight, followed, closed, cleaned away, all on a clock that is moved. The control is the same turn of the directory
 * with nothing to do. `node bench/exam-day.ts [schools] [groups per school] [candidates per group] [samba]`: the last
 * plays it with a real directory, which hashes each password; root on Debian, as the tests.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { sql } from 'kysely';

import { openActiveDirectory } from '#connectors/directory/ad/directory.ts';
import { type Samba, startSamba } from '#connectors/directory/ad/testing/samba.ts';
import { openSimulatedDirectory } from '#connectors/directory/simulated/directory.ts';
import { addDays, osloMoment } from '#kernel/dates.ts';
import { fixedClock, systemClock } from '#server/clock.ts';
import { connect } from '#server/db.ts';
import { migrate } from '#server/migrate.ts';
import { startPostgres } from '#server/postgres/embedded.ts';
import type { Means } from '#server/reconcile/means.ts';
import { openWorker } from '#server/reconcile/worker.ts';
import { inSeedOperation } from '#server/testing/seed.ts';
import { openVault } from '#server/vault.ts';

import {
  at,
  EXAM_DAY,
  expected,
  makeExams,
  namesFound,
  prepare,
  quarters,
  tally,
} from '../tests/exam-day/played.ts';
import { print } from './figures.ts';

const [schools = 60, groupsPerSchool = 5, candidates = 30] = process.argv.slice(2, 5).map(Number);
const asked = process.argv[5] === 'samba' ? await startSamba() : undefined;
if (typeof asked === 'string') {
  print(`No directory to measure with: ${asked}`);
  process.exit(0);
}
const samba: Samba | undefined = asked;
const size = { schools, groupsPerSchool, candidates };
const total = schools * groupsPerSchool * candidates;

const folder = await mkdtemp(join(tmpdir(), 'vaktmester-bench-'));
const server = await startPostgres({ folder: join(folder, 'postgres') });
await migrate(server.url());
const { db, pool, end } = connect({ url: server.url(), connections: 8 });
const clock = fixedClock('2026-11-20T12:00:00Z');
const key = Buffer.alloc(32, 1);
const means: Means = {
  db,
  clock,
  time: systemClock,
  passwords: openVault(key, 'account password'),
  examPasswords: openVault(key, 'exam password'),
  node: crypto.randomUUID(),
};
const base = `OU=Skoler,${samba?.domain ?? ''}`;
await samba?.tool('ou', 'add', base);
const directory = samba
  ? openActiveDirectory({ url: samba.url, ...samba.admin, base, ca: samba.ca, connections: 4 })
  : openSimulatedDirectory(pool);
const worker = openWorker(means, directory);
const stage = { db, clock, means, worker };

async function timed<T>(what: string, work: () => Promise<T>, count?: number): Promise<T> {
  const started = performance.now();
  const result = await work();
  const seconds = (performance.now() - started) / 1000;
  const rate = count === undefined ? '' : `, ${Math.round(count / seconds)} a second`;
  print(`${what.padEnd(52)} ${seconds.toFixed(1).padStart(7)} s${rate}`);
  return result;
}

const candidatesOf = (more: string) => `(&(objectClass=user)(sAMAccountName=*-eks-*)${more})`;
const CLOSED = '(userAccountControl:1.2.840.113556.1.4.803:=2)';

/** What a real directory holds it says itself: every account of a candidate, and those that let somebody in. */
async function heldBy({ stored }: Samba): Promise<{ accounts: number; open: number }> {
  const count = async (filter: string) => (await stored(filter, 'cn')).match(/^cn:/gm)?.length ?? 0;
  return { accounts: await count(candidatesOf('')), open: await count(candidatesOf(`(!${CLOSED})`)) };
}

async function holds(what: string, there: number): Promise<void> {
  const wanted = expected(clock.now(), there, 0);
  const told = await tally(stage);
  const seen = samba ? { ...told, ...(await heldBy(samba)) } : told;
  if (JSON.stringify(seen) !== JSON.stringify(wanted)) {
    throw new Error(`${what}: ${JSON.stringify(seen)} instead of ${JSON.stringify(wanted)}`);
  }
}

try {
  print(`${schools} schools, ${schools * groupsPerSchool} exam groups, ${total} candidates`);
  const teachers = await prepare(stage, size);
  await worker.turn();
  const exams = await timed(
    'exams made, with candidates, passwords and locks',
    () => makeExams(stage, teachers, size),
    total,
  );
  await timed('accounts in the directory, closed', () => worker.turn(), total);
  await holds('before the day', total);
  await timed('control: a turn with nothing to do', () => worker.turn());

  await timed('accounts opened at midnight', () => at(stage, osloMoment(EXAM_DAY, '00:00')), total);
  await holds('at midnight', total);
  const before = performance.now();
  const slowest = { ms: 0 };
  const calm = quarters().filter(
    (moment) => moment > clock.now() && moment < osloMoment(addDays(EXAM_DAY, 1), '00:00'),
  );
  for (const moment of samba ? calm.slice(0, 8) : calm) {
    const started = performance.now();
    await at(stage, moment);
    await holds(moment.toISOString(), total);
    slowest.ms = Math.max(slowest.ms, performance.now() - started);
  }
  const each = (performance.now() - before) / (samba ? 8 : calm.length);
  print(
    `a quarter of an hour of the day, checked               ${each.toFixed(0)} ms, the slowest ${slowest.ms.toFixed(0)} ms`,
  );

  await timed(
    'accounts closed at the next midnight',
    () => at(stage, osloMoment(addDays(EXAM_DAY, 1), '00:00')),
    total,
  );
  await holds('the day after', total);
  await timed(
    'accounts and passwords gone the midnight after that',
    () => at(stage, osloMoment(addDays(EXAM_DAY, 2), '00:00')),
    total,
  );
  await holds('two days after', total);
  const found = await namesFound(stage);
  if (found.length > 0) throw new Error(`Somebody is named in ${found.join(', ')}`);
  await timed('exam groups deleted', () =>
    inSeedOperation(db, clock, (tx) => sql`delete from exam_group where id = any (${exams})`.execute(tx)),
  );
} finally {
  await directory.close();
  await samba?.stop();
  await end();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}
