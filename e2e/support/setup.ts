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

import { type OpenPortal, openPortals } from './portals.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Answers `/portal` with an {@link OpenPortal} nobody else has, `/end` ends it; `/parts` with the address of the parts. */
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

  const taken = new Map<string, OpenPortal>();
  const answers: Record<string, (address: string) => Promise<string>> = {
    '/parts': openParts,
    '/portal': async () => {
      const portal = await portals.take();
      taken.set(portal.address, portal);
      return JSON.stringify(portal);
    },
    '/end': async (address) => {
      const portal = taken.get(address);
      if (portal) await portals.giveBack(portal);
      return '';
    },
  };
  const starter = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const answer = answers[pathname]?.(searchParams.get('address') ?? '');
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
    await parts?.then(({ close }) => close());
    await portals.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  };
}
