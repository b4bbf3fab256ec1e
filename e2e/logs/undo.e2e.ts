/** Undoing from the log: what will happen is shown first, and whoever may not is told why. */
import { expect, it } from 'vitest';

import { standsInEveryLook } from '../support/looks.ts';
import { poll, usePortal } from '../support/portal.ts';

const portal = usePortal({ shareSignIn: true });
const description = `Skal angres ${Date.now()}`;

it('shows what will happen, does it, and leads to the undoing', async () => {
  const page = await portal.as('school-ict', '/users?userType=students');
  await page.getByRole('grid').getByRole('link').nth(11).click();
  await page.getByLabel(/^Beskrivelse/).fill(description);
  await page.getByRole('button', { name: 'Lagre endringer' }).click();
  await page.getByText('Endringene er lagret').waitFor();
  const card = page.url();

  await page.goto('/logs');
  await page.getByRole('row').filter({ hasText: description }).getByRole('link').first().click();
  await page.getByRole('button', { name: 'Angre …' }).click();
  const dialog = page.getByRole('dialog', { name: 'Angre operasjonen' });
  await dialog.getByText('Ingenting er gjort ennå').waitFor();
  const field = dialog.getByRole('row').filter({ hasText: 'Beskrivelse' });
  expect(await field.getByRole('cell').allInnerTexts()).toEqual([description, 'tom']);
  // The card is drawn anew on a phone, and the question goes with it.
  const ask = async () => {
    if (!(await dialog.isVisible())) await page.getByRole('button', { name: 'Angre …' }).click();
    await dialog.getByText('Ingenting er gjort ennå').waitFor();
  };
  await standsInEveryLook(page, ask);
  await ask();

  await dialog.getByLabel(/^Begrunnelse/).fill('Feil elev');
  await dialog.getByRole('button', { name: 'Angre 1 endring' }).click();
  await dialog.getByText('1 endring er angret').waitFor();
  await dialog.getByRole('link', { name: 'Åpne angringen i loggen' }).click();
  const undoing = page.getByRole('region', { name: 'Angret en operasjon' });
  await undoing.getByText('Feil elev').waitFor();
  await undoing.getByRole('link', { name: /^operasjon \d+$/ }).waitFor();

  await page.goto(card);
  await poll(() => page.getByLabel(/^Beskrivelse/).inputValue()).toBe('');
  expect(portal.problems()).toEqual([]);
});

it('says why the import is not undone by the school, and who can', async () => {
  const page = await portal.as('school-ict', '/logs?event=import.applied');
  await page.getByRole('row').filter({ hasText: 'Brukerimport' }).first().getByRole('link').first().click();
  const button = page.getByRole('button', { name: 'Angre …' });
  await poll(() => button.getAttribute('aria-disabled')).toBe('true');
  await button.hover();
  const reason = page.getByRole('tooltip');
  await reason.waitFor();
  expect(await reason.innerText()).toMatch(/hele kommunen.*superadministratorer/);
});
