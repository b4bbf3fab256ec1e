import { existsSync, readFileSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';

import type { TestProject } from 'vitest/node';

import { abandoned, isAlive, passingPlace } from '#connectors/testing/passing-folder.ts';

import { migrate } from '../migrate.ts';
import { startPostgres } from '../postgres/embedded.ts';
import { disposable } from '../postgres/settings.ts';
import { onServer } from './server-address.ts';

const TEMPLATE = 'template_vaktmester';
const PREFIX = 'vaktmester-test-';
/** Of the databases of a whole run, with a good deal to spare, in gibibytes. */
const ROOM = 4;

/** One real server for a whole test run, with the migrations applied once into a database the tests copy. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  sweep();
  const folder = await mkdtemp(join(passingPlace(ROOM), `${PREFIX}${process.pid}-`));
  const server = await startPostgres({
    folder: join(folder, 'postgres'),
    settings: disposable,
    durable: false,
  });
  const stop = async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  const url = server.url('postgres');
  try {
    await onServer(url, `create database ${TEMPLATE}`);
    await migrate(server.url(TEMPLATE));
    project.provide('postgres', { url, template: TEMPLATE });
  } catch (error) {
    // A broken migration fails the tests that want the schema, not those that do not.
    project.provide('postgres', { url, template: TEMPLATE, failure: String(error) });
  }
  return stop;
}

/** Ends what a killed test run of ours left behind: its server runs on, for nobody. */
function sweep(): void {
  for (const folder of abandoned(PREFIX)) {
    const pidFile = join(folder, 'postgres', 'data', 'postmaster.pid');
    const server = existsSync(pidFile) ? Number(readFileSync(pidFile, 'utf8').split('\n')[0]) : 0;
    if (server > 0 && isAlive(server)) process.kill(server, 'SIGQUIT');
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
