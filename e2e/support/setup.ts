/**
 * The portal of a run of end-to-end tests: the real process with the demo municipality, in a data folder of its own,
 * started when the first test asks for it and ended with the run. `npm test` builds the browser program before it.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { TestProject } from 'vitest/node';

import { type PortalProcess, runProcess } from '../../src/server/testing/process.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Answers with the portal's address once it is open. */
    portalStarter: string;
    /** What the portal keeps its data in; commands of the operator are run on the same. */
    dataFolder: string;
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'vaktmester-e2e-'));
  let portal: PortalProcess | undefined;
  const start = (): Promise<string> => {
    // Many sign-ins in a short time, all from one address: what the limits are there to stop.
    portal ??= runProcess({ VAKTMESTER_DATA: folder, PORT: '0', RATE_LIMITS: 'false' });
    return portal.open();
  };
  const endNow = () => portal?.process.kill('SIGKILL');
  process.once('exit', endNow);

  project.provide('dataFolder', folder);

  const starter = createServer((_, response) => {
    start().then(
      (address) => response.end(address),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => starter.listen(0, '127.0.0.1', resolve));
  // oxlint-disable-next-line no-unsafe-type-assertion -- it listens on a port
  project.provide('portalStarter', `http://127.0.0.1:${(starter.address() as AddressInfo).port}`);

  return async () => {
    starter.close();
    portal?.process.kill('SIGTERM');
    await portal?.end();
    process.removeListener('exit', endNow);
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  };
}
