/**
 * A server of its own with a seeded owner. Given `BENCH_KEEP=/a/folder`, the database stays there, and the next measurement
 * of as many people in as many schools takes it up again: a million people take minutes to seed.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Client } from 'pg';

import { migrate } from '#server/migrate.ts';
import { startPostgres } from '#server/postgres/embedded.ts';

import { print } from './figures.ts';
import { seedGroups, seedOwner } from './seed-owner.ts';

const SCHOOLS_WITH_GROUPS = 60;
const GROUPS_A_SCHOOL = 120;

interface Owner {
  people: number;
  schools: number;
}

export async function withOwner(
  { people, schools }: Owner,
  measure: (url: string, client: Client) => Promise<void>,
): Promise<void> {
  const kept = process.env['BENCH_KEEP'];
  const folder = kept
    ? join(kept, `${people}-${schools}`)
    : await mkdtemp(join(tmpdir(), 'vaktmester-bench-'));
  const server = await startPostgres({ folder: join(folder, 'postgres') });
  const client = new Client({ connectionString: server.url() });
  // Stopping the server breaks this connection as well; the error that led to the stop is the one to report.
  client.on('error', () => undefined);
  try {
    await migrate(server.url());
    await client.connect();
    const { rows } = await client.query('select from membership limit 1');
    if (rows.length === 0) {
      print(`seeding ${people} users in ${schools} schools`);
      await seedOwner(client, people, schools);
      await seedGroups(client, Math.min(schools, SCHOOLS_WITH_GROUPS), GROUPS_A_SCHOOL);
    }
    await measure(server.url(), client);
  } finally {
    await client.end().catch(() => undefined);
    await server.stop();
    if (!kept) await rm(folder, { recursive: true, force: true });
  }
}
