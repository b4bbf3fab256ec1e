/** Accounts that several people share: who answers for them, and a new password. */
import { expect, it } from 'vitest';

import { standsInEveryLook } from '../support/looks.ts';
import { nameOf, poll, usePortal } from '../support/portal.ts';

const portal = usePortal({ shareSignIn: true });

it('get a new password from school ICT', async () => {
  const page = await portal.as('school-ict', '/tools/common-users');
  await page.getByRole('heading', { level: 1, name: 'Fellesbrukere' }).waitFor();
  const account = page.getByRole('grid').getByRole('link').first();
  const name = await account.innerText();
  await account.click();
  const card = page.getByRole('region', { name });
  await card.getByText('Ikke endret i portalen').waitFor();
  await standsInEveryLook(page, () => page.getByRole('button', { name: 'Sett passordet' }).waitFor());
  await card.getByLabel('Nytt passord').fill('solbær 77 sti');
  await card.getByLabel('Gjenta passordet').fill('solbær 77 sti');
  await card.getByRole('button', { name: 'Sett passordet' }).click();
  await poll(() => card.getByText('Ikke endret i portalen').count()).toBe(0);
  expect(portal.problems()).toEqual([]);
});

it('are made, changed and deleted by school ICT', async () => {
  const page = await portal.as('school-ict', '/tools/common-users');
  await page.getByRole('button', { name: 'Ny fellesbruker' }).click();
  const dialog = page.getByRole('dialog', { name: 'Ny fellesbruker' });
  await dialog.getByLabel('Brukernavn').fill('Scenen ved aulaen');
  await dialog.getByRole('button', { name: 'Opprett' }).click();
  await dialog.getByText('Navn må fylles ut').first().waitFor();
  await dialog.getByText('Brukernavnet kan bare ha små bokstaver').first().waitFor();
  await standsInEveryLook(page, () => dialog.getByText('Navn må fylles ut').first().waitFor());
  await dialog.getByLabel('Brukernavn').fill('scenen.aula');
  await dialog.getByLabel('Navn', { exact: true }).fill('Scenen');
  await dialog.getByLabel('Beskrivelse').fill('Maskinen ved scenen i aulaen');
  await dialog.getByRole('combobox', { name: 'Ansvarlig' }).fill(nameOf('principal'));
  await page
    .getByRole('option', { name: new RegExp(nameOf('principal')) })
    .first()
    .click();
  await dialog.getByLabel('Passord', { exact: true }).fill('bringebær 31 sti');
  await dialog.getByLabel('Gjenta passordet').fill('bringebær 31 sti');
  await dialog.getByRole('button', { name: 'Opprett' }).click();
  await dialog.waitFor({ state: 'detached' });

  await page.getByRole('grid').getByRole('link', { name: 'scenen.aula' }).click();
  const card = page.getByRole('region', { name: 'scenen.aula' });
  await card.getByRole('link', { name: nameOf('principal') }).waitFor();
  await card.getByLabel('Navn', { exact: true }).fill('Storsalen');
  await card.getByRole('button', { name: 'Lagre' }).click();
  await card.getByText('Storsalen', { exact: true }).waitFor();

  await card.getByRole('button', { name: 'Slett …' }).click();
  await page
    .getByRole('alertdialog', { name: 'Slette Storsalen for godt?' })
    .getByRole('button', { name: 'Slett for godt' })
    .click();
  await poll(() => page.getByRole('grid').getByRole('link', { name: 'scenen.aula' }).count()).toBe(0);
  expect(portal.problems()).toEqual([]);
});

it('are not in a teacher’s menu', async () => {
  const page = await portal.as('teacher');
  await page.getByRole('navigation').first().waitFor();
  expect(await page.getByRole('link', { name: 'Fellesbrukere' }).count()).toBe(0);
});
