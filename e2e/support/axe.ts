/**
 * axe in the page itself: the page is small enough to be looked at whole, and without frames, so nothing has to be
 * gathered in a page of its own. That takes a fifth of the time.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import type Axe from 'axe-core';
import type { RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** WCAG 2.2 AA and what axe's authors hold for good practice. */
const everything = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** A page differs in the dark by its colours alone. */
const aboutColors = ['color-contrast', 'link-in-text-block'];

/** Each finding with its rule and where it is; `colors`: only what another theme can change. */
export async function accessibilityFindings(
  page: Page,
  looked: 'everything' | 'colors' = 'everything',
): Promise<string[]> {
  if (page.frames().length > 1) throw new Error('The page has frames, which this does not look into');
  await drawn(page);
  // Half a megabyte, which need not travel again for each look.
  if (!(await page.evaluate(`'axe' in globalThis`))) await page.evaluate(source);
  return page.evaluate(
    async (options) => {
      // oxlint-disable-next-line no-unsafe-type-assertion -- put there the line before
      const { axe } = globalThis as unknown as { axe: typeof Axe };
      const { violations } = await axe.run(document, options);
      return violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`,
      );
    },
    {
      resultTypes: ['violations'],
      runOnly:
        looked === 'colors' ? { type: 'rule', values: aboutColors } : { type: 'tag', values: everything },
    } satisfies RunOptions,
  );
}

/**
 * What opens is there before it has its place, and axe goes by places: whether something lies over the page. In a frame
 * it is given one, and in the next it is drawn there.
 */
const drawn = (page: Page): Promise<void> =>
  page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  );
