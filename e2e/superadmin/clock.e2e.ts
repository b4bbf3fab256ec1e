/** The demo's clock: seen by everybody, moved by a superadmin, followed by what depends on time. */
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';

import { accessibilityFindings, poll, usePortal } from '../support/portal.ts';

const portal = usePortal({ shareSignIn: true });

const mark = (page: Page) => page.getByRole('button', { name: /^Demo/ });

async function move(page: Page, act: string): Promise<void> {
  await mark(page).click();
  await page.getByRole('button', { name: act, exact: true }).click();
  await page.getByText('Demoklokken viser nå').first().waitFor();
  await close(page);
}

async function close(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: 'Demokommunen' }).waitFor({ state: 'detached' });
}

it('is marked for everybody, and moved only by a superadmin', async () => {
  const teacher = await portal.as('teacher');
  await mark(teacher).click();
  await teacher.getByText('Alle personer, skoler og numre her er oppdiktet').waitFor();
  expect(await teacher.getByRole('button', { name: 'Fram 1 time' }).count()).toBe(0);
  expect(await accessibilityFindings(teacher)).toEqual([]);

  const boss = await portal.as('superadmin');
  await mark(boss).click();
  await boss.getByRole('button', { name: 'Fram 1 time' }).waitFor();
  expect(await accessibilityFindings(boss)).toEqual([]);
});

it('ends a lock of 30 minutes when it is moved an hour', async () => {
  const boss = await portal.as('superadmin');
  const page = await portal.visitor('/central-admin/login');
  const locked = page.getByRole('alert').filter({ hasText: /låst/i });
  await page.getByLabel('Brukernavn').fill('sentraladmin');
  for (let tries = 0; tries < 11 && !(await locked.isVisible()); tries += 1) {
    await page.getByRole('textbox', { name: 'Passord' }).fill(`feil-${tries}`);
    const answered = page.waitForResponse('**/api/token');
    await page.getByRole('button', { name: 'Logg inn', exact: true }).click();
    await answered;
  }
  await locked.waitFor();

  await move(boss, 'Fram 1 time');
  try {
    await mark(boss).click();
    await boss.getByText(/foran virkelig tid/).waitFor();
    await close(boss);
    const admin = await portal.as('central-admin');
    await admin.getByRole('heading', { level: 1 }).waitFor();
  } finally {
    await move(boss, 'Tilbake til virkelig tid');
  }
});

it('goes to a day and a time of day, and shows everything as of then', async () => {
  const boss = await portal.as('superadmin');
  await mark(boss).click();
  const panel = boss.getByRole('dialog', { name: 'Demokommunen' });
  await panel.getByLabel('Dato', { exact: true }).fill('31.02.2027');
  await panel.getByRole('button', { name: 'Flytt klokken' }).click();
  await panel.getByText('Dato er ugyldig').waitFor();
  await panel.getByLabel('Dato', { exact: true }).fill('01.03.2027');
  await panel.getByLabel('Klokkeslett').fill('0815');
  await panel.getByRole('button', { name: 'Flytt klokken' }).click();
  try {
    await poll(() => mark(boss).innerText()).toContain('01.03.2027 08:15');
  } finally {
    await close(boss);
    await move(boss, 'Tilbake til virkelig tid');
  }
});
