/**
 * 100,000 users in one list: how long the browser takes to answer a key or a click, from the event to the next picture (Event
 * Timing), and to draw the picture in which the list has moved, most of them after a turn of the wheel (a whole screen of other
 * rows at each turn), against a real portal with all of them at one school. The control is the same with 300 users.
 * `node bench/list-scroll.ts [people]`; the web must be built.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Client } from 'pg';
import type { Page } from 'playwright-core';

import { migrate } from '#server/migrate.ts';
import { startPostgres } from '#server/postgres/embedded.ts';
import { runProcess } from '#server/testing/process.ts';

import { launchBrowser } from '../e2e/support/browser.ts';
import { PASSWORD, seedOwner } from './seed-owner.ts';

const people = Number(process.argv[2] ?? 100_000);
const CONTROL = 300;
const GOAL_MS = 100;
/** Somewhat more than a screen of rows. */
const TURN_PX = 1_200;
const ROW_PX = 40;

let isMissed = false;
for (const count of [CONTROL, people]) await measure(count);
process.exitCode = isMissed ? 1 : 0;

async function measure(count: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'vaktmester-bench-'));
  const server = await startPostgres({ folder: join(folder, 'postgres') });
  try {
    await migrate(server.url());
    const client = new Client({ connectionString: server.url() });
    await client.connect();
    await seedOwner(client, count, 1);
    await client.end();
    const portal = runProcess({
      NODE_ENV: 'production',
      DATABASE_URL: server.url(),
      ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
      PORT: '0',
      RATE_LIMITS: 'false',
    });
    try {
      await use(await portal.open(), count);
    } finally {
      portal.process.kill('SIGTERM');
      await portal.end();
    }
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function use(origin: string, count: number): Promise<void> {
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage({ baseURL: origin, locale: 'nb-NO' });
    await page.goto('/central-admin/login');
    await page.getByLabel('Brukernavn').fill('bruker8');
    await page.getByRole('textbox', { name: 'Passord' }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Logg inn', exact: true }).click();
    await page.waitForURL('**/home');
    await page.goto('/users');
    await page.locator('.list-row:not([data-skeleton])').first().waitFor();
    await watch(page);

    await page.getByRole('searchbox').click();
    for (const word of ['nora', 'etternavn 4', 'bruker99', '']) {
      await page.getByRole('searchbox').press('ControlOrMeta+a');
      await page.getByRole('searchbox').press('Delete');
      await page.keyboard.type(word, { delay: 60 });
      await page.locator('.list-row:not([data-skeleton])').first().waitFor();
    }
    await page.locator('.list-grid').hover();
    // Where the list is at its end it goes back: a turn that moves nothing draws nothing.
    const turnsToEnd = Math.max(1, Math.floor((count * ROW_PX) / TURN_PX) - 1);
    for (let turn = 0; turn < 60; turn += 1) {
      const isBack = Math.floor(turn / turnsToEnd) % 2 === 1;
      await page.mouse.wheel(0, isBack ? -TURN_PX : TURN_PX);
      // As a hand turns it: no faster than the screen is drawn.
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    }
    await page.locator('.list-grid').evaluate((grid) => grid.scrollTo({ top: grid.scrollHeight / 2 }));
    await page.locator('.list-row:not([data-skeleton])').first().waitFor();
    await page.locator('.list-row [data-spot="1"]').first().focus();
    for (let press = 0; press < 60; press += 1) await page.keyboard.press('ArrowDown');
    for (const key of ['PageDown', 'PageDown', 'End', 'Home']) await page.keyboard.press(key);

    const { interactions, frames } = await read(page);
    report(count, 'keys and clicks', interactions);
    report(count, 'frames while scrolling', frames);
  } finally {
    await browser.close();
  }
}

/** Durations in milliseconds: of what the reader did, and between the pictures of a scroll. */
async function watch(page: Page): Promise<void> {
  await page.evaluate(() => {
    const kept: { interactions: number[]; frames: number[] } = { interactions: [], frames: [] };
    Reflect.set(globalThis, 'kept', kept);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (Number(Reflect.get(entry, 'interactionId')) > 0) kept.interactions.push(entry.duration);
      }
      // The lowest threshold there is; what is quicker counts as met.
    }).observe(Object.assign({ type: 'event' }, { durationThreshold: 16 }));
    // Before the list's own listener, so that what it does counts, and until the picture after this one begins. A timer in
    // its place waits for as long as keys are pressed, however soon the pictures come: the browser sees to keys first.
    const onScroll = () => {
      const from = performance.now();
      requestAnimationFrame(() => requestAnimationFrame(() => kept.frames.push(performance.now() - from)));
    };
    document.addEventListener('scroll', onScroll, { capture: true, passive: true });
  });
}

async function read(page: Page): Promise<{ interactions: number[]; frames: number[] }> {
  return page.evaluate(
    () =>
      new Promise((resolve) => {
        // After the last picture and what is told of it; a browser at rest may not call itself idle for long.
        requestAnimationFrame(() => setTimeout(() => resolve(Reflect.get(globalThis, 'kept')), 500));
      }),
  );
}

function report(count: number, what: string, durations: readonly number[]): void {
  const sorted = durations.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  const isMet = sorted.length > 0 && at(0.95) < GOAL_MS;
  if (!isMet) isMissed = true;
  process.stdout.write(
    `${count} users, ${what}: ${sorted.length} measured, p50 ${at(0.5).toFixed(0)} ms, p95 ${at(0.95).toFixed(0)} ms, ` +
      `longest ${at(1).toFixed(0)} ms (goal under ${GOAL_MS} at p95: ${isMet ? 'met' : 'missed'})\n`,
  );
}
