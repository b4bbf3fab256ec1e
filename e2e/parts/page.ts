/** The page of list, form and card of their own, with 100,000 rows, in a browser. */
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, inject } from 'vitest';

import { workersBrowser } from '../support/browser.ts';

export interface Screen {
  width?: number;
  scheme?: 'light' | 'dark';
}

export interface PartsPage {
  /** Opens the page; closed after the test. */
  open: (query?: string, screen?: Screen) => Promise<Page>;
}

/** The page is built once for a run, whichever file asks first (`support/setup.ts`). */
export function usePartsPage({ timed = false } = {}): PartsPage {
  let url = '';
  /** One for all tests: the parts are fetched once. */
  let context: BrowserContext;
  let pages: Page[] = [];

  beforeAll(async () => {
    const [answer, browser] = await Promise.all([
      fetch(new URL('/parts', inject('portalStarter'))),
      workersBrowser({ timed }),
    ]);
    if (!answer.ok) throw new Error(await answer.text());
    url = await answer.text();
    context = await browser.newContext({ locale: 'nb-NO', reducedMotion: 'reduce' });
  });
  afterAll(() => context?.close());
  afterEach(async () => {
    await Promise.all(pages.map(forget));
    pages = [];
  });

  return {
    async open(query = '', { width = 1440, scheme = 'light' } = {}) {
      const page = await context.newPage();
      pages.push(page);
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme: scheme });
      await page.goto(url + query);
      await page.getByRole('heading', { name: 'Personer', exact: true }).waitFor();
      return page;
    },
  };
}

/** Nothing one test kept is there for the next. */
async function forget(page: Page): Promise<void> {
  if (page.isClosed()) return;
  await page.evaluate(() => {
    localStorage.clear();
  });
  await page.close();
}

export const rows = (page: Page) => page.locator('.list-row:not([data-skeleton])');
export const row = (page: Page, index: number) =>
  page.locator(`.list-row[data-index="${index}"]:not([data-skeleton])`);
export const wait = { timeout: 20_000 };
