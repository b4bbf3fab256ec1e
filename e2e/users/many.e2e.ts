/** Acts on many: chosen in the list or from a pasted list, with progress, a result for each, and another try. */
import { readFile } from 'node:fs/promises';

import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';

import { inDays } from '../support/days.ts';
import { standsInEveryLook } from '../support/looks.ts';
import { accessibilityFindings, nameOf, poll, usePortal } from '../support/portal.ts';

const portal = usePortal({ shareSignIn: true });

const bar = (page: Page) => page.getByRole('toolbar', { name: 'Handlinger for de valgte' });

async function list(query: string): Promise<Page> {
  const page = await portal.as('school-ict', `/users${query}`);
  await page.getByRole('grid').getByRole('link').first().waitFor();
  return page;
}

describe('everybody a filter finds', () => {
  it('must choose a new password, and the result stands in the log', async () => {
    const page = await list('?userType=students');
    const count = (await page.locator('.list-count').innerText()).trim();
    await page.getByRole('checkbox', { name: 'Velg alle som passer' }).check();
    await bar(page).getByRole('button', { name: 'Krev nytt passord' }).click();
    await page.getByRole('alertdialog').getByText(`Kreve nytt passord av ${count} brukere?`).waitFor();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Krev nytt passord' }).click();
    const dialog = page.getByRole('dialog', { name: 'Krev nytt passord' });
    await dialog.getByText(`Ferdig. ${count} gjort.`).waitFor({ timeout: 60_000 });

    const [file] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Last ned resultatet' }).click(),
    ]);
    expect((await readFile(await file.path())).subarray(0, 2).toString()).toBe('PK');
    await dialog.getByRole('link', { name: 'Se i loggen' }).click();
    const card = page.getByRole('region', { name: 'Krevde nytt passord' });
    await card.getByRole('button', { name: 'Last ned resultatet' }).waitFor();
    expect(portal.problems()).toEqual([]);
  });
});

