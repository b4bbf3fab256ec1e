/** Temporary access and blocks: ordered by the school administrator, seen by school ICT, ended or taken back. */
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';

import { inDays } from '../support/days.ts';
import { standsInEveryLook } from '../support/looks.ts';
import { accessibilityFindings, nameOf, poll, usePortal } from '../support/portal.ts';

const portal = usePortal({ shareSignIn: true });

const grid = (page: Page) => page.getByRole('grid');
/** By the name at its head: others are named in it as those who registered it. */
const rowOf = (page: Page, name: string) =>
  grid(page)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name }) });

/** Somebody who works at another school than the administrator and has had no access there. */
async function somebodyElsewhere(): Promise<{ name: string; userName: string }> {
  const boss = await portal.as('superadmin', '/users?userType=employees');
  await grid(boss).getByRole('link').first().waitFor();
  const leader = await portal.as('school-administrator', '/users?userType=employees');
  await grid(leader).getByRole('link').first().waitFor();
  const own = new Set(await userNames(leader));
  await leader.goto('/tools/temporary-access');
  await leader.getByRole('button', { name: 'Gi midlertidig tilgang' }).first().waitFor();
  const known = new Set(
    (await grid(leader).getByRole('rowheader').allInnerTexts()).map((text) => text.trim()),
  );
  const person = (await rows(boss)).find(({ name, userName }) => !own.has(userName) && !known.has(name));
  if (!person) throw new Error('Nobody works at another school');
  return person;
}

async function rows(page: Page): Promise<{ name: string; userName: string }[]> {
  const drawn = await grid(page).getByRole('row').all();
  const read = await Promise.all(
    drawn.map(async (row) => ({
      name: await row.getByRole('rowheader').allInnerTexts(),
      cells: await row.getByRole('gridcell').allInnerTexts(),
    })),
  );
  return read.flatMap(({ name: [name], cells }) => {
    const userName = cells.find((text) => /^[a-z0-9.]+$/.test(text.trim()))?.trim();
    return name && userName ? [{ name: name.trim(), userName }] : [];
  });
}

const userNames = async (page: Page) => (await rows(page)).map(({ userName }) => userName);

async function choosePerson(page: Page, typed: string, option: RegExp): Promise<void> {
  await page.getByRole('combobox', { name: 'Bruker' }).fill(typed);
  await page.getByRole('option', { name: option }).click();
}

