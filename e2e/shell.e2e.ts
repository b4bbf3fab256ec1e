/** What is around every page: schools, search, how it looks, the menu, the way by keyboard (specification §2, design §5). */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';

import { isTooWide, nameOf, narrowest, phone, poll, usePortal } from './support/portal.ts';

const portal = usePortal({ shareSignIn: true });

const userMenu = (page: Page) => page.getByRole('button', { name: /^Din meny/ });

/** The palette opened from the keyboard, once there is a page to open it from. */
async function openPalette(page: Page) {
  await userMenu(page).waitFor();
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'Søk etter personer, grupper og sider' });
  await field.waitFor();
  return field;
}

const rowCount = async (page: Page) => Number(await page.getByRole('grid').getAttribute('aria-rowcount'));
const openUserMenu = (page: Page) => userMenu(page).click();
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.textContent.trim() ?? document.activeElement?.tagName);

async function switchTo(page: Page, school: string, search?: string): Promise<void> {
  await page.getByRole('button', { name: /^Bytt skole/ }).click();
  if (search !== undefined) await page.getByRole('combobox', { name: 'Søk etter skole' }).fill(search);
  await page.getByRole('option', { name: school, exact: true }).click();
}

describe('the school one stands at', () => {
  it('is changed by somebody who has two, and everything is read anew', async () => {
    const page = await portal.asAnew('school-ict-two-schools', '/users?search=a&role=student&className=8B');
    await page.getByRole('grid').waitFor();
    const switcher = page.getByRole('button', { name: /^Bytt skole/ });
    const before = await switcher.innerText();
    const tokens = await page.evaluate(() => localStorage.getItem('vaktmester.credentials'));
    await switcher.click();
    await poll(() => page.getByRole('option').count()).toBe(2);
    const schools = await page.getByRole('option').allInnerTexts();
    const other = schools.find((name) => !before.includes(name)) ?? '';
    await page.getByRole('option', { name: other }).click();
    await page.getByText(`Du står nå ved ${other}.`).waitFor();
    // The filter names a class of the school left behind; the rest of the question stays.
    await page.waitForURL('**/users?search=a&role=student');
    await page.getByRole('grid').waitFor();
    expect(await switcher.innerText()).toContain(other);
    expect(await page.evaluate(() => localStorage.getItem('vaktmester.credentials'))).not.toBe(tokens);
    expect(portal.problems()).toEqual([]);
  });

  it('cannot be changed by somebody who has one', async () => {
    const page = await portal.as('school-ict');
    await page.getByRole('complementary').getByText('Fjordby kommune').waitFor();
    expect(await page.getByRole('button', { name: /^Bytt skole/ }).count()).toBe(0);
  });

  it('is found among all by a superadmin, who also stands at the whole owner', async () => {
    const page = await portal.asAnew('superadmin', '/users');
    await page.getByRole('grid').waitFor();
    await switchTo(page, 'Hele kommunen');
    await page.getByText('Du står nå ved Hele kommunen.').waitFor();
    await poll(() => rowCount(page)).toBeGreaterThan(3_000);
    const all = await rowCount(page);

    await switchTo(page, 'Granlia barneskole', 'granl');
    await page.getByText('Du står nå ved Granlia barneskole.').waitFor();
    await poll(() => rowCount(page)).toBeLessThan(all);
    expect(portal.problems()).toEqual([]);
  });
});

