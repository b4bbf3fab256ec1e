/** A superadmin uploads a file, rehearses it, imports it and sends back what it could not give. */
import { readFile } from 'node:fs/promises';

import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';

import { file, group, members, person, school } from '../../src/server/import/testing.ts';
import { standsInEveryLook } from '../support/looks.ts';
import { accessibilityFindings, phone, poll, usePortal } from '../support/portal.ts';

const portal = usePortal({ shareSignIn: true });

const night = file(
  person({ id: 'e2e-1', given: 'Prøve', family: 'Østby', number: '09119311111' }),
  person({ id: 'e2e-2', given: 'Ønske', family: 'Ånestad' }),
  school('e2e-s', 'Lillevik prøveskole'),
  group('e2e-7a', 'e2e-s', 1, '7A'),
  members('e2e-s', ['e2e-1', 'e2e-2']),
  members('e2e-7a', ['e2e-1', 'ukjent']),
)
  .replaceAll('<source>sas<', '<source>e2e<')
  .replace('<datasource>sas<', '<datasource>e2e<');

async function choose(page: Page, name: string, text: string): Promise<void> {
  await page
    .getByLabel('Velg en fil', { exact: true })
    .setInputFiles({ name, mimeType: 'text/xml', buffer: Buffer.from(text) });
}

it('rehearses a file, imports it, and gives back what it could not take', async () => {
  const page = await portal.as('superadmin', '/tools/import');
  await page.getByRole('link', { name: 'Ny import' }).click();
  await choose(page, 'kveld.xml', night);
  await page.getByRole('button', { name: 'Prøvekjør', exact: true }).click();

  await page.getByText('Dette er en prøvekjøring. Ingenting er endret.').waitFor();
  const tiles = page.getByRole('main').getByRole('list').first();
  await poll(() => tiles.innerText()).toMatch(/2\s+Nye/);
  await poll(() => page.getByRole('grid').innerText()).toContain('Ønske Ånestad');
  const rehearsal = page.url();

  await page.getByRole('button', { name: 'Importer', exact: true }).click();
  await poll(() => page.url()).not.toBe(rehearsal);
  await page.getByText('Ferdig', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Se endringene' }).waitFor();

  await page.getByRole('link', { name: /Avvist og merket/ }).click();
  await poll(() => page.getByRole('grid').innerText()).toContain('Personen finnes ikke i filen');

  await page.getByRole('button', { name: 'Last ned avviste' }).click();
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Som CSV' }).click(),
  ]);
  const text = await readFile(await saved.path(), 'utf8');
  expect(saved.suggestedFilename()).toMatch(/^kveld \d+\.csv$/);
  expect(text).toContain('Personen finnes ikke i filen');
  expect(text).not.toContain('09119311111');

  await page.getByRole('link', { name: 'Plan', exact: true }).click();
  await page.getByRole('link', { name: 'Prøve Østby' }).click();
  await page.getByRole('region', { name: 'Prøve Østby' }).waitFor();

  await page.goto('/tools/import');
  await page.getByRole('columnheader', { name: 'Skole' }).waitFor();
  await page.getByRole('button', { name: 'Kilde', exact: true }).first().click();
  await page.getByLabel('e2e', { exact: true }).check();
  await page.keyboard.press('Escape');
  // The rehearsal and the import.
  await poll(() => page.getByRole('grid').getByRole('row').count()).toBe(3);
  expect(portal.problems()).toEqual([]);
});

it('says line and column of a broken file, and that nothing was changed', async () => {
  const page = await portal.as('superadmin', '/tools/import/new');
  await choose(page, 'brutt.xml', night.replace('</name>', '</navn>'));
  await page.getByRole('button', { name: 'Prøvekjør', exact: true }).click();
  const refusal = page.getByRole('alert').filter({ hasText: 'Filen ble ikke importert' });
  await poll(() => refusal.innerText()).toMatch(
    /ødelagt på linje \d+, kolonne \d+[\s\S]*Ingenting er endret/,
  );
  expect(await accessibilityFindings(page)).toEqual([]);

  await refusal.getByRole('link', { name: 'Se kjøringen' }).click();
  await page.getByRole('heading', { level: 1, name: 'brutt.xml' }).waitFor();
  await page.getByText(/ødelagt på linje \d+/).waitFor();
});

it('refuses what is empty, and what is another kind of XML', async () => {
  const page = await portal.as('superadmin', '/tools/import/new');
  for (const [text, reason] of [
    ['', 'Filen er tom.'],
    ['<html/>', 'ikke PIFU-IMS'],
  ] as const) {
    await choose(page, 'feil.xml', text);
    await page.getByRole('button', { name: 'Prøvekjør', exact: true }).click();
    await page.getByRole('alert').filter({ hasText: reason }).waitFor();
    await page.getByRole('button', { name: 'Velg en annen fil' }).click();
  }
});

it('sees what is something else before it is sent', async () => {
  const page = await portal.as('superadmin', '/tools/import/new');
  for (const [text, reason] of [
    ['%PDF-1.7\n', 'Filen er verken PIFU-IMS, OneRoster, School Data Sync eller en tabell.'],
    ['bare tekst\nog mer tekst\n', 'Filen er ikke en tabell med kolonner.'],
  ] as const) {
    await choose(page, 'feil.xml', text);
    await page.getByRole('alert').filter({ hasText: reason }).waitFor();
    expect(await page.getByRole('button', { name: 'Prøvekjør', exact: true }).count()).toBe(0);
    await page.getByRole('button', { name: 'Velg en annen fil' }).click();
  }
});

it('shows school ICT what came, but not the upload', async () => {
  const page = await portal.as('school-ict', '/tools/import');
  await page.getByRole('row').nth(1).waitFor();
  expect(await page.getByRole('link', { name: 'Ny import' }).count()).toBe(0);
  await page.getByRole('grid').getByRole('link').first().press('Enter');
  await page.waitForURL(/\/tools\/import\/\d+$/);
  // The keyboard goes on in the page it came to, not at the menu again.
  await poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main');
  await page.goto('/tools/import/new');
  await page.getByText('Du har ikke tilgang til dette').waitFor();
});

it('begins at its title on a phone, whose tabs lie far below', async () => {
  const page = await portal.as('superadmin', '/tools/import/1', phone);
  await page.getByRole('grid').getByRole('row').nth(2).waitFor();
  const title = await page.getByRole('heading', { level: 1 }).boundingBox();
  const tabs = await page.getByRole('navigation', { name: 'Kjøringen' }).boundingBox();
  expect(title?.y).toBeGreaterThanOrEqual(0);
  expect(tabs?.y).toBeGreaterThan(phone.height ?? 0);
});

it('stands in every look', async () => {
  const page = await portal.as('superadmin', '/tools/import/1');
  await standsInEveryLook(page, () => page.getByRole('grid').getByRole('row').nth(2).waitFor());
  for (const path of ['/tools/import', '/tools/import/new']) {
    await page.goto(path);
    await standsInEveryLook(page, () => page.getByRole('heading', { level: 1 }).waitFor());
  }
});
