import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Server } from 'node:http';

import { collectDefaultMetrics, Gauge, Histogram, Registry } from '@prometheus-io/client';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Pool } from 'pg';

import type { Config } from './config.ts';
import type { Db } from './db.ts';
import { dueJobs } from './jobs/due.ts';
import type { Lifecycle } from './lifecycle.ts';
import { log } from './log.ts';
import { portError } from './ports.ts';
import { readFigures } from './reconcile/figures.ts';

/** Fastify tells here of every request that reached a route. */
const HANDLED = 'tracing:fastify.request.handler:start';
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Opens the metrics on a port of their own, away from the one the world reaches. */
export async function openMetrics(
  { metricsPort, metricsHost }: Pick<Config, 'metricsPort' | 'metricsHost'>,
  { pools, db }: { pools: Readonly<Record<string, Pool>>; db: Db },
  lifecycle: Lifecycle,
): Promise<void> {
  if (metricsPort === undefined) return;
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  lifecycle.onStop('request metrics', measureRequests(registry));
  measurePools(registry, pools);
  measureJobs(registry, db);
  measureDirectory(registry, db);
  measureRemovals(registry, db);

  // As an import it would bring Node's own client with it, a twentieth of the time a start takes.
  const { createServer } = process.getBuiltinModule('node:http');
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      (error: unknown) => {
        log.error(error, 'The metrics could not be read');
        response.writeHead(500).end();
      },
    );
  });
  await listen(server, metricsPort, metricsHost);
  lifecycle.onStop('metrics', () => {
    server.close();
    server.closeAllConnections();
  });
}

interface Handled {
  request: FastifyRequest;
  reply: FastifyReply;
}

/** By route, not by address: an address may hold a name, and their number has no end. */
function measureRequests(registry: Registry): () => void {
  const duration = new Histogram({
    name: 'vaktmester_http_request_duration_seconds',
    help: 'Time from the first byte of a request to the last of its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers: [registry],
  });
  const onHandled = (message: unknown) => {
    // oxlint-disable-next-line no-unsafe-type-assertion -- the channel's documented message
    const { request, reply } = message as Handled;
    const { method } = request;
    const route = request.routeOptions.url ?? 'none';
    reply.raw.once('finish', () => {
      duration.observe({ method, route, status: String(reply.statusCode) }, reply.elapsedTime / 1000);
    });
  };
  subscribe(HANDLED, onHandled);
  return () => void unsubscribe(HANDLED, onHandled);
}

function measurePools(registry: Registry, pools: Readonly<Record<string, Pool>>): void {
  const gauge = new Gauge({
    name: 'vaktmester_database_connections',
    help: 'Connections to the database, and callers waiting for one',
    labelNames: ['pool', 'state'],
    registers: [registry],
    collect: () => {
      for (const [pool, { totalCount, idleCount, waitingCount }] of Object.entries(pools)) {
        gauge.set({ pool, state: 'used' }, totalCount - idleCount);
        gauge.set({ pool, state: 'idle' }, idleCount);
        gauge.set({ pool, state: 'waiting' }, waitingCount);
      }
    },
  });
}

/** Asked of the database when somebody asks for the metrics; while it is away the figures are left out. */
function measureJobs(registry: Registry, db: Db): void {
  const measure = (name: string, help: string, figure: 'due' | 'waitedS') => {
    const gauge = new Gauge({
      name,
      help,
      labelNames: ['job'],
      registers: [registry],
      collect: async () => {
        gauge.reset();
        const jobs = await dueJobs(db).catch((error: unknown) => {
          log.debug(error, 'The due jobs could not be counted');
          return [];
        });
        for (const job of jobs) gauge.set({ job: job.name }, job[figure]);
      },
    });
  };
  measure('vaktmester_jobs_due', 'Background jobs that are due and not begun', 'due');
  measure(
    'vaktmester_jobs_waited_seconds',
    'How long the job that has waited longest has been due',
    'waitedS',
  );
}

/** Left out while the database is away, as the jobs are. */
function measureDirectory(registry: Registry, db: Db): void {
  const gauge = new Gauge({
    name: 'vaktmester_directory_entries',
    help: 'Entries that are on their way to the directory, tried again or set aside, and differences found in it',
    labelNames: ['state'],
    registers: [registry],
    collect: async () => {
      gauge.reset();
      const figures = await readFigures(db).catch((error: unknown) => {
        log.debug(error, 'The entries of the directory could not be counted');
        return {};
      });
      for (const [state, count] of Object.entries(figures)) gauge.set({ state }, Number(count));
    },
  });
}

/** Of accounts deleted for good, while no connected system deletes them. */
function measureRemovals(registry: Registry, db: Db): void {
  const gauge = new Gauge({
    name: 'vaktmester_account_removals_waiting',
    help: 'Accounts deleted for good whose mail and files nothing has deleted yet',
    registers: [registry],
    collect: async () => {
      const { rows } = await sql<{ waiting: number }>`
        select count(*)::int as waiting from account_removal where executed_at is null`
        .execute(db)
        .catch((error: unknown) => {
          log.debug(error, 'The waiting removals could not be counted');
          return { rows: [] };
        });
      if (rows[0]) gauge.set(rows[0].waiting);
    },
  });
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(portError('METRICS_PORT', port, host, error)));
    server.listen(port, host, resolve);
  });
}