describe('the command palette', () => {
  it('finds pages, people and groups by the keyboard alone', async () => {
    const page = await portal.as('school-ict');
    const field = await openPalette(page);
    await field.fill('logg');
    await page.getByRole('option', { name: 'Logger' }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/logs');
    await poll(() => page.getByRole('dialog').count()).toBe(0);

    await page.keyboard.press('Control+k');
    await field.fill(nameOf('teacher'));
    await page.getByRole('group', { name: 'Brukere' }).getByRole('option').first().waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/users?open=*');
    await page.getByRole('heading', { name: nameOf('teacher') }).waitFor();

    await page.keyboard.press('Control+k');
    await field.fill('7a');
    await page.getByRole('group', { name: 'Brukergrupper' }).getByRole('option').first().click();
    await page.waitForURL('**/groups/**');
    expect(portal.problems()).toEqual([]);
  });

  it('does things, too', async () => {
    const page = await portal.asAnew('school-ict');
    await openPalette(page);
    await page.keyboard.type('mørkt');
    await page.getByRole('group', { name: 'Handlinger' }).getByRole('option', { name: /Mørkt/ }).waitFor();
    await page.keyboard.press('Enter');
    await poll(() => page.getAttribute('html', 'data-theme')).toBe('dark');

    await openPalette(page);
    await page.keyboard.type('logg ut');
    await page.getByRole('option', { name: 'Logg ut' }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/login');
  });

  it('says when nothing is called that, and goes away with Esc', async () => {
    const page = await portal.as('school-ict');
    await page.getByRole('button', { name: /^Søk eller hopp til/ }).click();
    await page.getByRole('combobox').waitFor();
    await page.keyboard.type('qqqqqq');
    await page.getByText('Ingen treff på «qqqqqq»').waitFor();
    await page.keyboard.press('Escape');
    await poll(() => page.getByRole('dialog').count()).toBe(0);
    expect(await focused(page)).toContain('Søk eller hopp til');
    // Also from a button, which keeps keys to itself.
    await openPalette(page);
    expect(await page.getByRole('dialog').count()).toBe(1);
  });
});

describe('how it looks', () => {
  it('is remembered: theme and row height', async () => {
    const page = await portal.as('school-ict', '/users');
    await page.getByRole('grid').waitFor();
    await openUserMenu(page);
    await page.getByRole('menuitemradio', { name: 'Mørkt' }).click();
    await poll(() => page.getByRole('menu').count()).toBe(0);
    await openUserMenu(page);
    await page.getByRole('menuitemradio', { name: 'Romslig' }).click();
    await poll(() => page.getByRole('menu').count()).toBe(0);
    await page.reload();
    expect(
      await page.locator('html').evaluate(({ dataset }) => Object.fromEntries(Object.entries(dataset))),
    ).toMatchObject({
      theme: 'dark',
      density: 'comfortable',
    });
    const height = page.locator('.list-row:not([data-skeleton])').first();
    await poll(async () => (await height.boundingBox())?.height).toBe(52);
  });

  it('is in the language one chooses, titles too', async () => {
    const page = await portal.as('school-ict', '/users');
    await poll(() => page.title()).toBe('Brukere – Vaktmester');
    for (const [language, title, lang] of [
      ['English', 'Users – Vaktmester', 'en'],
      ['Nynorsk', 'Brukarar – Vaktmester', 'nn'],
      ['Bokmål', 'Brukere – Vaktmester', 'nb'],
    ] as const) {
      await page.getByRole('complementary').getByRole('button').last().click();
      await page.getByRole('menuitemradio', { name: language }).click();
      await page.keyboard.press('Escape');
      await poll(() => page.title()).toBe(title);
      expect(await page.getAttribute('html', 'lang')).toBe(lang);
    }
    expect(portal.problems()).toEqual([]);
  });
});

describe('on a phone', () => {
  it.each([
    ['390', phone],
    ['320', narrowest],
  ])('%s pixels wide has a menu that opens, leads and closes', async (_, screen) => {
    const page = await portal.as('school-ict', '/home', screen);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await isTooWide(page)).toBe(false);
    await page.getByRole('button', { name: 'Mer' }).click();
    const menu = page.getByRole('dialog');
    await menu.getByRole('link', { name: 'Logger' }).click();
    await page.waitForURL('**/logs');
    await poll(() => menu.count()).toBe(0);
    await page.getByRole('navigation').getByRole('link', { name: 'Brukere', exact: true }).click();
    await page.waitForURL('**/users');
    await poll(() => page.title()).toBe('Brukere – Vaktmester');
    expect(await isTooWide(page)).toBe(false);
    expect(portal.problems()).toEqual([]);
  });
});

describe('by the keyboard alone', () => {
  it('one signs in, skips the menu and goes about', async () => {
    const page = await portal.visitor('/central-admin/login');
    await page.getByRole('textbox', { name: 'Passord' }).waitFor();
    await poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('username');
    await page.keyboard.type('sentraladmin');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Fjordby-demo-2026');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/home');

    await userMenu(page).waitFor();
    await page.keyboard.press('Tab');
    await poll(() => focused(page)).toBe('Hopp til hovedinnhold');
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('main');

    const link = page.getByRole('link', { name: 'Sentral administrasjon', exact: true });
    while (!(await link.evaluate((element) => element === document.activeElement))) {
      await page.keyboard.press('Shift+Tab');
    }
    await page.keyboard.press('Enter');
    await page.waitForURL('**/central-admin');
    expect(portal.problems()).toEqual([]);
  });
});
