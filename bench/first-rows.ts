/**
 * From a click, or from a cold address, to the picture in which the first rows of a list of 10,000 people are drawn: 30 rows
 * of the real portal, in a browser that has nothing of it in its cache. The control, in the same browser and in turn with it:
 * a bare page that asks the same question and draws the same rows as a plain table.
 * `node bench/first-rows.ts [people] [rounds]`; the web must be built.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Client } from 'pg';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

import { migrate } from '#server/migrate.ts';
import { startPostgres } from '#server/postgres/embedded.ts';
import { runProcess } from '#server/testing/process.ts';

import { launchBrowser } from '../e2e/support/browser.ts';
import { load, ms, print, share } from './figures.ts';
import { PASSWORD, seedOwner } from './seed-owner.ts';

const people = Number(process.argv[2] ?? 10_000);
const rounds = Number(process.argv[3] ?? 12);
/** Milliseconds, of the median. */
const GOALS = { click: 300, address: 600 } as const;
/** A text of the portal's own, in whose document the bare page is drawn. */
const BARE = '/layers.css';

interface Drawn {
  /** Milliseconds to the picture with the rows, from the click or from the start of the navigation. */
  time: number;
  /** What was asked of the server until then. */
  requests: readonly { path: string; at: number }[];
}

const folder = await mkdtemp(join(tmpdir(), 'vaktmester-bench-'));
const server = await startPostgres({ folder: join(folder, 'postgres') });
try {
  await migrate(server.url());
  const client = new Client({ connectionString: server.url() });
  await client.connect();
  await seedOwner(client, people, 10);
  await client.end();
  const portal = runProcess({
    NODE_ENV: 'production',
    DATABASE_URL: server.url(),
    ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
    PORT: '0',
    RATE_LIMITS: 'false',
  });
  try {
    await measure(await portal.open());
  } finally {
    portal.process.kill('SIGTERM');
    await portal.end();
  }
} finally {
  await server.stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}

async function measure(origin: string): Promise<void> {
  const browser = await launchBrowser();
  try {
    // The cache of the service worker would have the program after the first visit: this is the first.
    const options: BrowserContextOptions = { baseURL: origin, locale: 'nb-NO', serviceWorkers: 'block' };
    const first = await browser.newContext(options);
    const page = await first.newPage();
    await page.goto('/central-admin/login');
    await page.getByLabel('Brukernavn').fill('bruker16');
    await page.getByRole('textbox', { name: 'Passord' }).fill(PASSWORD);
    await page.getByText('Husk meg').click();
    await page.getByRole('button', { name: 'Logg inn', exact: true }).click();
    await page.waitForURL('**/home');
    const storageState = await first.storageState();
    await first.close();

    const found: Record<string, Drawn[]> = { click: [], address: [], bareClick: [], bareAddress: [] };
    print(`Load before: ${load()}`);
    for (let round = 0; round <= rounds; round += 1) {
      for (const [kind, drawn] of Object.entries(found)) {
        const one = await inNewBrowser(browser, { ...options, storageState }, kind);
        // The first round warms up server and browser.
        if (round > 0) drawn.push(one);
      }
    }
    print(`Load after: ${load()}`);
    report('From a click to the rows', found['click'], found['bareClick'], GOALS.click);
    report('From a cold address to the rows', found['address'], found['bareAddress'], GOALS.address);
  } finally {
    await browser.close();
  }
}

async function inNewBrowser(browser: Browser, options: BrowserContextOptions, kind: string): Promise<Drawn> {
  const context = await browser.newContext(options);
  try {
    const page = await context.newPage();
    await page.addInitScript(watch);
    if (kind === 'address') await page.goto('/users');
    else if (kind === 'click') {
      await page.goto('/home', { waitUntil: 'networkidle' });
      await page.getByRole('link', { name: 'Brukere', exact: true }).first().click();
    } else {
      await page.addInitScript(drawBare, { path: BARE, atOnce: kind === 'bareAddress' });
      await page.goto(BARE, { waitUntil: kind === 'bareClick' ? 'networkidle' : 'commit' });
      if (kind === 'bareClick') await page.getByRole('button').click();
    }
    return await drawnOn(page);
  } finally {
    await context.close();
  }
}

/** In the page: the moment after the first picture that has rows in it. */
function watch(): void {
  let from = 0;
  addEventListener('click', (event) => (from = event.timeStamp), { capture: true });
  const result = new Promise((resolve) => {
    const look = () => {
      if (document.querySelector('.list-row:not([data-skeleton])') === null) {
        requestAnimationFrame(look);
        return;
      }
      requestAnimationFrame(() =>
        setTimeout(() => {
          const requests = performance
            .getEntriesByType('resource')
            .filter(({ startTime }) => startTime >= from)
            .map(({ name, startTime }) => ({ path: new URL(name).pathname, at: startTime - from }));
          resolve({ time: performance.now() - from, requests });
        }),
      );
    };
    requestAnimationFrame(look);
  });
  Reflect.set(globalThis, 'drawn', result);
}

const drawnOn = (page: Page): Promise<Drawn> => page.evaluate(() => Reflect.get(globalThis, 'drawn'));

/** In the page: what drawing these rows takes without the portal's program. */
function drawBare({ path, atOnce }: { path: string; atOnce: boolean }): void {
  if (location.pathname !== path) return;
  addEventListener('DOMContentLoaded', async () => {
    if (!atOnce) {
      await new Promise((resolve) => {
        const button = document.createElement('button');
        button.addEventListener('click', resolve);
        button.textContent = 'Brukere';
        document.body.replaceChildren(button);
      });
    }
    const key = 'vaktmester.credentials';
    const { access_token: token } = JSON.parse(
      localStorage.getItem(key) ?? sessionStorage.getItem(key) ?? '{}',
    );
    const answer = await fetch('/api/user/list', {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${token}`,
        'Content-Type': 'application/json',
        'X-XSRF-TOKEN': /XSRF-TOKEN=([^;]+)/.exec(document.cookie)?.[1] ?? '',
      },
      body: JSON.stringify({ page: 1, pageSize: 30 }),
    });
    const { Items }: { Items: object[] } = await answer.json();
    const table = document.createElement('table');
    for (const item of Items) {
      const row = table.insertRow();
      row.className = 'list-row';
      for (const value of Object.values(item)) row.insertCell().textContent = String(value);
    }
    document.body.replaceChildren(table);
  });
}

function report(what: string, drawn: readonly Drawn[] = [], bare: readonly Drawn[] = [], goal = 0): void {
  const times = drawn.map(({ time }) => time);
  const controls = bare.map(({ time }) => time);
  const isMet = times.length > 0 && share(times, 0.5) <= goal;
  if (!isMet) process.exitCode = 1;
  print(
    `${what}, ${people} people: median ${ms(share(times, 0.5))}, p95 ${ms(share(times, 0.95))} ` +
      `(goal ${goal} ms: ${isMet ? 'met' : 'missed'}); bare page ${ms(share(controls, 0.5))}, p95 ${ms(share(controls, 0.95))}`,
  );
  // What waits for what is seen by when each was asked.
  const last = drawn.at(-1)?.requests ?? [];
  const program = last.filter(({ path }) => path.startsWith('/assets/'));
  print(
    `  ${program.length} files of the program, the last asked after ${ms(Math.max(0, ...program.map(({ at }) => at)))}`,
  );
  for (const { path, at } of last.filter((one) => one.path.startsWith('/api/'))) print(`  ${ms(at)} ${path}`);
}
