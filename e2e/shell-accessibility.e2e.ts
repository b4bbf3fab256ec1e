/** axe finds nothing on the pages around the areas, in any of their states, light or dark. */
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';

import { accessibilityFindings, phone, poll, usePortal } from './support/portal.ts';

const portal = usePortal({ shareSignIn: true });

/** What axe finds on the page as it stands, in light and then in dark colours. */
async function findings(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    const inThese = await accessibilityFindings(page);
    found.push(...inThese.map((finding) => `${scheme}: ${finding}`));
  }
  await page.emulateMedia({ colorScheme: 'light' });
  return found;
}

/** Opens what a button of the shell opens, looks at it, and closes it again. */
async function lookInto(page: Page, button: RegExp | string, role: 'menu' | 'dialog'): Promise<string[]> {
  await page.getByRole('button', { name: button }).first().click();
  const opened = page.getByRole(role);
  await opened.waitFor();
  const found = await findings(page);
  await page.keyboard.press('Escape');
  await opened.waitFor({ state: 'detached' });
  return found;
}

it.each(['Bokmål', 'Nynorsk', 'English', 'Français'])('the sign-in pages in %s', async (language) => {
  const page = await portal.visitor('/login');
  await page.getByRole('button', { name: language }).click();
  await page
    .getByRole('contentinfo')
    .getByText(/\d+\.\d+\.\d+/)
    .waitFor();
  expect(await findings(page)).toEqual([]);
  await page.goto('/central-admin/login');
  await page.locator('form button[type=submit]').click();
  await page.getByRole('textbox').first().waitFor();
  expect(await findings(page)).toEqual([]);
});

it.each([402, 403, 408, 504, 500])('the error page of code %i', async (code) => {
  const page = await portal.visitor(`/error?errorCode=${code}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await findings(page)).toEqual([]);
});

it('the page of those without access', async () => {
  const page = await portal.as('pupil');
  await page.getByRole('heading', { name: 'Ingen tilgang' }).waitFor();
  expect(await findings(page)).toEqual([]);
});

it('home, with each menu of the shell open', async () => {
  const page = await portal.as('school-ict-two-schools');
  await page.getByRole('button', { name: /^Din meny/ }).waitFor();
  expect(await findings(page)).toEqual([]);
  for (const [button, role] of [
    [/^Din meny/, 'menu'],
    [/^Bytt skole/, 'dialog'],
    ['Siste meldinger', 'dialog'],
    [/^Demo/, 'dialog'],
  ] as const) {
    expect([String(button), await lookInto(page, button, role)]).toEqual([String(button), []]);
  }
  await page.keyboard.press('Control+k');
  // At once, before it can be there.
  await page.keyboard.type('an');
  await poll(() => page.getByRole('combobox', { name: /^Søk etter personer/ }).inputValue()).toBe('an');
  await page.getByRole('group', { name: 'Brukere' }).waitFor();
  expect(await findings(page)).toEqual([]);
});

it('a phone, with its menu', async () => {
  const page = await portal.as('school-ict', '/home', phone);
  await page.getByRole('button', { name: 'Mer' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Logger' }).waitFor();
  expect(await findings(page)).toEqual([]);
});

it('keeps the keyboard where it was: back to the menu’s button, and in the palette over a dialog', async () => {
  const page = await portal.as('school-ict', '/users');
  await page.locator('.list-row:not([data-skeleton]) a').first().click();
  const menu = page.locator('.ui-drawer-head').getByRole('button', { name: 'Handlinger' });
  await menu.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Bytt hovedskole …' }).click();
  const dialog = page.getByRole('dialog', { name: 'Bytt hovedskole' });
  await dialog.waitFor();

  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: /^Søk etter personer/ });
  await poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.type('logg');
  await page.keyboard.press('Backspace');
  expect(await field.inputValue()).toBe('log');
  await page.keyboard.press('Escape');
  await field.waitFor({ state: 'detached' });

  await dialog.waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await poll(() => menu.evaluate((element) => element === document.activeElement)).toBe(true);
});

it('names each page and each card in the document’s title', async () => {
  const page = await portal.as('superadmin', '/internet/points');
  await poll(() => page.title()).toBe('Sperrepunkter – Internett – Vaktmester');
  await page.goto('/users');
  const first = page.locator('.list-row:not([data-skeleton]) a').first();
  await first.click();
  const name = await page.locator('.ui-drawer .drawer-title').innerText();
  await poll(() => page.title()).toBe(`${name} – Brukere – Vaktmester`);
  await page.getByRole('button', { name: 'Lukk' }).click();
  await poll(() => page.title()).toBe('Brukere – Vaktmester');
});
