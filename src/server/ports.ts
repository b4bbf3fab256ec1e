import { createServer } from 'node:net';

import { StartError } from './start-error.ts';

/** Finds out before anything is started: a second portal on the same port must leave the first one's data alone. */
export function requireFreePort(setting: string, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error) => reject(portError(setting, port, host, error)));
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
}

/** Why a server cannot listen, in the operator's words. */
export function portError(setting: string, port: number, host: string, error: unknown): StartError {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const why: Partial<Record<string, string>> = {
    EADDRINUSE: `Port ${port} on ${host} is in use by another program: stop it, or choose another ${setting}.`,
    EACCES: `Port ${port} on ${host} needs rights this account lacks: choose a ${setting} from 1024.`,
    EADDRNOTAVAIL: `The address ${host} is not one of this machine's.`,
    ENOTFOUND: `The address ${host} is not known.`,
  };
  const said = error instanceof Error ? error.message : String(error);
  return new StartError(why[String(code)] ?? `Cannot listen on ${host}:${port}: ${said}`, 1, {
    cause: error,
  });
}
