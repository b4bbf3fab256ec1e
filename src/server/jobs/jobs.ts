/**
 * The background jobs of the house, on pg-boss in the portal's own database: whichever node is free takes a job, and
 * a node that dies loses its jobs to the others within seconds. Schedules follow Norwegian time.
 */
import { PgBoss } from 'pg-boss';

import { ZONE } from '#kernel/dates.ts';
import type { Lifecycle } from '#server/lifecycle.ts';
import { log } from '#server/log.ts';
import { marked } from '#server/marks.ts';

import type { Deps, ScheduledJob } from './schedule.ts';

const CONNECTIONS = 3;
const STOP_MS = 10_000;

/** Taken over by another node so many seconds after its own fell silent; the library's least. */
const HEARTBEAT_S = 10;
const queue = { notify: true, heartbeatSeconds: HEARTBEAT_S, retryLimit: 3, retryBackoff: true } as const;
const worker = {
  pollingIntervalSeconds: 2,
  notifyPollingIntervalSeconds: 2,
  burstWhenBatchFull: true,
} as const;

export async function openJobs(
  { url, ...deps }: Deps & { url: string },
  scheduled: readonly ScheduledJob[],
  lifecycle: Lifecycle,
): Promise<PgBoss> {
  const boss = new PgBoss({
    connectionString: url,
    application_name: 'vaktmester jobs',
    max: CONNECTIONS,
    useListenNotify: true,
    // Half a minute is as far as a schedule may lag; the default passes are made for busy queues.
    cronMonitorIntervalSeconds: 30,
  });
  let isStopping = false;
  // It goes on by itself when the database is back.
  boss.on('error', (error) => {
    log[isStopping ? 'debug' : 'warn']({ error: error.message }, 'The job queue reports an error');
  });
  boss.on('warning', ({ message }) => log.debug({ message }, 'The job queue warns'));
  lifecycle.onStop('jobs', () => {
    isStopping = true;
    return boss.stop({ graceful: true, timeout: STOP_MS });
  });
  await boss.start();
  for (const job of scheduled) await follow(boss, deps, job);
  await forgetOthers(boss, scheduled);
  return boss;
}

async function follow(boss: PgBoss, deps: Deps, { name, cron, run }: ScheduledJob): Promise<void> {
  await boss.createQueue(name, queue);
  await boss.work(name, worker, async () => {
    const started = performance.now();
    await marked(deps.db, `job/${name}`, () => run(deps));
    log.info({ job: name, ms: Math.round(performance.now() - started) }, 'A job is done');
  });
  // What came due while no portal ran is made up for once.
  await boss.schedule(name, cron, null, { tz: ZONE, missed: 'once' });
}

/** A job of an older version must not go on filling a queue that nobody works on. */
async function forgetOthers(boss: PgBoss, scheduled: readonly ScheduledJob[]): Promise<void> {
  const known = new Set(scheduled.map(({ name }) => name));
  for (const { name } of await boss.getSchedules()) if (!known.has(name)) await boss.unschedule(name);
}
