/**
 * What a run of end-to-end tests has in common: portals to test in, and list, form and card by themselves. Test files ask
 * for them by HTTP, since each runs in a process of its own. `npm test` builds the browser program before it.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { TestProject } from 'vitest/node';

import { type Door, openDoor } from './doors.ts';
import { type OpenPortal, openPortals } from './portals.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * Answers `/portal?of=…` with an {@link OpenPortal} nobody else has, at an address that is always the same for that
     * worker; `/end?of=…` ends it; `/parts` answers the address of the parts.
     */
    portalStarter: string;
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'vaktmester-e2e-'));
  const portals = openPortals(project.getProvidedContext().postgres.url, folder);
  // Where other tests run first, nobody need wait for the municipality to be made.
  if (project.name === 'e2e' && process.env['PORTAL_AHEAD'] === 'true') portals.makeReady();

  // List, form and card by themselves: built once, by whichever file asks first.
  let parts: Promise<{ url: string; close: () => Promise<void> }> | undefined;
  const openParts = async (): Promise<string> => {
    parts ??= import('../parts/serve.ts').then(({ serveParts }) => serveParts());
    return (await parts).url;
  };

  /** By worker: the portal it has, and the door it is reached by. */
  const taken = new Map<string, OpenPortal>();
  const doors = new Map<string, Door>();
  const answers: Record<string, (worker: string) => Promise<string>> = {
    '/parts': openParts,
    '/portal': async (worker) => {
      const [portal, door] = await Promise.all([portals.take(), doors.get(worker) ?? openDoor()]);
      doors.set(worker, door);
      taken.set(worker, portal);
      door.leadTo(portal.address);
      return JSON.stringify({ ...portal, address: door.address });
    },
    '/end': async (worker) => {
      const portal = taken.get(worker);
      doors.get(worker)?.leadTo(undefined);
      if (portal) await portals.giveBack(portal);
      return '';
    },
  };
  const starter = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const answer = answers[pathname]?.(searchParams.get('of') ?? '');
    (answer ?? Promise.reject(new Error(`Nothing is at ${pathname}`))).then(
      (text) => response.end(text),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => starter.listen(0, '127.0.0.1', resolve));
  // oxlint-disable-next-line no-unsafe-type-assertion -- it listens on a port
  project.provide('portalStarter', `http://127.0.0.1:${(starter.address() as AddressInfo).port}`);

  return async () => {
    starter.close();
    doors.forEach((door) => door.close());
    await parts?.then(({ close }) => close());
    await portals.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  };
}
