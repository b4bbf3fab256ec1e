import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { StartError } from '../start-error.ts';
import { type Account, giveTo } from './account.ts';
import { type Binaries, program } from './binaries.ts';
import { type Cluster, programEnvironment } from './cluster.ts';

const START_LIMIT_MS = 60_000;
const LOOK_EVERY_MS = 20;
const LARGEST_LOG = 10 * 1024 * 1024;

/** What `postmaster.pid` says about the server of a cluster; its lines are PostgreSQL's own, in this order. */
interface Postmaster {
  pid: number;
  port: number;
  /** `starting`, `ready`, `standby` or `stopping`. */
  state: string;
}

/** The cluster's server if it runs, waiting for one that is just starting or stopping. */
export async function findServer(data: string): Promise<Postmaster | undefined> {
  const limit = Date.now() + START_LIMIT_MS;
  for (let found = readPostmaster(data); found; found = readPostmaster(data)) {
    if (found.state === 'ready') return found;
    if (Date.now() > limit)
      throw new StartError(`The database in ${data} neither starts nor stops (process ${found.pid}).`);
    await delay(LOOK_EVERY_MS);
  }
  return undefined;
}

function readPostmaster(data: string): Postmaster | undefined {
  const file = join(data, 'postmaster.pid');
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  const pid = Number(lines[0]);
  if (!(pid > 0)) return undefined;
  if (isServer(pid)) return { pid, port: Number(lines[3]), state: lines[7]?.trim() ?? '' };
  // Left by a crash, and its number may be a stranger's by now: the server would refuse to start.
  rmSync(file, { force: true });
  return undefined;
}

function isServer(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false;
  }
  if (process.platform !== 'linux') return true;
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'postgres';
  } catch {
    return false;
  }
}

interface Start {
  folder: string;
  cluster: Cluster;
  binaries: Binaries;
  account: Account;
  settings: Readonly<Record<string, string>>;
}

/** Starts the server on the loopback address and waits until it takes connections. */
export async function runServer(start: Start, wantedPort?: number): Promise<Postmaster> {
  const { folder, cluster, binaries, account } = start;
  const port = wantedPort ?? (await freePort());
  const logFile = join(folder, 'server.log');
  const output = openLog(logFile, account);
  const from = statSync(logFile).size;
  const settings = Object.entries({ ...start.settings, port: String(port) });
  // In a process group of its own: Ctrl-C must reach the portal first, which drains and then stops the server.
  const server = spawn(
    program(binaries, 'postgres'),
    ['-D', cluster.data, ...settings.flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    { ...account, env: programEnvironment(), cwd: folder, detached: true, stdio: ['ignore', output, output] },
  );
  closeSync(output);
  const failed = new Promise<never>((_resolve, reject) => {
    const refuse = () =>
      reject(new StartError(`The database in ${cluster.data} does not start: ${reason(logFile, from)}`));
    server.once('error', refuse);
    server.once('exit', refuse);
  });
  const found = await Promise.race([whenReady(cluster.data, server), failed]);
  server.removeAllListeners();
  server.unref();
  return found;
}

async function whenReady(data: string, server: ChildProcess): Promise<Postmaster> {
  const limit = Date.now() + START_LIMIT_MS;
  while (Date.now() < limit && server.exitCode === null) {
    const found = readPostmaster(data);
    if (found?.pid === server.pid && found?.state === 'ready') return found;
    await delay(LOOK_EVERY_MS);
  }
  server.kill('SIGINT');
  throw new StartError(
    `The database in ${data} did not take connections within ${START_LIMIT_MS / 1000} seconds.`,
  );
}

/** A file, not a pipe: the server outlives a killed portal, and must not lose its voice then. */
function openLog(file: string, account: Account): number {
  if (existsSync(file) && statSync(file).size > LARGEST_LOG) renameSync(file, `${file}.1`);
  const descriptor = openSync(file, 'a', 0o600);
  giveTo(account, file);
  return descriptor;
}

/** The server's own last word, without its time stamp. */
function reason(logFile: string, from: number): string {
  const lines = readFileSync(logFile).subarray(from).toString('utf8').trim().split('\n');
  const told = lines.findLast((line) => /(FATAL|PANIC):/.test(line)) ?? lines.at(-1) ?? '';
  const text = told.replace(/^.*?(?:FATAL|PANIC):\s*/, '');
  return `${text || 'it gave no reason'} (see ${logFile})`;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
