/** Every state of list, form and card in every look: light and dark, wide and at the narrowest. */
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';

import { standsInEveryLook } from '../support/looks.ts';
import { usePartsPage } from './page.ts';

const parts = usePartsPage();

/** What stands on the screen when the state is there. */
const states: [name: string, query: string, shown: (page: Page) => Promise<void>][] = [
  ['the list', '?', (page) => page.locator('.list-row[data-index="3"]:not([data-skeleton])').waitFor()],
  ['no hits', '?search=zzzz', (page) => page.getByText('Ingen personer passer').waitFor()],
  ['nothing yet', '?search=tomt', (page) => page.locator('.list-nothing').waitFor()],
  ['an error', '?search=feil', (page) => page.getByText('b7c1-0042').waitFor()],
  ['a part that failed', '?search=delvis', (page) => page.locator('.list .ui-alert').waitFor()],
  ['an open card', '?open=bruker000004', (page) => page.getByLabel('Stilling').waitFor()],
  [
    'a list in a card',
    '?open=bruker000004&tab=classmates',
    (page) => page.locator('.list[data-part] .list-row:not([data-skeleton])').first().waitFor(),
  ],
];

it.each(states)('has no accessibility fault in any look: %s', async (_, query, shown) => {
  const page = await parts.open(query);
  await standsInEveryLook(page, () => shown(page));
});

it('is in the other colours at once when nothing is to move', async () => {
  const page = await parts.open('?open=bruker000004');
  await page.getByLabel('Stilling').waitFor();
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
});
