/** New passwords for others: one typed, many made, each shown once and then nowhere. */
import { readFile } from 'node:fs/promises';

import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';

import { standsInEveryLook } from '../support/looks.ts';
import { nameOf, poll, usePortal } from '../support/portal.ts';

const portal = usePortal({ shareSignIn: true });

async function card(name: string): Promise<Page> {
  const page = await portal.as('school-ict', `/users?search=${encodeURIComponent(name)}`);
  await page.getByRole('grid').getByRole('link', { name }).click();
  return page;
}

/** The first rows of the list, ticked. */
async function chosen(page: Page, count: number): Promise<void> {
  const boxes = page.getByRole('grid').getByRole('checkbox');
  await page.getByRole('grid').getByRole('link').first().waitFor();
  for (let row = 1; row <= count; row += 1) await boxes.nth(row).check();
}

const bar = (page: Page) => page.getByRole('toolbar', { name: 'Handlinger for de valgte' });

describe('one person’s password', () => {
  it('is typed twice, says what is wrong on the field, and is set', async () => {
    const page = await card(nameOf('pupil'));
    await page.getByRole('button', { name: 'Nytt passord', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Bytt passord' });
    await dialog.getByText(nameOf('pupil')).waitFor();
    // One types at once; the first field has the keyboard.
    await page.keyboard.type('blåbær 42 tur');
    expect(await dialog.getByLabel('Nytt passord').inputValue()).toBe('blåbær 42 tur');
    await dialog.getByLabel('Gjenta passordet').fill('blåbær 24 tur');
    await dialog.getByRole('button', { name: 'Sett passordet' }).click();
    await dialog.getByText('Passordene er ikke like').first().waitFor();
    await dialog.getByRole('button', { name: 'Lag et for meg' }).click();
    await poll(() => dialog.getByLabel('Gjenta passordet').inputValue()).toMatch(/^[a-z]+-[a-z]+-\d\d$/);
    await dialog.getByLabel('Nytt passord').fill('blåbær 42 tur');
    await dialog.getByLabel('Gjenta passordet').fill('blåbær 42 tur');
    await dialog.getByRole('button', { name: 'Sett passordet' }).click();
    await poll(() => dialog.count()).toBe(0);
    const region = page.getByRole('region', { name: nameOf('pupil') });
    await region.getByRole('link', { name: 'Endringslogg' }).click();
    await poll(() => region.innerText()).toContain('Satte nytt passord');
    expect(await page.content()).not.toContain('blåbær');
    expect(portal.problems()).toEqual([]);
  });

  it('stands in every look, the dialog open all the while', async () => {
    const page = await card(nameOf('pupil'));
    await page.getByRole('button', { name: 'Nytt passord', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Bytt passord' });
    await dialog.getByLabel('Nytt passord').fill('blåbær 42 tur');
    await standsInEveryLook(page, () => dialog.getByText('Minst 7 tegn').waitFor());
    expect(await dialog.getByLabel('Nytt passord').inputValue()).toBe('blåbær 42 tur');
  });
});

describe('first-time passwords', () => {
  it('of several are shown as cards, once', async () => {
    const page = await portal.as('school-ict', '/users?userType=students');
    await chosen(page, 3);
    await bar(page).getByRole('button', { name: 'Førstegangspassord' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Lag passord' }).click();
    const cards = page.getByRole('alertdialog').getByRole('listitem');
    await poll(() => cards.count()).toBe(3);
    const password = await cards.first().getByRole('code').innerText();
    expect(password.length).toBeGreaterThan(7);
    await standsInEveryLook(page, () => cards.first().waitFor());

    await page.getByRole('button', { name: 'Ferdig, lukk' }).click();
    await page.getByText('Er passordene delt ut?').waitFor();
    await page.getByRole('button', { name: 'Lukk', exact: true }).click();
    await poll(() => cards.count()).toBe(0);
    expect(await page.content()).not.toContain(password);
    expect(portal.problems()).toEqual([]);
  });

  it('come as a PDF to cut out, or one page each', async () => {
    const page = await portal.as('school-ict', '/users?userType=students');
    await chosen(page, 2);
    await bar(page).getByRole('button', { name: 'Førstegangspassord' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: 'PDF med kort' }).check();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Lag passord' }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/\.pdf$/);
    expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-');
    await page.getByText('Passordene er lastet ned som PDF').waitFor();
  });

  it('of more than a screen is for come on paper, all in one', async () => {
    const page = await portal.as('school-ict', '/users?userType=students');
    await page.getByRole('grid').getByRole('link').first().waitFor();
    const count = (await page.locator('.list-count').innerText()).trim();
    expect(Number(count)).toBeGreaterThan(100);
    await page.getByRole('checkbox', { name: 'Velg alle som passer' }).check();
    await bar(page).getByRole('button', { name: 'Førstegangspassord' }).click();
    const dialog = page.getByRole('dialog', { name: 'Førstegangspassord' });
    await dialog
      .getByText(`Det gjelder ${count} brukere. Flere enn 100 får passordene sine på papir`)
      .waitFor();
    expect(await dialog.getByRole('radio', { name: 'Vis på skjermen' }).isDisabled()).toBe(true);
    expect(await dialog.getByRole('radio', { name: 'PDF med kort' }).isChecked()).toBe(true);
    await standsInEveryLook(page, () => dialog.getByText('Flere enn 100').waitFor());
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Lag passord' }).click(),
    ]);
    const pdf = (await readFile(await file.path())).toString('latin1');
    expect(pdf.match(/\/Type \/Page\b/g)?.length).toBeGreaterThanOrEqual(Math.ceil(Number(count) / 10));
    await page.getByText('Passordene er lastet ned som PDF').waitFor();
    expect(portal.problems()).toEqual([]);
  });

  it('on paper leave out people with a protected identity, until somebody says otherwise', async () => {
    const page = await portal.as('superadmin', '/users?shielded=true');
    await chosen(page, 1);
    await bar(page).getByRole('button', { name: 'Førstegangspassord' }).click();
    const dialog = page.getByRole('dialog', { name: 'Førstegangspassord' });
    await dialog.getByRole('radio', { name: 'PDF med kort' }).check();
    await dialog.getByRole('button', { name: 'Lag passord' }).click();
    await dialog.getByText('Én av de valgte har skjermet identitet').waitFor();
    expect(await dialog.getByRole('radio', { name: 'Ta dem ikke med' }).isChecked()).toBe(true);
    await standsInEveryLook(page, () => dialog.getByRole('radio', { name: 'Ta dem med' }).waitFor());
    await dialog.getByRole('radio', { name: 'Ta dem med' }).check();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Lag passord' }).click(),
    ]);
    expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-');
    await poll(() => dialog.count()).toBe(0);
  });

  it('leave out who may not have one, and say why', async () => {
    const page = await portal.as(
      'school-ict',
      `/users?search=${encodeURIComponent(nameOf('school-administrator'))}`,
    );
    await chosen(page, 1);
    await bar(page).getByRole('button', { name: 'Førstegangspassord' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Lag passord' }).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByText('Ingen passord ble laget.').waitFor();
    await dialog.getByText('har en administratorrolle').waitFor();
  });
});

it('a teacher is offered no passwords', async () => {
  const page = await portal.as('teacher', '/users?userType=students');
  await page.getByRole('grid').getByRole('link').first().click();
  await page.getByRole('heading', { name: 'Konto' }).waitFor();
  expect(await page.getByRole('button', { name: 'Handlinger', exact: true }).count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Nytt passord', exact: true }).count()).toBe(0);
});
