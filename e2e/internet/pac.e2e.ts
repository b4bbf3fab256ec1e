/** The PAC file in a real browser, which asks it of every address and goes by its machine's clock. */
import { existsSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { networkInterfaces } from 'node:os';
import { delimiter, join } from 'node:path';

import { type Browser, type BrowserContext, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { shutByAddress } from '../../src/connectors/web-filter/by-address.ts';
import { pacOf } from '../../src/connectors/web-filter/pac.ts';
import type { WireLease } from '../../src/connectors/web-filter/protocol/messages.ts';
import {
  freePort,
  lease,
  squidFolder,
  whyNoSquid,
} from '../../src/connectors/web-filter/squid/testing/squid.ts';
import { openWorld, type World } from '../../src/connectors/web-filter/squid/testing/world.ts';
import { findBrowser } from '../support/browser.ts';

/** The headless shell, with which all else is tested, knows no PAC. */
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const path = (process.env['PATH'] ?? '')
  .split(delimiter)
  .flatMap((folder) => NAMES.map((name) => join(folder, name)))
  .find((file) => existsSync(file));
const reason =
  whyNoSquid(['openssl']) ??
  (path === undefined ? 'no Chromium but the headless shell (see .ci/run)' : undefined);

const WHILE_MS = 1_500;

/** Wherever this machine says it stands, Kari sits. */
const seats = Object.values(networkInterfaces())
  .flatMap((all) => all ?? [])
  .map(({ address }): [string, string] => [address, 'kari']);

describe.skipIf(reason !== undefined)(`A PAC file in Chromium${reason ? `, skipped: ${reason}` : ''}`, () => {
  const { folder, remove } = reason === undefined ? squidFolder() : { folder: '', remove: () => {} };
  let world: World;
  let portal: Server;
  let leases: WireLease[] = [];
  let pacUrl: string;
  let browser: Browser | undefined;

  /** As a machine that has just fetched the file. */
  async function visit(): Promise<BrowserContext> {
    await browser?.close();
    const { flags } = await findBrowser();
    const args = [
      ...flags,
      `--proxy-pac-url=${pacUrl}`,
      `--host-resolver-rules=MAP * ${world.address}, EXCLUDE 127.0.0.1`,
    ];
    browser = await chromium.launch({ executablePath: path ?? '', args });
    return browser.newContext({ ignoreHTTPSErrors: true });
  }

  beforeAll(async () => {
    world = await openWorld(folder, []);
    portal = createServer((_request, response) => {
      response.setHeader('content-type', 'application/x-ns-proxy-autoconfig');
      response.end(
        pacOf(shutByAddress(leases, [{ school: 'GRA', revision: 'x', users: seats }], new Date()), 0),
      );
    });
    const port = await freePort();
    await new Promise<void>((resolve) => portal.listen(port, '127.0.0.1', resolve));
    pacUrl = `http://127.0.0.1:${port}/skolen.pac`;
  });

  afterAll(async () => {
    await browser?.close();
    await world.stop();
    await new Promise((resolve) => portal.close(resolve));
    remove();
  });

  it('shuts what the lock does, and leaves open what it leaves open', async () => {
    leases = [lease(1, ['kari'], { open: ['udir.no', '10.9.9.9'], always: ['fjordby.no'] })];
    const browsing = await visit();
    const urls = {
      'http://udir.no/': 'open',
      'https://sok.udir.no/finn?q=1': 'open',
      'http://UDIR.no./': 'open',
      'http://www.fjordby.no/': 'open',
      'http://10.9.9.9/': 'open',
      'http://10.9.9.8/': 'shut',
      'http://vg.no/': 'shut',
      'https://vg.no/': 'shut',
      'http://notudir.no/': 'shut',
      'http://udir.no.evil.com/': 'shut',
      'http://udir.no@vg.no/': 'shut',
      'http://udir.no:8080/': 'shut',
    };
    const seen: Record<string, string> = {};
    for (const url of Object.keys(urls)) seen[url] = await reach(browsing, url);
    expect(seen).toEqual(urls);
  });

  it('begins and ends by the clock, without being fetched again', async () => {
    // Shut every other while, for as long as a slow browser may need to start.
    const began = Date.now();
    const isShut = (moment: number) => Math.floor((moment - began) / WHILE_MS) % 2 === 1;
    leases = Array.from({ length: 60 }, (_, index) => {
      const from = began + (2 * index + 1) * WHILE_MS;
      const times = { from: new Date(from).toISOString(), until: new Date(from + WHILE_MS).toISOString() };
      return lease(index + 1, ['kari'], times);
    });
    const browsing = await visit();
    const seen = { open: 0, shut: 0 };
    while (Math.min(seen.open, seen.shut) < 3) {
      const asked = Date.now();
      const said = await reach(browsing, 'http://vg.no/');
      const answered = Date.now();
      // One that was asked in one while and answered in the next may be either.
      if (Math.floor((asked - began) / WHILE_MS) !== Math.floor((answered - began) / WHILE_MS)) continue;
      expect(said).toBe(isShut(asked) ? 'shut' : 'open');
      seen[said] += 1;
    }
  });

  it('leaves those under no lock alone', async () => {
    leases = [lease(1, ['en.annen'])];
    const browsing = await visit();
    expect(await reach(browsing, 'http://vg.no/')).toBe('open');
    expect(await reach(browsing, 'http://udir.no:8080/')).toBe('open');
  });
});

/** In a tab of its own: what says that a page was not reached is a page that comes late. */
async function reach(context: BrowserContext, url: string): Promise<'open' | 'shut'> {
  const page = await context.newPage();
  try {
    await page.goto(url);
    return 'open';
  } catch (error) {
    if (String(error).includes('ERR_PROXY_CONNECTION_FAILED')) return 'shut';
    throw error;
  } finally {
    await page.close();
  }
}
