/** The list of users with the whole of Fjordby behind it. */
import { readFile } from 'node:fs/promises';

import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';

import {
  accessibilityFindings,
  isTooWide,
  nameOf,
  narrowest,
  phone,
  poll,
  usePortal,
  choose,
} from '../support/portal.ts';

const portal = usePortal({ shareSignIn: true });

const count = async (page: Page) =>
  Number((await page.locator('.list-count').innerText()).replaceAll(/\D/g, ''));
const names = (page: Page) => page.getByRole('grid').getByRole('rowheader').allInnerTexts();

async function list(query = '', screen = {}) {
  const page = await portal.as('school-ict', `/users${query}`, screen);
  await page.getByRole('grid').getByRole('link').first().waitFor();
  return page;
}

describe('finding people', () => {
  it('adds up: pupils and employees are everybody', async () => {
    const page = await list();
    const all = await count(page);
    await choose(page.getByRole('radio', { name: 'Elever' }));
    await poll(() => count(page)).not.toBe(all);
    const students = await count(page);
    await choose(page.getByRole('radio', { name: 'Ansatte' }));
    await poll(() => count(page)).toBe(all - students);
    expect(page.url()).toContain('userType=employees');
  });

  it('narrows by class, and the address opens the same list', async () => {
    const page = await list('?userType=students');
    const all = await count(page);
    await page.getByRole('button', { name: 'Klasse', exact: true }).click();
    await page.getByLabel('7A').check();
    await page.keyboard.press('Escape');
    await poll(() => count(page)).toBeLessThan(all);
    const narrowed = await count(page);
    await page.reload();
    await poll(() => count(page)).toBe(narrowed);
    await page.goBack();
    await poll(() => count(page)).toBe(all);
  });

  it('sorts by any column, both ways', async () => {
    const page = await list();
    await page.getByRole('columnheader', { name: 'Brukernavn' }).getByRole('button').click();
    await poll(() => page.url()).toContain('sort=userName');
    const up = await names(page);
    await page.getByRole('columnheader', { name: 'Brukernavn' }).getByRole('button').click();
    await poll(() => names(page)).not.toEqual(up);
    expect(page.url()).toContain('sort=-userName');
  });

  it('says so when nobody matches, keeps the search and offers to reset', async () => {
    const page = await list();
    await page.keyboard.press('/');
    await page.keyboard.type('ingen heter dette');
    await page.getByRole('heading', { name: 'Ingen brukere passer' }).waitFor();
    await page.getByRole('button', { name: 'Nullstill' }).last().click();
    await page.getByRole('grid').getByRole('link').first().waitFor();
  });

  it('saves a view and finds it again', async () => {
    const page = await list('?userType=students&sort=-userName');
    await page.getByRole('button', { name: 'Visninger' }).click();
    await page.getByLabel('Navn på visningen').fill('Elever baklengs');
    await page.getByRole('button', { name: 'Lagre denne visningen' }).click();
    await page.getByText('Visningen «Elever baklengs» er lagret').waitFor();

    await page.goto('/users');
    await page.getByRole('button', { name: 'Visninger' }).click();
    await page.getByText('Elever baklengs', { exact: true }).click();
    await poll(() => page.url()).toMatch(/sort=-userName/);
    expect(page.url()).toContain('userType=students');
  });
});

describe('the card', () => {
  it('has an address of its own, and back closes it', async () => {
    const name = nameOf('teacher');
    const page = await list(`?search=${encodeURIComponent(name)}`);
    await page.getByRole('grid').getByRole('link').first().click();
    await page.getByRole('region', { name }).getByRole('heading', { name }).waitFor();
    const address = page.url();
    await page.goBack();
    await poll(() => page.getByRole('region', { name }).count()).toBe(0);

    await page.goto(address);
    const card = page.getByRole('region', { name });
    await card.getByRole('link', { name: 'Grupper', exact: true }).click();
    await card.getByRole('grid').getByRole('link').first().waitFor();
    expect(page.url()).toContain('tab=groups');
    await page.keyboard.press('Escape');
    await poll(() => page.url()).not.toContain('open=');
  });

  it('says that somebody is not to be found', async () => {
    const page = await portal.as('school-ict', '/users?open=finnesikke9999');
    await page.getByRole('alert').filter({ hasText: 'Finnes ikke' }).waitFor();
  });

  it('shows a teacher the facts without a form', async () => {
    const page = await portal.as('teacher', '/users?userType=students');
    await page.getByRole('grid').getByRole('link').first().click();
    await page.getByRole('heading', { name: 'Konto' }).waitFor();
    expect(await page.getByRole('button', { name: 'Lagre endringer' }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Eksporter' }).count()).toBe(0);
  });
});

describe('taking people out', () => {
  it('exports what the filters leave, with the columns as they are', async () => {
    const page = await list('?userType=students');
    const expected = await count(page);
    await page.getByRole('button', { name: 'Eksporter' }).click();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'CSV' }).first().click(),
    ]);
    const text = await readFile(await file.path(), 'utf8');
    const lines = text.trim().split('\n');
    expect(lines[0]).toContain('Brukernavn');
    expect(lines).toHaveLength(expected + 1);
  });

  it('exports the chosen ones only', async () => {
    const page = await list('?userType=students');
    const boxes = page.getByRole('grid').getByRole('checkbox');
    await boxes.nth(1).check();
    await boxes.nth(3).check();
    await page.getByRole('toolbar', { name: 'Handlinger for de valgte' }).getByText('2 valgt').waitFor();
    await page.getByRole('button', { name: 'Eksporter' }).click();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'CSV' }).last().click(),
    ]);
    expect((await readFile(await file.path(), 'utf8')).trim().split('\n')).toHaveLength(3);
  });
});

describe('for everybody', () => {
  it.each(['light', 'dark'] as const)('has nothing for axe to find, in %s, list and card', async (scheme) => {
    const page = await list('', { scheme });
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.getByRole('grid').getByRole('link').first().click();
    await page.getByRole('heading', { name: 'Konto' }).waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
  });

  it('is used by keyboard alone', async () => {
    const page = await list();
    await page.keyboard.press('/');
    await page.keyboard.type('a');
    await poll(() => page.url()).toContain('search=a');
    await page.getByRole('grid').getByRole('rowheader').first().focus();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await poll(() => page.url()).toContain('open=');
  });

  it.each([phone, narrowest])('fits a screen of $width pixels', async (screen) => {
    const page = await list('', screen);
    expect(await isTooWide(page)).toBe(false);
    await page.getByRole('grid').getByRole('link').first().click();
    await page.getByRole('dialog').getByRole('heading', { name: 'Konto' }).waitFor();
    expect(await isTooWide(page)).toBe(false);
    expect(await accessibilityFindings(page)).toEqual([]);
  });

  it('speaks nynorsk and English', async () => {
    const page = await list();
    for (const [language, title] of [
      ['nn-NO', 'Brukarar'],
      ['en-US', 'Users'],
    ]) {
      await page.evaluate((chosen) => localStorage.setItem('language', chosen ?? ''), language);
      await page.reload();
      await page.getByRole('heading', { level: 1, name: title ?? '' }).waitFor();
      expect(await page.locator('body').innerText()).not.toMatch(/\b(column|filter|choice|field|part)\.\w/);
    }
  });
});
