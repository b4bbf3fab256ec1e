/**
 * A user list of one school among a million users, through the real HTTP path: sign-in, token, permission, scope,
 * page and exact total, answer. The control is pgbench running the same statement on the same server in the same
 * run. `node bench/user-list.ts [people] [schools] [seconds]`; needs `pgbench` and `wrk` (Debian: postgresql-client,
 * postgresql-contrib, wrk).
 */
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Visitor } from '#server/testing/visitor.ts';

import { ms, print, share } from './figures.ts';
import { listStatement } from './list-statement.ts';
import { withOwner } from './owner.ts';
import { openPortal, visitorAt } from './portal.ts';

const people = Number(process.argv[2] ?? 1_000_000);
const schools = Number(process.argv[3] ?? 3_000);
const seconds = Number(process.argv[4] ?? 15);
const PORT = 3_977;
const CALLERS = 32;
/** Of one caller, at p95. */
const GOAL_MS = 10;

const folder = await mkdtemp(join(tmpdir(), 'vaktmester-bench-'));
try {
  await withOwner({ people, schools }, (url) => measure(url));
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function measure(url: string): Promise<void> {
  const portal = await openPortal(url, PORT);
  try {
    const origin = `http://127.0.0.1:${PORT}`;
    const ict = await visitorAt(origin, 'bruker8');
    const superadmin = await visitorAt(origin, 'bruker16', 'S9');
    const owner = await visitorAt(origin, 'bruker16', '');

    const { body } = await ict.send('POST /user/list');
    print(`one school's list: ${String(body['TotalItems'])} users in all`);

    const callers = [
      ['school ICT, one school', ict],
      ['superadmin at the same kind of school', superadmin],
      ['superadmin, whole owner', owner],
    ] as const;
    const times = await inTurns(callers.map(([, caller]) => caller));
    for (const [place, [name]] of callers.entries()) {
      const mine = times[place] ?? [];
      print(`${name}: one caller p50 ${ms(share(mine, 0.5))}, p95 ${ms(share(mine, 0.95))}`);
    }
    const ictAlone = share(times[0] ?? [], 0.95);
    print(`goal under ${GOAL_MS} ms at p95: ${ictAlone < GOAL_MS ? 'met' : 'missed'}`);
    const rounds: { portal: number; superadmin: number; control: number }[] = [];
    for (let round = 0; round < 3; round += 1) {
      rounds.push({
        portal: await throughput(origin, ict),
        superadmin: await throughput(origin, superadmin),
        control: await pgbench(url),
      });
    }
    const middle = (key: 'portal' | 'superadmin' | 'control') => median(rounds.map((round) => round[key]));
    const ratio = median(rounds.map(({ portal: own, control }) => own / control));
    print(`${CALLERS} callers: school ICT ${middle('portal')}/s, superadmin ${middle('superadmin')}/s`);
    print(`pgbench, same statement, ${CALLERS} clients: ${middle('control')}/s`);
    print(`ratio ${ratio.toFixed(2)} (goal 0.50: ${ratio >= 0.5 ? 'met' : 'missed'})`);
  } finally {
    await portal();
  }
}

/**
 * Milliseconds of 1,000 calls of each, one after the other and the callers by turns, after a warm-up of all: whoever is asked
 * first must not pay for the process being new.
 */
async function inTurns(callers: readonly Visitor[]): Promise<number[][]> {
  const times = callers.map((): number[] => []);
  for (let round = 0; round < 6; round += 1) {
    for (const [place, caller] of callers.entries()) {
      for (let i = 0; i < 200; i += 1) {
        const start = performance.now();
        const { status } = await caller.send('POST /user/list');
        if (status !== 200) throw new Error(`the list answered ${status}`);
        if (round > 0) times[place]?.push(performance.now() - start);
      }
    }
  }
  return times;
}

/** Requests per second at 32 callers. */
async function throughput(origin: string, caller: Visitor): Promise<number> {
  const script = join(folder, 'post.lua');
  const headers = Object.entries({ ...caller.headers(), 'content-type': 'application/json' })
    .map(([name, value]) => `wrk.headers[${JSON.stringify(name)}] = ${JSON.stringify(value)}`)
    .join('\n');
  await writeFile(script, `wrk.method = 'POST'\nwrk.body = '{}'\n${headers}\n`);
  const out = run('wrk', ['-t1', `-c${CALLERS}`, `-d${seconds}s`, '-s', script, `${origin}/api/user/list`]);
  const refused = /Non-2xx or 3xx responses: (\d+)/.exec(out);
  if (refused) throw new Error(`${refused[1]} calls were refused`);
  return Math.round(Number(/Requests\/sec:\s+([\d.]+)/.exec(out)?.[1]));
}

/** Transactions per second; a transaction is the page and the total. */
async function pgbench(url: string): Promise<number> {
  const script = join(folder, 'list.sql');
  await writeFile(script, await listStatement(url));
  const { port, hostname, username, password, pathname } = new URL(url);
  const args = [
    '-n',
    '-M',
    'prepared',
    '-c',
    String(CALLERS),
    '-j',
    '1',
    '-T',
    String(seconds),
    '-f',
    script,
  ];
  const where = ['-h', hostname, '-p', port, '-U', username, pathname.slice(1)];
  const out = run('pgbench', [...args, ...where], { PGPASSWORD: decodeURIComponent(password) });
  return Math.round(Number(/tps = ([\d.]+)/.exec(out)?.[1]));
}

function run(command: string, args: string[], env: Record<string, string> = {}): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    env: { ...process.env, ...env },
    encoding: 'utf8',
  });
  if (error || status !== 0) throw new Error(`${command}: ${error?.message ?? stderr}`);
  return stdout;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
