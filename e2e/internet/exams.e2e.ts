/** An exam: made with anonymous candidates, passwords shown and printed, one renewed, ended and deleted. */
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';

import { inDays } from '../support/days.ts';
import { standsInEveryLook } from '../support/looks.ts';
import { nameOf, poll, usePortal } from '../support/portal.ts';

const portal = usePortal({ shareSignIn: true });
const rowOf = (page: Page, name: string) =>
  page.getByRole('grid').first().getByRole('row').filter({ hasText: name });

it('is made, run and ended', async () => {
  const page = await portal.as('school-ict', '/examinations');
  await page.getByRole('button', { name: 'Ny eksamensgruppe' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Ny eksamensgruppe' });
  await dialog.getByRole('textbox', { name: /^Beskrivelse/ }).fill('Prøveeksamen i norsk');
  await dialog.getByRole('textbox', { name: /^Eksamensdato/ }).fill(inDays(3));
  const teacher = nameOf('teacher');
  await dialog.getByRole('combobox', { name: /^Ansvarlig lærer/ }).fill(teacher);
  await page.getByRole('option', { name: new RegExp(teacher) }).click();
  await dialog.getByRole('button', { name: 'Opprett eksamensgruppe' }).click();

  const card = page.getByRole('region', { name: 'Prøveeksamen i norsk' });
  await card.getByText('0 av 10').waitFor();
  await poll(() => rowOf(page, 'Prøveeksamen i norsk').innerText()).toContain(teacher);

  await card.getByRole('button', { name: 'Vis passord' }).click();
  const passwords = page.getByRole('dialog', { name: 'Passord for Prøveeksamen i norsk' });
  await poll(() => passwords.getByRole('row').count()).toBe(11);
  await passwords.getByRole('button', { name: 'Lukk', exact: true }).last().click();

  const file = page.waitForEvent('download');
  await card.getByRole('button', { name: 'Skriv ut kort' }).click();
  expect((await file).suggestedFilename()).toMatch(/^Prøveeksamen i norsk .*\.pdf$/);

  await card.getByRole('button', { name: 'Lag internettsperre' }).click();
  const form = page.getByRole('dialog', { name: 'Ny internettsperre' });
  await form.getByRole('textbox', { name: /^Beskrivelse/ }).fill('Norskeksamen');
  await form.getByRole('button', { name: /^90 min/ }).click();
  await form.getByText('En eksamenssperre blir aktiv 30 minutter').first().waitFor();
  await form.getByRole('checkbox', { name: /Åpne eksamensressursene/ }).check();
  await form.getByRole('button', { name: 'Opprett sperre' }).click();
  await card.getByRole('link', { name: /Norskeksamen/ }).waitFor();
  // The exam is in three days, and the lock is now.
  const check = card.getByRole('region', { name: 'Er alt klart?' });
  const otherDay = check.getByRole('listitem').filter({ hasText: 'er ikke på eksamensdagen' });
  await otherDay.waitFor();
  await poll(() => rowOf(page, 'Prøveeksamen i norsk').innerText()).toContain('Ikke klar');
  await otherDay.getByRole('button', { name: 'Endre sperren' }).click();
  await page
    .getByRole('dialog', { name: 'Endre Norskeksamen' })
    .getByRole('button', { name: 'Avbryt' })
    .click();
  await standsInEveryLook(page, () => page.getByText('Prøveeksamen i norsk').first().waitFor());
  expect(portal.problems()).toEqual([]);
});

it('is mended where something stands in its way, and followed while it is held', async () => {
  const page = await portal.as('school-ict', '/examinations');
  await poll(() => rowOf(page, 'Prøveeksamen i nynorsk').innerText()).toContain('Noe å se på');
  await rowOf(page, 'Prøveeksamen i nynorsk').getByRole('link').first().click();
  const check = page.getByRole('region', { name: 'Er alt klart?' });
  await check.getByText('Ingen internettsperre er lagt på', { exact: false }).waitFor();
  await check.getByRole('button', { name: 'Lag sperre' }).click();
  const form = page.getByRole('dialog', { name: 'Ny internettsperre' });
  await form.getByRole('textbox', { name: /^Beskrivelse/ }).waitFor();
  await form.getByRole('button', { name: 'Avbryt' }).click();

  await page.goto('/examinations');
  await rowOf(page, 'Nasjonal prøve i regning').getByRole('link').first().click();
  await page.getByRole('link', { name: 'Følg eksamen' }).click();
  await page.getByRole('heading', { level: 1, name: 'Nasjonal prøve i regning' }).waitFor();
  await page.getByText('av 28').waitFor();
  await page.getByText('Stengt', { exact: true }).waitFor();
  expect(await page.getByRole('listitem').filter({ hasText: 'Kandidat' }).count()).toBe(28);
  await standsInEveryLook(page, () => page.getByText('av 28').waitFor());
  expect(portal.problems()).toEqual([]);
});

it('is somebody else’s from now on, which the teacher before is told', async () => {
  const page = await portal.as('school-ict', '/examinations');
  await rowOf(page, 'Prøveeksamen i nynorsk').getByRole('link').first().click();
  const card = page.getByRole('region', { name: 'Prøveeksamen i nynorsk' });
  await card.getByText('Kode for å overta').waitFor();
  await card.getByRole('button', { name: 'Flere handlinger' }).click();
  await page.getByRole('menuitem', { name: /^Endre/ }).click();
  const dialog = page.getByRole('dialog', { name: /Prøveeksamen i nynorsk/ });
  await dialog.getByRole('combobox', { name: /^Ansvarlig lærer/ }).fill(nameOf('principal'));
  await page
    .getByRole('option', { name: new RegExp(nameOf('principal')) })
    .first()
    .click();
  await dialog.getByRole('button', { name: 'Lagre' }).click();
  await dialog.waitFor({ state: 'detached' });

  const before = await portal.as('teacher', '/examinations');
  const told = before.getByText('har tatt over «Prøveeksamen i nynorsk»');
  await told.waitFor();
  expect(await rowOf(before, 'Prøveeksamen i nynorsk').count()).toBe(0);
  await standsInEveryLook(before, () => told.waitFor());
  await before.getByRole('button', { name: 'Ta over en eksamen' }).click();
  const form = before.getByRole('dialog', { name: 'Ta over en eksamen' });
  await form.getByRole('textbox', { name: /^Navnet på/ }).fill('GRA eksamen 1');
  await form.getByRole('button', { name: 'Ta over' }).click();
  await form.getByText('må fylles ut').first().waitFor();
});

it('is its teacher’s to see, and to end', async () => {
  const page = await portal.as('teacher', '/examinations');
  await rowOf(page, 'Prøveeksamen i norsk').getByRole('link').first().click();
  const card = page.getByRole('region', { name: 'Prøveeksamen i norsk' });
  await card.getByRole('button', { name: 'Flere handlinger' }).click();
  await page.getByRole('menuitem', { name: 'Avslutt eksamen' }).waitFor();
  expect(await page.getByRole('menuitem', { name: 'Slett' }).count()).toBe(0);
  await page.getByRole('menuitem', { name: 'Avslutt eksamen' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Avslutt eksamen' }).click();
  await card.getByText('Gjennomført').waitFor();
  await poll(() => card.getByRole('button', { name: 'Vis passord' }).count()).toBe(0);
});
