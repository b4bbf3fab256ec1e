/**
 * Keeps Squid running: started anew at once when it has ended, whatever ended it, and left alone when only the point
 * was. A Squid that an earlier point left running is taken over with everybody's connections.
 */
import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chownSync, closeSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';

import { z } from 'zod';

import type { Voice } from '../point/engine.ts';
import type { Account } from './door.ts';

const run = promisify(execFile);

export interface SquidOptions {
  program: string;
  /** Squid's configuration, written into the folder. */
  configuration: string;
  folder: string;
  /** Whom it runs as; undefined = as the point itself. */
  account: Account | undefined;
  say: Voice;
}

export interface Supervised {
  /** How often it had to be started anew. */
  restarts: () => number;
  pid: () => number | undefined;
  /** Ends Squid. */
  stop: () => Promise<void>;
  /** Leaves it running, for the point that comes after. */
  leave: () => void;
}

const LOOK_MS = 50;
const STOP_MS = 5_000;
/** It ran for less than this: the next start waits a little. */
const SHORT_RUN_MS = 2_000;
const PAUSE_MS = 1_000;

/** Why Squid does not take this configuration; undefined when it does. */
export async function whyNotTaken(program: string, file: string): Promise<string | undefined> {
  try {
    await run(program, ['-k', 'parse', '-f', file], { timeout: 20_000 });
    return undefined;
  } catch (error) {
    const said = error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error);
    const lines = said.split('\n').filter((line) => /FATAL|ERROR|Bungled/.test(line));
    return (lines.length > 0 ? lines : said.split('\n')).slice(0, 3).join(' ').slice(0, 500);
  }
}

export function superviseSquid({ program, configuration, folder, account, say }: SquidOptions): Supervised {
  const file = join(folder, 'squid.conf');
  const note = join(folder, 'squid.pid');
  const output = join(folder, 'squid.out');
  const print = createHash('sha256').update(configuration).digest('hex');
  const ending = new AbortController();
  let restarts = 0;
  let current: number | undefined;

  writeFileSync(file, configuration, { mode: 0o640 });
  if (account) chownSync(file, 0, account.gid);

  function start(): number | undefined {
    // Not tied to this process: it outlives a point that is killed.
    const words = openSync(output, 'w');
    const child = spawn(program, ['-N', '-f', file], {
      detached: true,
      stdio: ['ignore', words, words],
      cwd: folder,
      ...(account && { uid: account.uid, gid: account.gid }),
    });
    child.once('error', (error) => say('error', `Squid cannot be started: ${error.message}`));
    child.unref();
    closeSync(words);
    if (child.pid === undefined) return undefined;
    writeFileSync(note, JSON.stringify({ pid: child.pid, born: birthOf(child.pid), print }));
    return child.pid;
  }

  /** The Squid of an earlier point, when it is the same; one with another configuration is ended. */
  async function takeOver(): Promise<number | undefined> {
    const left = readNote(note);
    if (!left || birthOf(left.pid) !== left.born) return undefined;
    if (left.print === print) {
      say('info', 'Takes over the Squid that is running');
      return left.pid;
    }
    await end(left.pid);
    return undefined;
  }

  async function watch(): Promise<void> {
    current = await takeOver();
    while (!ending.signal.aborted) {
      const started = performance.now();
      current ??= start();
      if (current !== undefined) await hasEnded(current, ending.signal);
      if (ending.signal.aborted) return;
      current = undefined;
      restarts += 1;
      const isShort = performance.now() - started < SHORT_RUN_MS;
      say('error', `Squid has ended: starting it anew${isShort ? `. ${lastWords(output)}` : ''}`);
      if (isShort) await delay(PAUSE_MS);
    }
  }

  const watching = watch();
  return {
    restarts: () => restarts,
    pid: () => current,
    async stop() {
      ending.abort();
      await watching;
      if (current !== undefined) await end(current);
      rmSync(note, { force: true });
    },
    leave: () => ending.abort(),
  };
}

const Note = z.object({ pid: z.number(), born: z.string().optional(), print: z.string() });

function readNote(file: string): z.output<typeof Note> | undefined {
  try {
    return Note.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return undefined;
  }
}

/** What it said before its log was open. */
function lastWords(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim().split('\n').slice(-3).join(' ').slice(0, 300);
  } catch {
    return '';
  }
}

/** When a process was started, by the system's count: its number alone may be another's by now. */
function birthOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return state === 'Z' || state === 'X' ? undefined : fields[18];
  } catch {
    return undefined;
  }
}

/** When that very process has, or nobody waits any more. */
async function hasEnded(pid: number, signal: AbortSignal): Promise<void> {
  const born = birthOf(pid);
  if (born === undefined) return;
  while (!signal.aborted && birthOf(pid) === born) await delay(LOOK_MS);
}

async function end(pid: number): Promise<void> {
  const born = birthOf(pid);
  if (born === undefined) return;
  process.kill(pid, 'SIGTERM');
  await hasEnded(pid, AbortSignal.timeout(STOP_MS));
  if (birthOf(pid) === born) process.kill(pid, 'SIGKILL');
}
