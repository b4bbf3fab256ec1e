/** Internet locks: made for a class, opened for somebody, explained, changed and ended; by ICT and by a teacher. */
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';

import { standsInEveryLook } from '../support/looks.ts';
import { accessibilityFindings, phone, poll, usePortal } from '../support/portal.ts';

const portal = usePortal({ shareSignIn: true });

const grid = (page: Page) => page.getByRole('grid');
const rowOf = (page: Page, name: string) => grid(page).getByRole('row').filter({ hasText: name });

async function openForm(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Ny sperre' }).first().click();
  return page.getByRole('dialog', { name: 'Ny internettsperre' });
}

/** The first group that is offered, by its name. */
async function chooseGroup(form: Locator, nth = 0): Promise<string> {
  const box = form.getByRole('region', { name: 'Treff' }).getByRole('checkbox').nth(nth);
  await box.waitFor();
  const label = await form.getByRole('region', { name: 'Treff' }).getByRole('listitem').nth(nth).innerText();
  await box.check();
  return label.split('\n')[0]?.trim() ?? '';
}

async function makeLock(page: Page, name: string, nth = 0): Promise<string> {
  const form = await openForm(page);
  await form.getByRole('textbox', { name: /^Beskrivelse/ }).fill(name);
  const group = await chooseGroup(form, nth);
  await form.getByRole('button', { name: /^90 min/ }).click();
  await form.getByRole('button', { name: 'Opprett sperre' }).click();
  await rowOf(page, name).waitFor();
  return group;
}

it('opens for one pupil, and explains why their pages are open', async () => {
  const page = await portal.as('school-ict', '/internet');
  await makeLock(page, 'Naturfagprøve', 1);
  await rowOf(page, 'Naturfagprøve').getByRole('link').first().click();
  const card = page.getByRole('region', { name: 'Naturfagprøve' });
  await card.getByRole('button', { name: 'Åpne for noen' }).click();
  const dialog = page.getByRole('dialog', { name: 'Åpne internett for noen' });
  const pupil = dialog.getByRole('region', { name: 'Treff' }).getByRole('listitem').first();
  await pupil.waitFor();
  const [, userName = ''] = /\n(\S+)/.exec(await pupil.innerText()) ?? [];
  await pupil.getByRole('checkbox').check();
  await dialog.getByLabel(/^Kommentar/).fill('Leseprøve på nett');
  await dialog.getByRole('button', { name: 'Åpne internett' }).click();
  await card.getByRole('heading', { name: 'Åpnet for' }).waitFor();
  await card.getByText('Leseprøve på nett', { exact: false }).waitFor();

  await page.goto(`/internet/explain?user=${userName}&address=vg.no`);
  await page.getByRole('heading', { name: 'vg.no er åpen' }).waitFor();
  await page.getByText('Åpnet for denne eleven').waitFor();
  // The next story's lock is on a group of its own choice.
  await page.getByRole('link', { name: 'Naturfagprøve' }).click();
  await page.getByRole('button', { name: 'Avslutt nå' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Avslutt nå' }).click();
  await page.getByText('Naturfagprøve er avsluttet').first().waitFor();
  expect(portal.problems()).toEqual([]);
});

it('cannot be laid twice on one class at once, and stays in the list when it is ended', async () => {
  const page = await portal.as('school-ict', '/internet');
  const group = await makeLock(page, 'Glosetest', 2);
  const form = await openForm(page);
  await form.getByRole('textbox', { name: /^Beskrivelse/ }).fill('Glosetest én gang til');
  expect(await chooseGroup(form, 2)).toBe(group);
  await form.getByRole('button', { name: /^90 min/ }).click();
  await form.getByText('Det er allerede planlagt', { exact: false }).first().waitFor();
  await form.getByRole('button', { name: 'Avbryt' }).click();
  await form.waitFor({ state: 'detached' });

  await rowOf(page, 'Glosetest').getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Avslutt eller slett' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Avslutt eller slett' }).click();
  await poll(() => rowOf(page, 'Glosetest').innerText()).toContain('Avsluttet');
});

it('is a teacher’s for their own groups', async () => {
  const page = await portal.as('teacher', '/internet');
  await makeLock(page, 'Gloseprøve', 0);
  await rowOf(page, 'Gloseprøve').getByRole('link').first().click();
  const card = page.getByRole('region', { name: 'Gloseprøve' });
  await card.getByRole('button', { name: 'Forleng eller endre' }).click();
  const form = page.getByRole('dialog', { name: 'Endre Gloseprøve' });
  await form.getByRole('textbox', { name: /^Egne domener/ }).fill('ordbokene.no');
  await form.getByRole('button', { name: 'Lagre endringer' }).click();
  await card.getByText('ordbokene.no').waitFor();
  expect(await page.getByRole('link', { name: 'Alltid åpne sider' }).count()).toBe(0);
});

it('stands on the home page and on the cards', async () => {
  const page = await portal.as('school-ict');
  const widget = page.getByRole('region', { name: 'Internettsperrer' });
  await widget.getByRole('link', { name: /Aktive nå/ }).click();
  await page.getByRole('heading', { level: 1, name: 'Internettsperrer' }).waitFor();
  expect(page.url()).toContain('status=active');
});

it('has its pages in every look', async () => {
  const page = await portal.as('school-ict', '/internet');
  await standsInEveryLook(page, () => page.getByRole('region', { name: 'Dagens sperrer' }).waitFor());
  await page.goto('/internet/explain');
  await standsInEveryLook(page, () => page.getByRole('combobox', { name: /Elev eller/ }).waitFor());
});

it('can be made on a phone', async () => {
  const page = await portal.as('teacher', '/internet', phone);
  const form = await openForm(page);
  await form.getByRole('textbox', { name: /^Beskrivelse/ }).waitFor();
  expect(await accessibilityFindings(page)).toEqual([]);
});

it('are seen along a day or a week, and found from there', async () => {
  const page = await portal.as('school-ict', '/internet');
  await page.getByRole('region', { name: 'Dagens sperrer' }).waitFor();
  await page.getByText('Uke', { exact: true }).click();
  const week = page.getByRole('region', { name: 'Ukens sperrer' });
  await week.getByRole('heading', { name: /^Uke \d+ 20\d\d$/ }).waitFor();
  await standsInEveryLook(page, () => week.getByRole('link').first().waitFor());

  const title = week.getByRole('heading', { name: /^Uke/ });
  const thisWeek = await title.innerText();
  await week.getByRole('button', { name: 'Uken etter' }).click();
  await poll(() => title.innerText()).not.toBe(thisWeek);
  await week.getByRole('button', { name: 'Denne uken' }).click();
  await poll(() => title.innerText()).toBe(thisWeek);
  await week
    .getByRole('link', { name: /Stille lesing/ })
    .first()
    .click();
  await page.getByRole('region', { name: 'Stille lesing' }).waitFor();
  await page.keyboard.press('Escape');

  await week.getByRole('button', { name: /^mandag \d/ }).click();
  const day = page.getByRole('region', { name: 'Dagens sperrer' });
  await day.getByRole('heading', { name: /^mandag \d/ }).waitFor();
  expect(portal.problems()).toEqual([]);
});
