/** A page in the looks it must stand in: light and dark, wide and at the narrowest, without findings of axe. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

import { accessibilityFindings } from './axe.ts';
import { isTooWide, narrowest } from './portal.ts';

const wide = { width: 1440, height: 900 };

/** `shown` waits for what the page is about; it is asked anew in each look, since a phone draws it otherwise. */
export async function standsInEveryLook(page: Page, shown: () => Promise<void>): Promise<void> {
  for (const scheme of ['light', 'dark'] as const) {
    // Halfway between two themes no colour is as it will be.
    await page.emulateMedia({ colorScheme: scheme });
    await shown();
    await standsStill(page);
    expect(await accessibilityFindings(page, scheme === 'dark' ? 'colors' : 'everything')).toEqual([]);
    expect(await isTooWide(page)).toBe(false);
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: narrowest.width ?? 320, height: narrowest.height ?? 700 });
  await shown();
  await standsStill(page);
  expect(await accessibilityFindings(page)).toEqual([]);
  expect(await isTooWide(page)).toBe(false);
  await page.setViewportSize(wide);
}

/** What moves by itself for ever (a bar that waits) is not waited for. */
async function standsStill(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
}
