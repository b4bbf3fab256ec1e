/** A list as its reader wants it: columns made wider, kept as a view; and exactly the chosen people taken out. */
import { readFile } from 'node:fs/promises';

import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';

import { poll, usePortal } from '../support/portal.ts';

const portal = usePortal({ shareSignIn: true });

const head = (page: Page, name: string) => page.getByRole('columnheader', { name, exact: true });
const widthOf = async (page: Page, name: string) => (await head(page, name).boundingBox())?.width ?? 0;

async function open(query = ''): Promise<Page> {
  const page = await portal.as('school-ict', `/users${query}`);
  await page.getByRole('grid').getByRole('link').first().waitFor();
  return page;
}

it('makes a column wider by key and by pointer, and keeps it in a view', async () => {
  const page = await open('?userType=students');
  const before = await widthOf(page, 'Brukernavn');
  await head(page, 'Brukernavn').getByRole('button').focus();
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Shift+ArrowRight');
  await poll(() => widthOf(page, 'Brukernavn')).toBeGreaterThan(before + 20);

  const box = await head(page, 'Navn').boundingBox();
  if (!box) throw new Error('The head is not drawn');
  await page.mouse.move(box.x + box.width, box.y + 10);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width + 60, box.y + 10, { steps: 4 });
  await page.mouse.up();
  await poll(() => page.url()).toMatch(/widths=.*name\.\d+/);
  await poll(() => widthOf(page, 'Navn')).toBeGreaterThan(box.width + 40);
  const wide = await widthOf(page, 'Navn');

  await page.getByRole('button', { name: 'Visninger' }).click();
  await page.getByLabel('Navn på visningen').fill('Brede navn');
  await page.getByRole('button', { name: 'Lagre denne visningen' }).click();
  await page.getByText('Visningen «Brede navn» er lagret').waitFor();

  const other = await open();
  expect(await widthOf(other, 'Navn')).not.toBe(wide);
  await other.getByRole('button', { name: 'Visninger' }).click();
  await other.getByRole('button', { name: 'Brede navn', exact: true }).click();
  await poll(() => other.url()).toContain('userType=students');
  await poll(() => widthOf(other, 'Navn')).toBe(wide);

  await other.getByRole('button', { name: 'Kolonner' }).click();
  await other.getByRole('button', { name: 'Gjør Brukernavn smalere' }).click();
  await other.getByRole('button', { name: 'Standardkolonner' }).click();
  await poll(() => other.url()).not.toContain('widths=');
  await other.keyboard.press('Escape');
  await other.getByRole('button', { name: 'Visninger' }).click();
  await other.getByRole('button', { name: 'Slett visningen «Brede navn»' }).click();
  await other.getByText('Visningen «Brede navn» er slettet').waitFor();
  expect(portal.problems()).toEqual([]);
});

it('takes out everybody but those who were taken away', async () => {
  const page = await open('?userType=employees');
  const all = Number((await page.locator('.list-count').innerText()).replaceAll(/\D/g, ''));
  await page.getByRole('checkbox', { name: 'Velg alle som passer' }).check();
  const first = page.getByRole('row').nth(1);
  const name = await first.getByRole('gridcell').nth(1).innerText();
  await first.getByRole('checkbox').uncheck();
  await page.getByRole('button', { name: 'Eksporter' }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'CSV' }).last().click(),
  ]);
  const text = await readFile(await file.path(), 'utf8');
  expect(text.trim().split('\n')).toHaveLength(all);
  expect(text).not.toContain(`;${name};`);
});

it('asks before a person’s card with typed text is left', async () => {
  const page = await open('?userType=employees');
  await page.getByRole('grid').getByRole('link').first().click();
  await page.getByLabel('Beskrivelse').fill('Halvferdig');
  await page.getByRole('link', { name: 'Brukergrupper' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Bli på siden' }).click();
  expect(await page.getByLabel('Beskrivelse').inputValue()).toBe('Halvferdig');
});