describe('the expired', () => {
  it('have a view of their own, and are deleted from it for good', async () => {
    const page = await list('?userType=expired');
    const names = page.getByRole('grid').getByRole('rowheader');
    const name = await names.first().innerText();
    await page.getByRole('grid').getByRole('checkbox').nth(1).check();
    expect(await bar(page).getByRole('button', { name: 'Krev nytt passord' }).count()).toBe(0);
    await bar(page).getByRole('button', { name: 'Slett for godt' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Slett for godt' }).click();
    const dialog = page.getByRole('dialog', { name: 'Slett for godt' });
    await dialog.getByText('Ferdig. 1 gjort.').waitFor();
    await standsInEveryLook(page, () => dialog.getByText('Ferdig.').waitFor());
    await dialog.getByRole('button', { name: 'Lukk' }).last().click();
    await poll(async () => (await names.allInnerTexts()).includes(name)).toBe(false);
    await poll(() => bar(page).count()).toBe(0);
  });
});

describe('some pupils', () => {
  it('are shut out for a period, and let in again before it is over', async () => {
    const page = await list('?userType=students');
    for (const place of [5, 6]) await page.getByRole('grid').getByRole('checkbox').nth(place).check();
    await bar(page).getByRole('button', { name: 'Deaktiver' }).click();
    const dialog = page.getByRole('dialog', { name: 'Deaktiver 2 brukere' });
    await dialog.getByRole('button', { name: 'Deaktiver', exact: true }).click();
    await dialog.getByText('Åpnes igjen må fylles ut').first().waitFor();
    await standsInEveryLook(page, () => dialog.getByText('Åpnes igjen må fylles ut').first().waitFor());
    await dialog.getByRole('textbox', { name: /^Åpnes igjen/ }).fill(inDays(4));
    await dialog.getByRole('button', { name: 'Deaktiver', exact: true }).click();
    await dialog.getByText('Ferdig. 2 gjort.').waitFor();
    await dialog.getByRole('button', { name: 'Lukk' }).last().click();
    const closed = page.getByRole('grid').getByText('Deaktivert', { exact: true });
    await poll(() => closed.count()).toBe(2);

    await bar(page).getByRole('button', { name: 'Aktiver', exact: true }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Aktiver', exact: true }).click();
    const opened = page.getByRole('dialog', { name: 'Aktiver' });
    await opened.getByText('Ferdig. 2 gjort.').waitFor();
    await opened.getByRole('button', { name: 'Lukk' }).last().click();
    await poll(() => closed.count()).toBe(0);
    expect(portal.problems()).toEqual([]);
  });
});

describe('a pasted list', () => {
  it('is understood, decided, and acted upon, with each one’s outcome', async () => {
    const page = await list('?userType=students');
    const [one = '', two = ''] = await page
      .getByRole('grid')
      .getByRole('gridcell')
      .filter({ hasText: /^[a-z]{3,}\d{4}$/ })
      .allInnerTexts();
    await page.getByRole('link', { name: 'Finn fra liste' }).click();
    await page
      .getByLabel('Liste, én person per linje')
      .fill([one, two, one, 'finnes ikke', nameOf('principal')].join('\n'));
    await page.getByRole('button', { name: 'Finn 5 personer' }).click();
    await page.getByRole('heading', { name: 'Funnet 3' }).waitFor();
    await page.getByText('1 linje gjaldt en som alt var med.').waitFor();
    expect(await page.getByRole('listitem').filter({ hasText: 'finnes ikke' }).count()).toBe(1);
    await standsInEveryLook(page, () => page.getByRole('heading', { name: 'Funnet 3' }).waitFor());

    await bar(page).getByRole('button', { name: 'Lås opp' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Lås opp' }).click();
    const dialog = page.getByRole('dialog', { name: 'Lås opp' });
    await dialog.getByText(/gjort/).first().waitFor();
    expect(portal.problems()).toEqual([]);
  });

  it('of one name that several have asks who is meant', async () => {
    const page = await portal.as('school-ict', '/users/paste');
    await page.getByLabel('Liste, én person per linje').fill('10915596784');
    await page.getByRole('button', { name: 'Finn 1 person' }).click();
    await page.getByText('109155*****').waitFor();
  });
});

describe('a person’s groups', () => {
  it('are added from the card and taken away again', async () => {
    const page = await list(`?search=${encodeURIComponent(nameOf('pupil'))}`);
    await page
      .getByRole('grid')
      .getByRole('link', { name: nameOf('pupil') })
      .click();
    const card = page.getByRole('region', { name: nameOf('pupil') });
    await card.getByRole('link', { name: 'Grupper', exact: true }).click();
    await card.getByRole('button', { name: 'Legg til i grupper' }).click();
    const dialog = page.getByRole('dialog', { name: `Legg ${nameOf('pupil')} i grupper` });
    await dialog.getByRole('searchbox', { name: 'Finn grupper' }).fill('Laserkutter');
    await dialog
      .getByRole('checkbox', { name: /^Laserkutter/ })
      .first()
      .check();
    expect(await accessibilityFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Legg til' }).click();
    await page.getByText('Lagt til i 1 gruppe').waitFor();

    // It stands further down than the card shows.
    const row = card.getByRole('row').filter({ hasText: 'Laserkutter' });
    await card.getByRole('grid').hover();
    await poll(async () => {
      await page.mouse.wheel(0, 150);
      return row.count();
    }).toBe(1);
    await row.getByRole('checkbox').check();
    await card.getByRole('button', { name: 'Fjern fra gruppene' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Fjern', exact: true }).click();
    await page.getByText('Fjernet fra 1 gruppe').waitFor();
    await poll(() => row.count()).toBe(0);
    expect(portal.problems()).toEqual([]);
  });
});

describe('the primary school', () => {
  it('is changed from the card, told on it, and the change taken back', async () => {
    const page = await list('?userType=students&sort=-name');
    const name = await page.getByRole('grid').getByRole('link').nth(4).innerText();
    await page.getByRole('grid').getByRole('link').nth(4).click();
    const card = page.getByRole('region', { name });
    await card.getByRole('button', { name: 'Handlinger' }).click();
    await page.getByRole('menuitem', { name: 'Bytt hovedskole …' }).click();
    const dialog = page.getByRole('dialog', { name: 'Bytt hovedskole' });
    await dialog.getByRole('combobox', { name: 'Ny hovedskole' }).click();
    await page.keyboard.press('ArrowDown');
    await page.getByRole('option').first().click();
    await dialog.getByRole('button', { name: 'Registrer bytte' }).click();
    await card.getByText(/^Bytter til /).waitFor();

    await card.getByRole('button', { name: 'Handlinger' }).click();
    await page.getByRole('menuitem', { name: 'Angre skolebyttet …' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Angre byttet' }).click();
    await poll(() => card.getByText(/^Bytter til /).count()).toBe(0);
  });
});
