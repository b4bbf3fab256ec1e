/** How much work an answer of the list takes with 100,000 rows. Timed, so nothing else runs beside it (`vitest.config.ts`). */
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';

import { rows, usePartsPage, wait } from './page.ts';

const parts = usePartsPage({ timed: true });
let page: Page;
const open = async (query = '') => {
  page = await parts.open(query);
};

/**
 * The most processor time the page's own thread took for one of `acts`, up to the second picture after it, in
 * milliseconds. Counted by the processor and not by the clock: what else the machine does is no fault of the list.
 * `bench/list-scroll.ts` measures the same by the clock.
 */
async function dearestOf(acts: (() => Promise<void>)[]): Promise<number> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Performance.enable', { timeDomain: 'threadTicks' });
  const spent = async () => {
    const { metrics } = await devTools.send('Performance.getMetrics');
    return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN);
  };
  const drawn = () =>
    page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  // What was done before is drawn, and no cost of these.
  await drawn();
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  const costs: number[] = [];
  for (const act of acts) {
    const before = await spent();
    await act();
    await drawn();
    costs.push((await spent()) - before);
  }
  return Math.max(...costs);
}

it('answers every letter and key with under 100 ms of work at 100,000 rows', async () => {
  await open();
  await rows(page).first().waitFor();
  await page.getByRole('searchbox').click();
  const letters = await dearestOf(
    Array.from('nora hansen', (letter) => () => page.keyboard.press(letter === ' ' ? 'Space' : letter)),
  );
  await expect.poll(() => page.locator('.list-count').innerText(), wait).toBe('1\u00A0000');

  await page.locator('.list-grid').hover();
  for (let turn = 0; turn < 20; turn += 1) await page.mouse.wheel(0, 900);
  await page.locator('.list-grid [data-spot="1"]').first().focus();
  const presses = await dearestOf(Array.from({ length: 10 }, () => () => page.keyboard.press('ArrowDown')));
  for (const dearest of [letters, presses]) {
    expect(dearest).toBeGreaterThan(0);
    expect(dearest).toBeLessThan(100);
  }
});
