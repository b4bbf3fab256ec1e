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

interface Opened {
  /** What a test file is told of it: `postgres` of the provided context. */
  told: { url: string; template: string; failure?: string };
  close: () => Promise<void>;
}

/** Each project of a run loads this file for itself; what they share hangs on the process. */
const SHARED = Symbol.for('vaktmester: the server of a test run');
interface Shared {
  opening: Promise<Opened>;
  projects: number;
}

/** One real server for a whole test run, with the migrations applied once into a database the tests copy. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  // oxlint-disable-next-line no-unsafe-type-assertion -- set by this very file
  const known = Reflect.get(globalThis, SHARED) as Shared | undefined;
  const shared = known ?? { opening: open(), projects: 0 };
  Reflect.set(globalThis, SHARED, shared);
  shared.projects += 1;
  const { told, close } = await shared.opening;
  project.provide('postgres', told);
  return async () => {
    shared.projects -= 1;
    if (shared.projects > 0) return;
    Reflect.deleteProperty(globalThis, SHARED);
    await close();
  };
}

async function open(): Promise<Opened> {
  sweep();
  const folder = await mkdtemp(join(passingPlace(ROOM), `${PREFIX}${process.pid}-`));
  const server = await startPostgres({
    folder: join(folder, 'postgres'),
    settings: disposable,
    durable: false,
  });
  const close = async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  const told = { url: server.url('postgres'), template: TEMPLATE };
  try {
    await onServer(told.url, `create database ${TEMPLATE}`);
    await migrate(server.url(TEMPLATE));
    return { told, close };
  } catch (error) {
    // A broken migration fails the tests that want the schema, not those that do not.
    return { told: { ...told, failure: String(error) }, close };
  }
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
