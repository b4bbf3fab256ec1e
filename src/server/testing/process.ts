import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../..');

/** A real process of the portal, with what it has said so far. */
export interface PortalProcess {
  process: ChildProcess;
  output: () => string;
  errors: () => string;
  /** Resolves with the address when the portal is open; fails when it ends first. */
  open: () => Promise<string>;
  /** Resolves with the exit code, or the signal that ended it. */
  end: () => Promise<number | NodeJS.Signals>;
}

/** Runs `file` (the portal itself unless named) on this Node with nothing in its environment but `environment`. */
export function runProcess(
  environment: Record<string, string> = {},
  parameters: readonly string[] = [],
  file = 'src/server/main.ts',
): PortalProcess {
  const child = spawn(process.execPath, [file, ...parameters], {
    cwd: root,
    env: { PATH: process.env['PATH'], METRICS_PORT: 'off', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [output, errors] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));

  const ended = new Promise<number | NodeJS.Signals>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve(code ?? signal ?? 'SIGKILL'));
  });
  const opened = new Promise<string>((resolve, reject) => {
    child.stdout.on('data', () => {
      const address = /open at (\S+)\n/.exec(output)?.[1];
      if (address !== undefined) resolve(address);
    });
    void ended.then((how) => reject(new Error(`The portal ended (${how}): ${errors}${output}`)));
  });
  opened.catch(() => {}); // only of interest to those who wait for it
  return {
    process: child,
    output: () => output,
    errors: () => errors,
    open: () => opened,
    end: () => ended,
  };
}
