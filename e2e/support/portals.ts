/**
 * Portals to test in, each with a demo municipality nobody has touched. The demo is made once for a run, by the real
 * process at its first start, and left until the directory has everything; each test file then has a portal on a copy
 * of that database. What a story changes, the stories of other files never meet, in whatever order they run. The portals
 * on copies share a process (`host.ts`): a start of its own for each took a sixth of the whole run.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { Client } from 'pg';

import { runProcess } from '../../src/server/testing/process.ts';
import { addressOf, onServer } from '../../src/server/testing/server-address.ts';
import type { Done, Wish } from './host.ts';

export interface Portals {
  /** Makes the first one ready without being asked for it. */
  makeReady: () => void;
  /** A portal of the caller's own. The next one is made ready meanwhile. */
  take: () => Promise<OpenPortal>;
  /** Ends a portal that was taken, and drops what it had. */
  giveBack: (portal: OpenPortal) => Promise<void>;
  /** Ends all of them. */
  close: () => Promise<void>;
}

export interface OpenPortal {
  address: string;
  /** What the portal keeps its files in. */
  dataFolder: string;
  /** The settings it runs with, for a command of the operator on the same. */
  environment: Record<string, string>;
}

const KEY = Buffer.alloc(32, 'e2e').toString('base64');
const LOOK_EVERY_MS = 100;

/** `server`: the address of a database on the run's server. */
export function openPortals(server: string, folder: string): Portals {
  const host = openHost();
  // Another project of the run may have portals of its own on the same server.
  const own = `demo_${randomBytes(4).toString('hex')}`;
  const modelName = `${own}_model`;
  const running = new Map<string, OpenPortal>();

  async function environmentOf(database: string): Promise<Record<string, string>> {
    const dataFolder = join(folder, database);
    await mkdir(dataFolder, { recursive: true });
    return {
      VAKTMESTER_DATA: dataFolder,
      DATABASE_URL: addressOf(server, database),
      ENCRYPTION_KEY: KEY,
      DEMO: 'true',
    };
  }

  async function start(database: string): Promise<OpenPortal> {
    const environment = await environmentOf(database);
    // Many sign-ins in a short time, all from one address: what the limits are there to stop.
    const settings = { ...environment, PORT: '0', METRICS_PORT: 'off', RATE_LIMITS: 'false' };
    const { port } = await host.ask({ act: 'open', name: database, environment: settings });
    const address = `http://localhost:${port}`;
    const portal = { address, dataFolder: join(folder, database), environment };
    running.set(database, portal);
    return portal;
  }

  async function giveBack({ dataFolder, environment }: OpenPortal): Promise<void> {
    const database = new URL(environment['DATABASE_URL'] ?? '').pathname.slice(1);
    await host.ask({ act: 'close', name: database });
    running.delete(database);
    await onServer(server, `drop database ${database} with (force)`);
    await rm(dataFolder, { recursive: true, force: true, maxRetries: 5 });
  }

  let model: Promise<void> | undefined;
  let made = 0;
  async function prepare(): Promise<OpenPortal> {
    model ??= makeModel();
    await model;
    made += 1;
    const database = `${own}_${made}`;
    await onServer(server, `create database ${database} template ${modelName} strategy file_copy`);
    return start(database);
  }

  async function makeModel(): Promise<void> {
    await onServer(server, `create database ${modelName}`);
    const portal = runProcess({ ...(await environmentOf(modelName)), PORT: '0' });
    const endNow = () => portal.process.kill('SIGKILL');
    process.once('exit', endNow);
    await portal.open();
    await untilAtRest(addressOf(server, modelName));
    portal.process.kill('SIGTERM');
    await portal.end();
    process.removeListener('exit', endNow);
    // The run's server does not gather statistics by itself.
    await onServer(addressOf(server, modelName), 'vacuum analyze');
  }

  let next: Promise<OpenPortal> | undefined;
  const makeReady = (): void => {
    next = prepare();
    next.catch(() => {}); // whoever takes it is told
  };
  return {
    makeReady,
    take: async () => {
      const taken = next ?? prepare();
      makeReady();
      return taken;
    },
    giveBack,
    close: async () => {
      await next?.then(giveBack, () => {});
      await Promise.all([...running.values()].map(giveBack));
      host.end();
    },
  };
}

interface Host {
  /** Rejects with what the portal said when it could not. */
  ask: (wish: Wish) => Promise<Done>;
  end: () => void;
}

/** The process the portals run in; it goes when this one does. */
function openHost(): Host {
  let child: ChildProcess | undefined;
  const waiting = new Map<string, { resolve: (done: Done) => void; reject: (error: Error) => void }>();

  function begin(): ChildProcess {
    const begun = fork(join(import.meta.dirname, 'host.ts'), {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    begun.on('message', (done: Done) => {
      const asked = waiting.get(done.name);
      waiting.delete(done.name);
      if (done.error === undefined) asked?.resolve(done);
      else asked?.reject(new Error(done.error));
    });
    begun.on('exit', (code, signal) => {
      child = undefined;
      for (const { reject } of waiting.values()) reject(new Error(`The portals ended: ${signal ?? code}`));
      waiting.clear();
    });
    return begun;
  }

  return {
    ask: (wish) =>
      new Promise((resolve, reject) => {
        child ??= begin();
        waiting.set(wish.name, { resolve, reject });
        child.send(wish);
      }),
    end: () => child?.disconnect(),
  };
}

/**
 * Everything the demo's start set going has been done: each account and group stands in the simulated directory, has been
 * gone through there, and what was written has been read back. What is left to do, each copy would do anew.
 */
async function untilAtRest(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    for (;;) {
      const { rows } = await client.query<{ at_rest: boolean }>(`
        select not exists (select from directory.mark)
           and not exists (select from directory.due where stopped_at is null and error is null)
           and exists (select from directory.object)
           and exists (
             select from directory.state
              where swept_at is not null and sweep_asked_at is null and sweep_until is null
                and seen_through = (select max(usn)::text from simulated_directory.object)
           ) as at_rest`);
      if (rows[0]?.at_rest) return;
      await delay(LOOK_EVERY_MS);
    }
  } finally {
    await client.end();
  }
}
