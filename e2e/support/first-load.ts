/** What the first visit to a page costs, as it comes over the network. */
import type { Page, Request } from 'playwright-core';

export interface FirstLoad {
  scripts: number;
  /** Of JavaScript, compressed as it was sent, without headers. */
  bytes: number;
}

/**
 * Goes to the path as somebody who is signed in on `page` but has been nowhere: the same cookies and storage in a browser
 * without a cache or a worker.
 */
export async function firstLoad(page: Page, path: string, encoding: 'gzip' | 'br'): Promise<FirstLoad> {
  const { origin } = new URL(page.url());
  const browser = page.context().browser();
  if (!browser) throw new Error('The page belongs to no browser');
  const context = await browser.newContext({
    baseURL: origin,
    locale: 'nb-NO',
    serviceWorkers: 'block',
    storageState: await page.context().storageState(),
  });
  const fresh = await context.newPage();
  const session = await context.newCDPSession(fresh);
  await session.send('Network.enable');
  await session.send('Network.setExtraHTTPHeaders', { headers: { 'Accept-Encoding': encoding } });
  const sizes: Promise<{ responseBodySize: number }>[] = [];
  const weigh = (request: Request): void => {
    if (request.resourceType() === 'script') sizes.push(request.sizes());
  };
  fresh.on('requestfinished', weigh);
  // Resting on a link fetches what it leads to, and a browser without a window has its pointer in the corner, on "home".
  await fresh.addInitScript(() => addEventListener('mouseover', (e) => e.stopImmediatePropagation(), true));
  await fresh.goto(path);
  await fresh.getByRole('grid').locator('.list-row:not([data-skeleton])').first().waitFor();
  // What the page fetches of itself once it is drawn belongs to the first load, too.
  await fresh.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  // What comes from now on would be weighed while the browser closes.
  fresh.off('requestfinished', weigh);
  const scripts = await Promise.all(sizes);
  await context.close();
  return {
    scripts: scripts.length,
    bytes: scripts.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0),
  };
}
