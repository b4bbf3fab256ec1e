/** Accounts closed for a period: one person's, those one picks, and everybody's in a group. */
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';

import { inDays } from '../support/days.ts';
import { standsInEveryLook } from '../support/looks.ts';
import { accessibilityFindings, nameOf, poll, usePortal } from '../support/portal.ts';

const portal = usePortal({ shareSignIn: true });

/** By the name at its head: others are named in it as those who registered it. */
const rowOf = (page: Page, name: string) =>
  page
    .getByRole('grid')
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name }) });

it('closes one account from the card at once, and opens it again', async () => {
  const page = await portal.as('school-ict', '/users?userType=students');
  await page.getByRole('grid').getByRole('link').nth(7).click();
  const card = page.locator('section.ui-drawer');
  await card.getByRole('link', { name: 'Deaktivering' }).click();
  const name = await card.getByRole('heading', { level: 2 }).innerText();
  await card.getByRole('button', { name: 'Deaktiver kontoen' }).first().click();

  const dialog = page.getByRole('dialog', { name: `Deaktiver ${name}` });
  await dialog.getByRole('textbox', { name: /^Åpnes igjen/ }).fill(inDays(0));
  await dialog.getByRole('button', { name: 'Deaktiver', exact: true }).click();
  await dialog.getByText('Dagen kontoen åpnes, må være etter første dag').first().waitFor();
  expect(await accessibilityFindings(page)).toEqual([]);
  await dialog.getByRole('textbox', { name: /^Åpnes igjen/ }).fill(inDays(3));
  await dialog.getByRole('button', { name: 'Deaktiver', exact: true }).click();
  await poll(() => card.innerText()).toMatch(/Deaktivert[\s\S]*Stengt nå/);
  await card.getByRole('link', { name: 'Oversikt' }).click();
  await card.getByText(/^Kontoen er stengt til \d\d\.\d\d\.\d{4}$/).waitFor();
  await card.getByRole('link', { name: 'Deaktivering' }).click();

  await card.getByRole('button', { name: 'Aktiver nå' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Aktiver nå' }).click();
  await poll(() => card.innerText()).not.toContain('Stengt nå');
});

it('closes those one picks, and says who was left out', async () => {
  const page = await portal.as('school-ict', '/tools/deactivations');
  await page.getByRole('button', { name: 'Deaktiver brukere' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Deaktiver brukere' });
  await dialog.getByRole('button', { name: 'Deaktiver', exact: true }).click();
  await dialog.getByText('Hvem må fylles ut').first().waitFor();

  for (const part of ['school-ict', 'teacher'] as const) {
    const search = dialog.getByRole('searchbox');
    await search.fill(nameOf(part));
    await dialog
      .getByRole('checkbox', { name: new RegExp(nameOf(part)) })
      .first()
      .check();
  }
  await dialog.getByRole('textbox', { name: /^Første dag/ }).fill(inDays(20));
  await dialog.getByRole('textbox', { name: /^Åpnes igjen/ }).fill(inDays(22));
  await dialog.getByRole('button', { name: 'Deaktiver', exact: true }).click();
  await dialog.getByText('Du kan ikke deaktivere din egen konto').waitFor();
  await dialog.getByRole('button', { name: 'Lukk' }).last().click();
  await page.getByRole('searchbox').fill(nameOf('teacher'));
  await poll(() => rowOf(page, nameOf('teacher')).first().innerText()).toContain('Planlagt');
  expect(await rowOf(page, nameOf('school-ict')).count()).toBe(0);
});

it('closes a whole class for a period, and takes it back', async () => {
  const page = await portal.as('school-ict', '/groups?type=class');
  await page.getByRole('grid').getByRole('link').first().click();
  await page.getByRole('link', { name: 'Deaktivering' }).click();
  await page.getByRole('button', { name: 'Deaktiver alle i gruppen' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: /^Første dag/ }).fill(inDays(40));
  await dialog.getByRole('textbox', { name: /^Åpnes igjen/ }).fill(inDays(41));
  await dialog.getByLabel(/^Kommentar/).fill('Juleferie');
  await dialog.getByRole('button', { name: 'Deaktiver', exact: true }).click();
  await poll(() => page.getByRole('grid').getByText('Planlagt').count()).toBeGreaterThan(3);

  await page.getByRole('checkbox', { name: 'Velg alle som passer' }).check();
  await page.getByRole('button', { name: 'Slett planlagt' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Slett planlagt' }).click();
  await page.getByText('Ingen er deaktivert gjennom gruppen').waitFor();
});

it('stands in every look', async () => {
  const page = await portal.as('school-ict', '/tools/deactivations');
  await standsInEveryLook(page, () => page.getByRole('grid').getByRole('link').first().waitFor());
  await page.getByRole('button', { name: 'Deaktiver brukere' }).first().click();
  await standsInEveryLook(page, () => page.getByRole('dialog', { name: 'Deaktiver brukere' }).waitFor());
});
