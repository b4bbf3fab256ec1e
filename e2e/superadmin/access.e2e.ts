/** Who has what role where: given as the principal ordered, changed, taken away; and who can do what with one person. */
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';

import { standsInEveryLook } from '../support/looks.ts';
import { nameOf, poll, usePortal } from '../support/portal.ts';

const portal = usePortal({ shareSignIn: true });

/** Until the answer to what is typed has come, others stand there. */
const offered = (page: Page, text: string) => page.getByRole('option').filter({ hasText: text }).first();

it('gives roles at a school as its principal ordered, and takes them away', async () => {
  const page = await portal.as('superadmin', '/superadmin/access');
  await page.getByRole('button', { name: 'Gi tilgang' }).click();
  const dialog = page.getByRole('dialog', { name: 'Gi tilgang ved en skole' });
  const choose = async (label: string, text: string) => {
    await dialog.getByRole('combobox', { name: label }).fill(text);
    await offered(page, text).click();
  };
  await choose('Person', nameOf('principal'));
  await choose('Skole', 'Granlia');
  await dialog.getByRole('checkbox', { name: 'Gruppeadministrator' }).check();
  await choose('Bestilt av', nameOf('school-administrator'));
  await standsInEveryLook(page, () => dialog.getByRole('checkbox').first().waitFor());
  await dialog.getByRole('button', { name: 'Gi tilgang' }).click();
  await poll(() => dialog.count()).toBe(0);

  const row = page.getByRole('row').filter({ hasText: nameOf('principal') });
  await poll(() => row.innerText()).toContain('Gruppeadministrator');
  await row.getByRole('link').first().click();
  await page.getByRole('button', { name: 'Fjern …' }).click();
  const removal = page.getByRole('dialog', { name: /^Ta bort tilgangen/ });
  await removal.getByRole('button', { name: 'Ta bort tilgangen' }).click();
  await poll(() => row.count()).toBe(0);
  expect(portal.problems()).toEqual([]);
});

it('stands in every look, with and without a card', async () => {
  const page = await portal.as('superadmin', '/superadmin/access');
  await standsInEveryLook(page, () => page.getByText(nameOf('school-ict')).first().waitFor());
  await page
    .getByRole('row')
    .filter({ hasText: nameOf('school-ict') })
    .getByRole('link')
    .first()
    .click();
  await standsInEveryLook(page, () => page.getByRole('checkbox', { name: 'IKT-ansvarlig' }).waitFor());
});

it('says who can do what with one person', async () => {
  const page = await portal.as('superadmin', '/superadmin/access/who-can');
  await page.getByRole('combobox', { name: 'Person' }).fill(nameOf('pupil'));
  await offered(page, nameOf('pupil')).click();
  const main = page.getByRole('main');
  await poll(() => main.innerText()).toContain(nameOf('school-ict'));
  await page.getByLabel('Hvem kan', { exact: true }).selectOption({ label: 'Vise fødselsnummer' });
  await poll(() => main.innerText()).not.toContain(nameOf('school-ict'));
  expect(await main.innerText()).toContain(nameOf('school-administrator'));
  await standsInEveryLook(page, () => main.getByRole('link', { name: nameOf('superadmin') }).waitFor());
});

it('tells whoever may not ask so at once', async () => {
  const page = await portal.as('school-ict', '/superadmin/access/who-can');
  await page.getByRole('heading', { level: 1, name: 'Hvem kan hva' }).waitFor();
  await page.getByRole('heading', { name: 'Ingen tilgang' }).waitFor();
  expect(await page.getByRole('combobox', { name: 'Person' }).count()).toBe(0);
});

it('says the same on the person’s card', async () => {
  const page = await portal.as('superadmin', '/users');
  await page.getByRole('grid').getByRole('link').nth(3).click();
  await page.getByRole('link', { name: 'Hvem kan hva' }).click();
  await page.getByText(/har en rolle som når/).waitFor();
});

it('keeps those who look after the municipality, with a reason each', async () => {
  const page = await portal.as('superadmin', '/superadmin/superadmins');
  await page.getByRole('button', { name: 'Legg til' }).click();
  const dialog = page.getByRole('dialog', { name: 'Legg til superadministrator' });
  await dialog.getByRole('combobox', { name: 'Person' }).fill(nameOf('principal'));
  await offered(page, nameOf('principal')).click();
  await dialog.getByLabel(/^Kommentar/).fill('Vikar i ferien');
  await dialog.getByRole('button', { name: 'Legg til' }).click();
  const row = page.getByRole('row').filter({ hasText: 'Vikar i ferien' });
  await row.getByRole('link').first().click();
  await page.getByRole('button', { name: 'Fjern', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Fjern' }).click();
  await poll(() => row.count()).toBe(0);
});

it('lets nobody remove themselves, and says so', async () => {
  const page = await portal.as('superadmin', '/superadmin/superadmins');
  await page.getByRole('link', { name: `${nameOf('superadmin')} (deg)` }).click();
  const remove = page.getByRole('button', { name: 'Fjern' });
  await poll(() => remove.getAttribute('aria-disabled')).toBe('true');
  await standsInEveryLook(page, () => remove.waitFor());
  await remove.hover();
  await poll(() => page.getByRole('tooltip').innerText()).toContain('Ingen fjerner seg selv');
});

it('tells on a card what is not offered, and who can', async () => {
  const page = await portal.as('school-ict', '/groups?type=class');
  await page.getByRole('link', { name: '7A', exact: true }).click();
  await page.getByText('Hva du ikke kan gjøre her').click();
  await page.getByText('Gruppen kommer fra brukerimporten og endres i kilden.').first().waitFor();
  await standsInEveryLook(page, () => page.getByText('Hva du ikke kan gjøre her').waitFor());
});
