/** Personal numbers: what deviates, and a change of one, registered in time and taken back. */
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';

import { moveBack, moveTo, tomorrow } from '../support/clock.ts';
import { standsInEveryLook } from '../support/looks.ts';
import { accessibilityFindings, poll, usePortal } from '../support/portal.ts';

const portal = usePortal({ shareSignIn: true });

const grid = (page: Page) => page.getByRole('grid');
/** Not the column's head, which sorts. */
const schoolFilter = (page: Page) =>
  page.getByRole('button', { name: 'Skole', exact: true }).and(page.locator('[aria-haspopup]'));

it('says what is wrong with a number and who can put it right, and shows it in full only with a log entry', async () => {
  const page = await portal.as('school-administrator', '/tools/personal-numbers');
  await page.getByRole('button', { name: 'Årsak' }).first().click();
  await page.getByLabel('Feil kontrollsiffer').check();
  await page.keyboard.press('Escape');
  await poll(() => page.url()).toContain('reason=invalidChecksum');
  // The question stands in the address; the rows of the question before are gone for certain then.
  await page.reload();
  const first = grid(page).getByRole('link').first();
  const name = (await first.innerText()).trim();
  await first.click();

  const card = page.getByRole('region', { name });
  await card.getByText('Kontrollsifrene stemmer ikke').waitFor();
  await card.getByText(/^\d{6}\*{5}$/).waitFor();
  await card.getByRole('button', { name: 'Vis nummer' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Vis nummer' }).click();
  await card.getByText(/^\d{11}$/).waitFor();
  await card.getByRole('button', { name: 'Skjul' }).click();
  expect(page.url()).not.toMatch(/\d{11}/);

  await card.getByRole('link').first().click();
  await page.getByRole('link', { name: 'Endringslogg' }).click();
  await poll(() => page.locator('section.ui-drawer').innerText()).toContain('Viste fødselsnummer');
  expect(portal.problems()).toEqual([]);
});

it('is narrowed to one of the schools by those who see all of them', async () => {
  const page = await portal.as('superadmin', '/tools/personal-numbers');
  for (const tab of ['Avvik', 'Dubletter', 'Endringer']) {
    await page.getByRole('link', { name: tab, exact: true }).click();
    await schoolFilter(page).waitFor();
  }
  await page.getByRole('link', { name: 'Avvik', exact: true }).click();
  const school = (await grid(page).getByRole('row').nth(1).getByRole('gridcell').first().innerText()).trim();
  await schoolFilter(page).click();
  await page.getByRole('searchbox', { name: /skole/i }).last().fill(school);
  await page.getByRole('radio', { name: school }).check();
  await page.keyboard.press('Escape');
  await poll(() => page.url()).toContain('school=');
  await page.reload();
  await grid(page).getByRole('link').first().waitFor();
  const rows = await grid(page).getByRole('row').allInnerTexts();
  expect(rows.slice(1).filter((row) => !row.includes(school))).toEqual([]);
});

it('registers a change of number before 16:00, holds it after, and takes it back the next morning', async () => {
  const page = await portal.as('superadmin', '/tools/personal-numbers?reason=missing');
  await moveTo(page, tomorrow(), '10:00');
  try {
    await page.reload();
    const first = grid(page).getByRole('link').first();
    const name = (await first.innerText()).trim();
    await first.click();
    await page.getByRole('region', { name }).getByRole('button', { name: 'Registrer endring' }).click();
    const dialog = page.getByRole('dialog', { name: `Nytt fødselsnummer for ${name}` });
    await dialog.getByLabel('Nytt nummer').fill('01891298765');
    await dialog.getByRole('button', { name: 'Kontroller nummeret' }).click();
    await dialog.getByText(/men ikke gyldig/).waitFor();
    await dialog.getByRole('button', { name: 'Registrer', exact: true }).click();
    await dialog
      .getByText(/Kontrollsifrene stemmer ikke/)
      .first()
      .waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    // What the source gives people who have no number yet.
    await dialog.getByLabel('Nytt nummer').fill('010112PROVE77');
    await dialog.getByRole('button', { name: 'Kontroller nummeret' }).click();
    await dialog.getByText(/gyldig og ikke i bruk/).waitFor();
    await dialog.getByRole('button', { name: 'Registrer', exact: true }).click();
    await page.getByText('Endringen er registrert og utføres ved neste import').first().waitFor();

    await page.getByRole('link', { name: 'Endringer', exact: true }).click();
    await grid(page).getByRole('link', { name }).click();
    const card = page.getByRole('region', { name });
    await card.getByText(/→ 010112\*+/).waitFor();
    await card.getByRole('button', { name: 'Slett', exact: true }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Slett', exact: true }).click();
    await poll(() => grid(page).getByRole('link', { name }).count()).toBe(0);

    await moveTo(page, tomorrow(), '16:30');
    await page.getByRole('button', { name: 'Registrer endring' }).first().click();
    await page.getByRole('dialog').getByText('Stengt for endringer nå').waitFor();
  } finally {
    await page.keyboard.press('Escape');
    await moveBack(page);
  }
});

it('lays accounts with one number side by side, and asks which of them is kept', async () => {
  const page = await portal.as('superadmin', '/tools/personal-numbers/duplicates');
  await grid(page).getByRole('link').first().click();
  const table = page.getByRole('table', { name: 'Kontoene side om side' });
  await table.getByRole('row', { name: /^Siste innlogging/ }).waitFor();
  expect(await table.getByRole('columnheader').count()).toBe(3);
  await page.getByRole('button', { name: 'Slå sammen' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Slå sammen kontoene?' });
  await poll(() => dialog.getByRole('radio').count()).toBe(2);
  expect(await accessibilityFindings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Avbryt' }).click();
  await page.getByRole('button', { name: 'To forskjellige personer' }).waitFor();
});

it('shows school ICT the deviations of the school, and no changes', async () => {
  const page = await portal.as('school-ict', '/tools/personal-numbers');
  await grid(page).getByRole('link').first().waitFor();
  expect(await page.getByRole('link', { name: 'Endringer', exact: true }).count()).toBe(0);
  expect(await schoolFilter(page).count()).toBe(0);
  await page.goto('/logs/numbers');
  await page.getByText('Du har ikke tilgang til dette').waitFor();
});

it('stands in every look', async () => {
  const page = await portal.as('superadmin', '/tools/personal-numbers');
  await standsInEveryLook(page, () => grid(page).getByRole('link').first().waitFor());
  await grid(page).getByRole('link').first().click();
  await standsInEveryLook(page, () => page.getByRole('heading', { name: 'Hva er galt' }).waitFor());
  for (const path of [
    '/tools/personal-numbers/duplicates',
    '/tools/personal-numbers/changes',
    '/logs/numbers',
  ]) {
    await page.goto(path);
    await standsInEveryLook(page, () => page.getByRole('heading', { level: 1 }).waitFor());
  }
});
