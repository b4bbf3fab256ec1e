/** What must hold whatever one does: own files only, nothing of the API kept, little to fetch (design §3, §5). */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';

import { firstLoad } from './support/first-load.ts';
import { nameOf, poll, signInAs, usePortal } from './support/portal.ts';

const portal = usePortal({ withServiceWorker: true });

/** Signs in and looks at everything the menu leads to, a card and the palette. */
async function wander(page: Page): Promise<void> {
  await signInAs(page, nameOf('school-ict'));
  await page.waitForURL('**/home');
  const links = page.getByRole('complementary').getByRole('navigation').getByRole('link');
  await links.first().waitFor();
  const paths = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
  expect(paths).toContain('/users');
  for (const path of paths) {
    await page.locator(`a.sidebar-link[href="${path}"]`).click();
    await page.waitForURL(`**${path}`);
    await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
  }
  await page.goto('/users');
  await page.locator('.list-row:not([data-skeleton])').first().click();
  await page.waitForURL('**/users?open=*');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: /^Søk etter personer/ }).fill('ole');
  await page.getByRole('group', { name: 'Brukere' }).waitFor();
}

describe('a whole session', () => {
  it('asks nobody but the portal, and the policy of the page refuses nothing', async () => {
    const page = await portal.visitor('/login');
    const foreign: string[] = [];
    page.context().on('request', (request) => {
      const { protocol, origin } = new URL(request.url());
      if (protocol.startsWith('http') && origin !== portal.running().address) foreign.push(request.url());
    });
    await page.addInitScript(() => {
      addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
        // oxlint-disable-next-line no-console -- what the console says counts as a problem
        console.error(`policy: ${violatedDirective} ${blockedURI}`);
      });
    });
    await page.reload();
    await wander(page);
    expect(foreign).toEqual([]);
    expect(portal.problems()).toEqual([]);
  });

  it('leaves nothing of the API in the worker’s cache', async () => {
    const page = await portal.visitor('/login');
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await page.reload();
    await poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated');
    await wander(page);
    const kept = await page.evaluate(async () => {
      const names = await caches.keys();
      const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
      return requests.flat().map(({ url }) => new URL(url).pathname);
    });
    expect(kept).toContain('/index.html');
    expect(kept.filter((path) => path.startsWith('/api') || path.startsWith('/simulated'))).toEqual([]);
  });
});

describe('without a network', () => {
  it('the portal opens, says so, and is back by itself', async () => {
    const page = await portal.as('school-ict', '/users');
    await page.getByRole('grid').waitFor();
    await page.context().setOffline(true);
    await page.getByText('Du er frakoblet', { exact: false }).waitFor();
    await page.context().setOffline(false);
    await poll(() => page.getByText('Du er frakoblet', { exact: false }).count()).toBe(0);
    expect(await page.getByRole('grid').isVisible()).toBe(true);
  });
});

describe('a page that cannot be fetched', () => {
  it('says so in its place, with the menu around it, and can be tried again', async () => {
    const page = await portal.as('school-ict');
    await page.getByRole('button', { name: /^Din meny/ }).waitFor();
    await page.route('**/assets/ChangeLogPage-*.js', (route) => route.abort());
    await page.getByRole('link', { name: 'Logger' }).click();
    await page.getByRole('heading', { name: 'Noe gikk galt på denne siden' }).waitFor();
    await page.unroute('**/assets/ChangeLogPage-*.js');
    expect(await page.getByRole('link', { name: 'Hjem' }).isVisible()).toBe(true);
    await page.getByRole('button', { name: 'Prøv igjen' }).click();
    await poll(() => page.title()).toBe('Endringslogg – Vaktmester');
    await page.getByRole('grid').waitFor();
  });
});

describe('the first load of the Users page', () => {
  it('fetches at most 230 kB of gzipped JavaScript', async () => {
    const page = await portal.as('school-ict');
    const { scripts, bytes } = await firstLoad(page, '/users', 'gzip');
    expect(scripts).toBeGreaterThan(5);
    expect(bytes).toBeGreaterThan(100_000);
    expect(bytes).toBeLessThanOrEqual(230_000);
  });
});
