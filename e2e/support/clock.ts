/** The demo's clock, moved by a superadmin on the page: what depends on the hour is not to hang on when tests run. */
import type { Page } from 'playwright-core';

import { poll } from './portal.ts';

/** `date`: dd.mm.yyyy; `time`: hh:mm. */
export async function moveTo(page: Page, date: string, time: string): Promise<void> {
  await page.getByRole('button', { name: /^Demo/ }).click();
  const panel = page.getByRole('dialog', { name: 'Demokommunen' });
  await panel.getByLabel('Dato', { exact: true }).fill(date);
  await panel.getByLabel('Klokkeslett').fill(time);
  await panel.getByRole('button', { name: 'Flytt klokken' }).click();
  await poll(() => page.getByRole('button', { name: /^Demo/ }).innerText()).toContain(`${date} ${time}`);
  await page.keyboard.press('Escape');
}

export async function moveBack(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Demo/ }).click();
  await page.getByRole('button', { name: 'Tilbake til virkelig tid' }).click();
  await page.getByText('Demoklokken viser nå').first().waitFor();
  await page.keyboard.press('Escape');
}

/**
 * Tomorrow as `moveTo` takes it. A morning further away has a night before it that was not carried out, and the portal
 * makes up for that within seconds, in the middle of a story.
 */
export function tomorrow(): string {
  const day = new Date(Date.now() + 24 * 60 * 60 * 1000);
  return day.toLocaleDateString('nb-NO', {
    timeZone: 'Europe/Oslo',
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
  });
}
