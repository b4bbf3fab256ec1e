/** The page of list, form and card of their own, with 100,000 rows, in a browser of the test file's. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, inject } from 'vitest';

import { launchBrowser } from '../support/browser.ts';

export interface Screen {
  width?: number;
  scheme?: 'light' | 'dark';
}

export interface PartsPage {
  /** Opens the page; closed after the test. */
  open: (query?: string, screen?: Screen) => Promise<Page>;
}

/** The page is built once for a run, whichever file asks first (`support/setup.ts`). */
export function usePartsPage(): PartsPage {
  let url = '';
  let browser: Browser;
  let pages: Page[] = [];

  beforeAll(async () => {
    const [answer, launched] = await Promise.all([
      fetch(new URL('/parts', inject('portalStarter'))),
      launchBrowser(),
    ]);
    browser = launched;
    if (!answer.ok) throw new Error(await answer.text());
    url = await answer.text();
  });
  afterAll(() => browser?.close());
  afterEach(async () => {
    await Promise.all(pages.map((page) => page.context().close()));
    pages = [];
  });

  return {
    async open(query = '', { width = 1440, scheme = 'light' } = {}) {
      const context = await browser.newContext({
        viewport: { width, height: 900 },
        colorScheme: scheme,
        locale: 'nb-NO',
      });
      const page = await context.newPage();
      pages.push(page);
      await page.goto(url + query);
      await page.getByRole('heading', { name: 'Personer', exact: true }).waitFor();
      return page;
    },
  };
}

export const rows = (page: Page) => page.locator('.list-row:not([data-skeleton])');
export const row = (page: Page, index: number) =>
  page.locator(`.list-row[data-index="${index}"]:not([data-skeleton])`);
export const wait = { timeout: 20_000 };
