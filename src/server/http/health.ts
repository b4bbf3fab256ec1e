/**
 * For whatever watches over the portal: `/api/health` says that the process answers, `/api/ready` that it can do its
 * work: the database answers, its schema is this version's, and some node looks after the queue of the jobs.
 */
import { readdir } from 'node:fs/promises';

import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';

import type { Db } from '#server/db.ts';
import { areJobsAlive } from '#server/jobs/due.ts';
import { log } from '#server/log.ts';
import { migrationsFolder } from '#server/migrate.ts';

interface Readiness {
  database: boolean;
  migrations: boolean;
  jobs: boolean;
}

export function serveHealth(app: FastifyInstance, db: Db): void {
  app.get('/api/health', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    return { status: 'ok' };
  });

  app.get('/api/ready', async (_request, reply) => {
    const checks = await readiness(db);
    const isReady = Object.values(checks).every(Boolean);
    reply.header('cache-control', 'no-store').status(isReady ? 200 : 503);
    return { status: isReady ? 'ok' : 'not ready', checks };
  });
}

async function readiness(db: Db): Promise<Readiness> {
  try {
    const files = (await readdir(migrationsFolder)).filter((name) => name.endsWith('.sql'));
    const { rows } = await sql<{ applied: number }>`
      select count(*)::int as applied from migration where name = any(${files})`.execute(db);
    return {
      database: true,
      migrations: rows[0]?.applied === files.length,
      jobs: await areJobsAlive(db),
    };
  } catch (error) {
    log.warn({ error: error instanceof Error ? error.message : String(error) }, 'Not ready');
    return { database: false, migrations: false, jobs: false };
  }
}
