/**
 * What the browser gets: gzipped JavaScript of the first load of the Users page as it comes over the network, and what
 * Lighthouse (desktop) says of the sign-in page and of the Users page, signed in. `node bench/page.ts`; the web must be
 * built.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { chromium, type Page } from 'playwright-core';

import { runProcess } from '#server/testing/process.ts';

import { findBrowser, launchBrowser } from '../e2e/support/browser.ts';
import { firstLoad } from '../e2e/support/first-load.ts';
import { nameOf, signInAs } from '../e2e/support/sign-in.ts';
import { audit } from './lighthouse.ts';

const GOALS = { bytes: 230_000, performance: 98, accessibility: 100, 'best-practices': 100 } as const;
const categories = ['performance', 'accessibility', 'best-practices'] as const;
const ROUNDS = 3;
const PATIENCE_MS = 20_000;

let isMissed = false;
const folder = await mkdtemp(join(tmpdir(), 'vaktmester-bench-'));
const portal = runProcess({
  NODE_ENV: 'production',
  VAKTMESTER_DATA: join(folder, 'data'),
  PORT: '0',
  RATE_LIMITS: 'false',
});
try {
  const origin = await portal.open();
  await weigh(origin);
  await judge(origin);
} finally {
  portal.process.kill('SIGTERM');
  await portal.end();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}
process.exitCode = isMissed ? 1 : 0;

async function weigh(origin: string): Promise<void> {
  const browser = await launchBrowser();
  const page = await browser.newPage({ baseURL: origin, locale: 'nb-NO' });
  await enter(page, origin);
  for (const encoding of ['gzip', 'br'] as const) {
    const { scripts, bytes } = await firstLoad(page, '/users', encoding);
    const goal = encoding === 'gzip' ? ` (goal ${GOALS.bytes}: ${said(bytes <= GOALS.bytes)})` : '';
    print(`Users page, first load, ${encoding}: ${bytes} bytes of JavaScript in ${scripts} files${goal}`);
  }
  await browser.close();
}

/** Lighthouse has the browser to itself: whoever else holds it takes its pages away. */
async function judge(origin: string): Promise<void> {
  const { path, flags } = await findBrowser();
  const port = await freePort();
  const profile = join(folder, 'profile');
  const browser = spawn(
    path,
    [
      ...flags,
      '--headless',
      '--lang=nb-NO',
      '--accept-lang=nb-NO',
      `--remote-debugging-port=${port}`,
      `--user-data-dir=${profile}`,
    ],
    { stdio: 'ignore' },
  );
  const ended = once(browser, 'exit');
  try {
    await listening(port);
    await scores('Sign-in page', `${origin}/login`, port);
    const held = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
    const page = await held.contexts()[0]?.newPage();
    if (!page) throw new Error('The browser has no window to sign in with');
    await enter(page, origin);
    await held.close();
    await scores('Users page', `${origin}/users`, port);
  } finally {
    browser.kill('SIGTERM');
    await ended;
  }
}

async function listening(port: number): Promise<void> {
  for (const limit = performance.now() + PATIENCE_MS; ; await delay(100)) {
    try {
      return void (await fetch(`http://127.0.0.1:${port}/json/version`));
    } catch (error) {
      if (performance.now() > limit) throw error;
    }
  }
}

/** The median of three runs after one that warms up the browser, and every audit that is not perfect. */
async function scores(name: string, url: string, port: number): Promise<void> {
  const runs = new Map<string, number[]>();
  const faults = new Map<string, string>();
  for (let round = 0; round <= ROUNDS; round += 1) {
    const report = await audit({ url, port, categories });
    if (new URL(report.finalDisplayedUrl).pathname !== new URL(url).pathname) {
      throw new Error(`${url} led to ${report.finalDisplayedUrl}`);
    }
    if (round === 0) continue;
    for (const category of categories) {
      const { score, auditRefs } = report.categories[category] ?? { score: null, auditRefs: [] };
      runs.set(category, [...(runs.get(category) ?? []), Math.round((score ?? 0) * 100)]);
      for (const { id, weight } of auditRefs) {
        const found = report.audits[id];
        if (weight > 0 && found && found.score !== null && found.score < 0.98) {
          faults.set(id, `${category}: ${found.title} ${found.displayValue ?? ''} (${found.score})`);
        }
      }
    }
  }
  for (const category of categories) {
    const all = (runs.get(category) ?? []).toSorted((a, b) => a - b);
    const middle = all[Math.floor(all.length / 2)] ?? 0;
    print(
      `${name}, ${category}: ${middle} of 100, runs ${all.join(' ')} (goal ${GOALS[category]}: ${said(middle >= GOALS[category])})`,
    );
  }
  for (const fault of faults.values()) print(`  ${fault}`);
}

async function enter(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/login`);
  await signInAs(page, nameOf('school-ict'));
  await page.waitForURL('**/home');
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      if (address === null || typeof address === 'string') throw new Error('It listens on no port');
      const { port } = address;
      server.close(() => resolve(port));
    });
  });
}

function said(isMet: boolean): string {
  if (!isMet) isMissed = true;
  return isMet ? 'met' : 'missed';
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
