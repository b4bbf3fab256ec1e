/** A superadmin sends tables and OneRoster packages, and says what the columns of a table hold. */
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';

import { smallSet, zipSet } from '../../src/connectors/source/oneroster/testing.ts';
import { encode } from '../../src/connectors/source/text/testing.ts';
import { standsInEveryLook } from '../support/looks.ts';
import { accessibilityFindings, phone, poll, usePortal } from '../support/portal.ts';

const portal = usePortal({ shareSignIn: true });

/** As a school's secretary saves it from a spreadsheet: the id and the class under headings of her own. */
const listOf = (mark: string) =>
  [
    `Nr ${mark};Fornavn;Etternavn;Lag;Skole;Skapnr`,
    `${mark}1;Åse;Ødegård;7A;Lillevik listeskole;12`,
    `${mark}2;Bjørg;Æsøy;7A;Lillevik listeskole;13`,
    `${mark}3;Kim;Ås;;Lillevik listeskole;`,
    '',
  ].join('\r\n');
/** Nobody has sent such a list before, also when the test is tried again. */
const newMark = () => String(Date.now() % 1_000_000);

async function choose(page: Page, name: string, buffer: Buffer): Promise<void> {
  const field = page.getByLabel('Velg en fil', { exact: true });
  await field.setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
}

it('reads a table in Windows-1252 when one column is corrected, and remembers it', async () => {
  const mark = newMark();
  const list = listOf(mark);
  const page = await portal.as('superadmin', '/tools/import/new');
  await choose(page, 'elever.csv', encode(list, 'windows-1252'));
  const file = page.getByRole('region', { name: 'Valgt fil' });
  await poll(() => file.innerText()).toMatch(
    /Tabell · semikolon mellom kolonnene · Windows-1252 · 6 kolonner/,
  );
  expect(await page.getByLabel('Fornavn').inputValue()).toBe('givenName');
  await page.getByText('3 kolonner blir ikke lest').waitFor();

  // Without an id nobody can be told apart from anybody.
  await page.getByRole('button', { name: 'Prøvekjør', exact: true }).click();
  await page.getByText('Velg kolonnen som skiller personene fra hverandre').waitFor();
  expect(await accessibilityFindings(page)).toEqual([]);

  await page.getByLabel(`Nr ${mark}`).selectOption('Id');
  await page.getByLabel('Lag').selectOption('Klasse');
  // Nobody has said which list it is, nor whether the school is a new one.
  await page.getByText('Velg om filen er hele listen eller bare endringer').waitFor();
  await page.getByText('Svar på hva de ukjente skolene er').waitFor();
  await page.getByLabel('Personene er').selectOption('Elever');
  await page.getByLabel('Hele listen').check();
  await page.getByLabel('Lillevik listeskole').selectOption('En ny skole');
  // Once there is a source there is a list to choose from.
  const feed = page.getByRole('combobox', { name: 'Kilde' });
  if ((await feed.count()) > 0) await feed.selectOption('En ny kilde');
  await page.getByRole('textbox', { name: /Kilde|Navn på kilden/ }).fill(`lillevik ${mark}`);
  const rows = page.getByRole('region', { name: 'De første radene, slik de leses' }).getByRole('table');
  await poll(() => rows.innerText()).toMatch(/Klasse[\s\S]*7A/);
  await page.getByText('1 kolonne blir ikke lest').waitFor();

  await page.getByRole('button', { name: 'Prøvekjør', exact: true }).click();
  await page.getByText('Dette er en prøvekjøring. Ingenting er endret.').waitFor();
  await poll(() => page.getByRole('grid').innerText()).toContain('Åse Ødegård');

  // The columns go along with the file.
  const rehearsal = page.url();
  await page.getByRole('button', { name: 'Importer', exact: true }).click();
  await poll(() => page.url()).not.toBe(rehearsal);
  await page.getByRole('link', { name: 'Se endringene' }).waitFor();
  await poll(() => page.getByRole('grid').innerText()).toContain('Åse Ødegård');
  await page.getByRole('link', { name: /^\d+ Merket$/ }).click();
  await page
    .getByRole('row')
    .filter({ hasText: 'Ukjent kolonne; den er ikke lest' })
    .filter({ hasText: 'Skapnr' })
    .waitFor();

  await page.goto('/tools/import/new');
  await choose(page, 'elever-neste.csv', encode(list.replaceAll(';', '\t'), 'utf-16le with mark'));
  await page.getByText(`Husket fra forrige import av lillevik ${mark}`).waitFor();
  await poll(() => file.innerText()).toMatch(/tabulator mellom kolonnene · UTF-16/);
  expect(await page.getByLabel('Lag').inputValue()).toBe('class');
  expect(portal.problems()).toEqual([]);
});

it('reads a OneRoster package, and refuses a zip that is none', async () => {
  const page = await portal.as('superadmin', '/tools/import/new');
  await choose(page, 'oneroster.zip', zipSet(smallSet));
  await poll(() => page.getByRole('region', { name: 'Valgt fil' }).innerText()).toContain('OneRoster');
  await page.getByRole('button', { name: 'Prøvekjør', exact: true }).click();
  await page.getByText('Dette er en prøvekjøring. Ingenting er endret.').waitFor();
  await poll(() => page.getByRole('grid').innerText()).toContain('Bjørg Æsøy');

  await page.goto('/tools/import/new');
  await choose(page, 'regneark.xlsx', Buffer.from('PK\u0003\u0004 not a zip'));
  await page.getByRole('button', { name: 'Prøvekjør', exact: true }).click();
  await page.getByRole('alert').filter({ hasText: 'Zip-filen er ødelagt' }).waitFor();
});

it('keeps what was said of the columns when the file is refused', async () => {
  const page = await portal.as('superadmin', '/tools/import/new');
  await choose(page, 'tom.csv', Buffer.from('Nr;Navn;Skole\n'));
  await page.getByLabel('Nr', { exact: true }).selectOption('Brukernavn');
  await page.getByLabel('Personene er').selectOption('Elever');
  await page.getByLabel('Hele listen').check();
  await page.getByRole('button', { name: 'Prøvekjør', exact: true }).click();
  await page.getByRole('alert').filter({ hasText: 'Filen har ingen personer' }).waitFor();
  expect(await page.getByLabel('Nr', { exact: true }).inputValue()).toBe('username');
});

it('stands in every look, and on a phone', async () => {
  const page = await portal.as('superadmin', '/tools/import/new', phone);
  await choose(page, 'elever.csv', encode(listOf(newMark()).replaceAll('Lillevik', 'Storvik'), 'utf-8'));
  await page.getByLabel('Lag').selectOption('Klasse');
  await page.getByLabel('Storvik listeskole').waitFor();
  await page.setViewportSize({ width: 1440, height: 900 });
  await standsInEveryLook(page, () => page.getByLabel('Lag').waitFor());
});
