/**
 * The user list of a whole owner as CSV and XLSX, through the real HTTP path, and the portal's memory beside it. The
 * control reads the same columns of the same rows by a cursor in the same run. `node bench/export.ts [people] [schools]`.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Client } from 'pg';

import { openVisitor } from '#server/testing/visitor.ts';

import { load, print } from './figures.ts';
import { withOwner } from './owner.ts';
import { processorMs } from './processor.ts';
import { PASSWORD } from './seed-owner.ts';

const people = Number(process.argv[2] ?? 100_000);
const schools = Number(process.argv[3] ?? 300);
const PORT = 3_979;
const GOALS = { csv: 150_000, xlsx: 60_000 };
const ROUNDS = 3;

await withOwner({ people, schools }, async (url, client) => {
  print(`${people} users in ${schools} schools; load ${load()}`);
  await measure(url, client);
});

async function measure(url: string, client: Client): Promise<void> {
  const portal = spawn(process.execPath, [join(import.meta.dirname, '../src/server/main.ts')], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      DATABASE_URL: url,
      ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
      PORT: String(PORT),
      RATE_LIMITS: 'false',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => portal.once('exit', resolve));
  try {
    await new Promise((resolve) => portal.stdout.once('data', resolve));
    const visitor = openVisitor(() => `http://127.0.0.1:${PORT}`);
    await visitor.signIn('bruker16', PASSWORD);
    await visitor.switchSchool('');
    await visitor.send('POST /user/list');
    const rest = memoryOf(portal.pid);
    for (const format of ['csv', 'xlsx'] as const) {
      for (let round = 0; round < ROUNDS; round += 1) {
        const control = await perSecond(() => readRows(client));
        let peak = rest;
        const watch = setInterval(() => (peak = Math.max(peak, memoryOf(portal.pid))), 50);
        const before = processorMs(portal.pid);
        const rows = await perSecond(() => download(visitor.headers(), format));
        clearInterval(watch);
        const used = (processorMs(portal.pid) - before) / 1_000;
        print(
          `${format}: ${rows} rows/s (goal ${GOALS[format]}), the same rows by SQL ${control}/s, ` +
            `${Math.round((peak - rest) / 1_024)} MB above rest, ${used.toFixed(1)} s of the portal's processor; load ${load()}`,
        );
      }
    }
  } finally {
    portal.kill('SIGTERM');
    await ended;
  }
}

async function perSecond(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return Math.round((people / (performance.now() - began)) * 1_000);
}

async function download(headers: Record<string, string>, format: string): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${PORT}/api/user/list/download?format=${format}&language=nb`, {
    headers: { ...headers, 'accept-encoding': 'identity' },
  });
  if (answer.status !== 200 || !answer.body) throw new Error(`the download answered ${answer.status}`);
  for await (const _ of answer.body);
}

async function readRows(client: Client): Promise<void> {
  await client.query('begin');
  await client.query(`declare control no scroll cursor for
    select u.user_name, u.first_name, u.last_name, u.email, u.role, s.class_name, s.grade, p.name, u.created_at
      from users u left join school p on p.id = u.primary_school_id
      left join school_user s on s.user_id = u.id and s.school_id = u.primary_school_id
     order by u.sort_name, u.id`);
  for (;;) {
    const { rowCount } = await client.query('fetch 1000 from control');
    if (rowCount !== 1_000) break;
  }
  await client.query('rollback');
}

/** Kilobytes of the process that stay in memory. */
function memoryOf(pid: number | undefined): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]);
}
