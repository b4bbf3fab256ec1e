/**
 * The portals of a run of end-to-end tests, one for each of the workers that run test files side by side: the real
 * process with the demo municipality, in a data folder of its own, started when the worker's first test asks for it and
 * ended with the run. A test that moves the clock or imports a file disturbs nobody then. `npm test` builds the browser
 * program before it.
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
    /** Answers `?worker=` with the worker's own {@link OpenPortal}, once it is open; `/parts` with the address of the parts. */
    portalStarter: string;
  }
}

export interface OpenPortal {
  address: string;
  /** What the portal keeps its data in; commands of the operator are run on the same. */
  dataFolder: string;
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'vaktmester-e2e-'));
  const portals = new Map<string, PortalProcess>();
  const start = async (worker: string): Promise<OpenPortal> => {
    const dataFolder = join(folder, worker);
    const portal =
      portals.get(worker) ??
      // Many sign-ins in a short time, all from one address: what the limits are there to stop.
      runProcess({ VAKTMESTER_DATA: dataFolder, PORT: '0', RATE_LIMITS: 'false' });
    portals.set(worker, portal);
    return { address: await portal.open(), dataFolder };
  };
  const endNow = () => portals.forEach((portal) => portal.process.kill('SIGKILL'));
  process.once('exit', endNow);

  // List, form and card by themselves: built once, by whichever file asks first.
  let parts: Promise<{ url: string; close: () => Promise<void> }> | undefined;
  const openParts = async (): Promise<string> => {
    parts ??= import('../parts/serve.ts').then(({ serveParts }) => serveParts());
    return (await parts).url;
  };

  const starter = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const asked =
      pathname === '/parts'
        ? openParts()
        : start(searchParams.get('worker') ?? '1').then((open) => JSON.stringify(open));
    asked.then(
      (text) => response.end(text),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => starter.listen(0, '127.0.0.1', resolve));
  // oxlint-disable-next-line no-unsafe-type-assertion -- it listens on a port
  project.provide('portalStarter', `http://127.0.0.1:${(starter.address() as AddressInfo).port}`);

  return async () => {
    starter.close();
    await parts?.then(({ close }) => close());
    await Promise.all(
      [...portals.values()].map((portal) => {
        portal.process.kill('SIGTERM');
        return portal.end();
      }),
    );
    process.removeListener('exit', endNow);
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  };
}