it('orders temporary access for somebody of another school, changes it and takes it back', async () => {
  const { name, userName } = await somebodyElsewhere();
  const page = await portal.as('school-administrator', '/tools/temporary-access');
  await page.getByRole('button', { name: 'Gi midlertidig tilgang' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Gi midlertidig tilgang' });
  await dialog.getByRole('button', { name: 'Registrer tilgang' }).click();
  await dialog.getByText('Rett opp').waitFor();
  expect(await accessibilityFindings(page)).toEqual([]);

  await choosePerson(page, userName, new RegExp(userName));
  await dialog.getByRole('textbox', { name: /^Første dag/ }).fill(inDays(10));
  await dialog.getByRole('textbox', { name: /^Siste dag/ }).fill(inDays(500));
  await dialog.getByLabel(/^Kommentar/).fill('Vikar i naturfag');
  await dialog.getByRole('button', { name: 'Registrer tilgang' }).click();
  await dialog.getByText('Kan ikke vare lenger enn ett år').first().waitFor();
  await dialog.getByRole('textbox', { name: /^Siste dag/ }).fill(inDays(20));
  await dialog.getByRole('button', { name: 'Registrer tilgang' }).click();
  await poll(() => rowOf(page, name).innerText()).toMatch(/Ansatt[\s\S]*Planlagt[\s\S]*Vikar i naturfag/);

  // One at a time for a person at a school.
  await page.getByRole('button', { name: 'Gi midlertidig tilgang' }).first().click();
  await choosePerson(page, userName, new RegExp(userName));
  await dialog.getByRole('textbox', { name: /^Første dag/ }).fill(inDays(30));
  await dialog.getByRole('textbox', { name: /^Siste dag/ }).fill(inDays(40));
  await dialog.getByRole('button', { name: 'Registrer tilgang' }).click();
  await dialog.getByText('Brukeren har allerede midlertidig tilgang ved skolen').first().waitFor();
  await dialog.getByRole('button', { name: 'Avbryt' }).click();

  await rowOf(page, name).getByRole('link').first().click();
  const card = page.getByRole('region', { name });
  await card.getByRole('textbox', { name: /^Siste dag/ }).fill(inDays(25));
  await card.getByRole('button', { name: 'Lagre endringer' }).click();
  await poll(() => rowOf(page, name).innerText()).toContain(inDays(25));

  await card.getByRole('button', { name: 'Slett', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Slett', exact: true }).click();
  await page.getByText(`Den planlagte tilgangen til ${name} er slettet`).first().waitFor();
  await poll(() => rowOf(page, name).count()).toBe(0);
});

it('starts at once where asked to, is seen by school ICT without being theirs, and ends at the next import', async () => {
  const { name, userName } = await somebodyElsewhere();
  const page = await portal.as('school-administrator', '/tools/temporary-access');
  await page.getByRole('button', { name: 'Gi midlertidig tilgang' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Gi midlertidig tilgang' });
  await choosePerson(page, userName, new RegExp(userName));
  await dialog.getByRole('checkbox', { name: /Start straks/ }).check();
  await poll(() => dialog.getByRole('textbox', { name: /^Første dag/ }).count()).toBe(0);
  await dialog.getByRole('textbox', { name: /^Siste dag/ }).fill(inDays(5));
  await dialog.getByRole('checkbox', { name: /IKT-ansvarlig kan endre/ }).uncheck();
  await dialog.getByRole('button', { name: 'Registrer tilgang' }).click();
  await poll(() => rowOf(page, name).innerText()).toContain('Aktiv');
  // It ends within two weeks, so that is told.
  await page
    .getByText(/bør ses på/)
    .first()
    .waitFor();

  const ict = await portal.as('school-ict', '/tools/temporary-access');
  await rowOf(ict, name).getByRole('link').first().click();
  const theirs = ict.getByRole('region', { name });
  await theirs.getByText(/Bare skoleadministrator/).waitFor();
  expect(await theirs.getByRole('button', { name: 'Avslutt' }).count()).toBe(0);
  await theirs.getByRole('link', { name: userName }).click();
  await ict.locator('section.ui-drawer').getByRole('link', { name: 'Tilganger' }).click();
  await ict.getByRole('region', { name: 'Midlertidig tilgang' }).getByText('Aktiv').first().waitFor();

  await rowOf(page, name).getByRole('link').first().click();
  await page.getByRole('region', { name }).getByRole('button', { name: 'Avslutt' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Avslutt' }).click();
  await poll(() => rowOf(page, name).innerText()).toContain('Avsluttes');
});

it('tells at home what should be looked at, and leads there', async () => {
  const page = await portal.as('school-administrator');
  const concern = page.getByRole('listitem').filter({ hasText: /midlertidig.* bør ses på/i });
  await concern.getByRole('link', { name: 'Se tilgangene' }).click();
  await page.getByRole('heading', { level: 1, name: 'Midlertidig tilgang' }).waitFor();
  await poll(() => grid(page).getByRole('link').count()).toBeGreaterThan(0);
  expect(page.url()).toContain('warning=');
});

it('blocks somebody of the school from a day, but not oneself, and takes it back', async () => {
  const page = await portal.as('school-administrator', '/tools/blocked-access');
  await page.getByRole('button', { name: 'Sperr en bruker' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Sperr en bruker' });
  await choosePerson(page, nameOf('school-administrator'), new RegExp(nameOf('school-administrator')));
  await dialog.getByRole('textbox', { name: /^Første dag/ }).fill(inDays(30));
  await dialog.getByRole('textbox', { name: /^Siste dag/ }).fill(inDays(40));
  await dialog.getByRole('button', { name: 'Registrer sperre' }).click();
  await dialog.getByText('Du kan ikke sperre deg selv').first().waitFor();

  const name = nameOf('teacher');
  await choosePerson(page, name, new RegExp(name));
  await dialog.getByRole('button', { name: 'Registrer sperre' }).click();
  await poll(() => rowOf(page, name).innerText()).toContain('Planlagt');
  await rowOf(page, name).getByRole('link').first().click();
  await page.getByRole('region', { name }).getByRole('button', { name: 'Slett', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Slett', exact: true }).click();
  await poll(() => rowOf(page, name).count()).toBe(0);
});

it('is not for teachers', async () => {
  const page = await portal.as('teacher', '/tools/temporary-access');
  await page.getByText('Du har ikke tilgang til dette').waitFor();
});

it('stands in every look', async () => {
  const page = await portal.as('school-administrator', '/tools/temporary-access');
  await standsInEveryLook(page, () => page.getByRole('link', { name: 'Sperret tilgang' }).waitFor());
  await grid(page).getByRole('link').first().click();
  await standsInEveryLook(page, () => page.getByRole('heading', { level: 2 }).first().waitFor());
  await page.goto('/tools/blocked-access');
  await standsInEveryLook(page, () => page.getByRole('link', { name: 'Sperret tilgang' }).waitFor());
});
