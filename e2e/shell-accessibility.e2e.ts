/** axe finds nothing on the pages around the areas, in any of their states, light or dark. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';

import { accessibilityFindings, phone, type Screen, usePortal } from './support/portal.ts';

const portal = usePortal({ shareSignIn: true });

const schemes = ['light', 'dark'] as const;
/** Opens what a button of the shell opens, looks at it, and closes it again. */
async function lookInto(page: Page, button: RegExp | string, role: 'menu' | 'dialog'): Promise<unknown[]> {
  await page.getByRole('button', { name: button }).first().click();
  const opened = page.getByRole(role);
  await opened.waitFor();
  const findings = await accessibilityFindings(page);
  await page.keyboard.press('Escape');
  await opened.waitFor({ state: 'detached' });
  return findings;
}

describe.each(schemes)('axe finds nothing in %s colours', (scheme) => {
  it.each(['Bokmål', 'Nynorsk', 'English', 'Français'])('on the sign-in pages in %s', async (language) => {
    const page = await portal.visitor('/login', { scheme });
    await page.getByRole('button', { name: language }).click();
    await page
      .getByRole('contentinfo')
      .getByText(/\d+\.\d+\.\d+/)
      .waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.goto('/central-admin/login');
    await page.locator('form button[type=submit]').click();
    await page.getByRole('textbox').first().waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
  });

  it.each([402, 403, 408, 504, 500])('on the error page of code %i', async (code) => {
    const page = await portal.visitor(`/error?errorCode=${code}`, { scheme });
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
  });

  it('on the page of those without access', async () => {
    const page = await portal.as('pupil', '/home', { scheme });
    await page.getByRole('heading', { name: 'Ingen tilgang' }).waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
  });

  it('at home, with each menu of the shell open', async () => {
    const page = await portal.as('school-ict-two-schools', '/home', { scheme });
    await page.getByRole('button', { name: /^Din meny/ }).waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    for (const [button, role] of [
      [/^Din meny/, 'menu'],
      [/^Bytt skole/, 'dialog'],
      ['Siste meldinger', 'dialog'],
      [/^Demo/, 'dialog'],
    ] as const) {
      expect([String(button), await lookInto(page, button, role)]).toEqual([String(button), []]);
    }
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: /^Søk etter personer/ }).fill('an');
    await page.getByRole('group', { name: 'Brukere' }).waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
  });

  it('on a phone, with its menu', async () => {
    const screen: Screen = { ...phone, scheme };
    const page = await portal.as('school-ict', '/home', screen);
    await page.getByRole('button', { name: 'Mer' }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'Logger' }).waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
  });
});
