/** The owner's own portal: its colour, its name, and the message everybody sees before they sign in. */
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';

import { standsInEveryLook } from '../support/looks.ts';
import { accessibilityFindings, choose, poll, usePortal } from '../support/portal.ts';

const portal = usePortal({ shareSignIn: true });

const accent = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--accent'));

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Lagre endringer' }).click();
  await page.getByText('Endringene er lagret').first().waitFor();
}

async function open(): Promise<Page> {
  const page = await portal.as('superadmin', '/superadmin/site');
  await page.getByLabel('Kommunens navn').waitFor();
  return page;
}

it('gives the whole portal another colour at once, readable in light and dark', async () => {
  const page = await open();
  const before = await page.getByLabel('Farge', { exact: true }).inputValue();
  // As bright as can be: the hardest colour to read anything on.
  await page.getByLabel('Farge', { exact: true }).fill('#FFEE00');
  await page.getByText('Valgt rad').first().waitFor();
  await save(page);
  await poll(() => accent(page)).toContain('#ffee00');
  await standsInEveryLook(page, () => page.getByText('Valgt rad').first().waitFor());

  const visitor = await portal.visitor('/login');
  await visitor.getByRole('link', { name: 'Logg inn med Feide' }).waitFor();
  expect(await accent(visitor)).toContain('#ffee00');
  expect(await accessibilityFindings(visitor)).toEqual([]);

  await page.getByLabel('Farge', { exact: true }).fill(before);
  await save(page);
  await poll(() => accent(page)).toContain(before);
  expect(portal.problems()).toEqual([]);
});

it('shows the message in the reader’s language before sign-in, with the links the law asks for', async () => {
  const page = await open();
  await page.getByLabel('Melding på bokmål').fill('Feide er nede lørdag.');
  await page.getByLabel('Melding på fransk').fill('Feide est indisponible samedi.');
  await page.getByRole('radio', { name: 'Advarsel' }).check();
  await save(page);

  const visitor = await portal.visitor('/login');
  await visitor.getByText('Feide er nede lørdag.').waitFor();
  expect(await visitor.getByRole('link', { name: /^Tilgjengelighet/ }).getAttribute('href')).toMatch(
    /^https:/,
  );
  await visitor.getByRole('button', { name: 'Français' }).click();
  await visitor.getByText('Feide est indisponible samedi.').waitFor();
  await poll(() => visitor.title()).toBe('Connexion – Vaktmester');
});

it('says what is wrong, and leads there', async () => {
  const page = await open();
  await page.getByLabel('Personvernerklæring').fill('personvern');
  await page.getByLabel('Kommunens navn').fill('');
  await page.getByRole('button', { name: 'Lagre endringer' }).click();
  await page.getByRole('link', { name: /^Skriv hele adressen/ }).click();
  expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('privacyUrl');
  expect(await accessibilityFindings(page)).toEqual([]);
});

it('asks before typed text is left behind, and lets it be left', async () => {
  const page = await open();
  await page.getByLabel('Kommunens navn').fill('Noe annet');
  await page.getByRole('link', { name: 'Innstillinger', exact: true }).click();
  const question = page.getByRole('alertdialog', { name: 'Du har endringer som ikke er lagret' });
  await question.getByRole('button', { name: 'Bli på siden' }).click();
  expect(await page.getByLabel('Kommunens navn').inputValue()).toBe('Noe annet');
  await page.getByRole('link', { name: 'Innstillinger', exact: true }).click();
  await question.getByRole('button', { name: 'Forkast endringene' }).click();
  await page.getByRole('heading', { level: 1, name: 'Innstillinger' }).waitFor();
});

it('shows what somebody else saved meanwhile, and keeps what is typed', async () => {
  const mine = await open();
  const theirs = await open();
  await theirs.getByLabel('Hjelp og støtte').fill('https://hjelp.fjordby.example');
  await save(theirs);

  await mine.getByLabel('Melding på engelsk').fill('Mine');
  await mine.getByRole('button', { name: 'Lagre endringer' }).click();
  const notice = mine.getByRole('alert').filter({ hasText: 'Noen andre har endret dette' });
  await poll(() => notice.innerText()).toContain('https://hjelp.fjordby.example');
  expect(await accessibilityFindings(mine)).toEqual([]);
  await notice.getByRole('button', { name: 'Lagre det jeg har skrevet' }).click();
  await mine.getByText('Endringene er lagret').first().waitFor();
  await theirs.reload();
  await poll(() => theirs.getByLabel('Melding på engelsk').inputValue()).toBe('Mine');
});

it('says how far back everybody’s home page looks at first', async () => {
  const page = await open();
  const days = page.getByRole('textbox', { name: 'Nye brukere' });
  await days.fill('14');
  await days.blur();
  await save(page);
  const reader = await portal.as('school-ict');
  const fresh = reader.getByRole('region', { name: 'Nye brukere' });
  await fresh.getByText('siste 14 dager').waitFor();
  await choose(fresh.getByRole('radio', { name: '7 d' }));
  await fresh.getByText('siste 7 dager').waitFor();
  await choose(fresh.getByRole('radio', { name: '14 d' }));
  await fresh.getByText('siste 14 dager').waitFor();
  expect(reader.url()).not.toContain('days');
  await days.fill('30');
  await days.blur();
  await save(page);
});

it('is nobody else’s', async () => {
  const page = await portal.as('school-ict', '/superadmin/site');
  await page.getByText('Du har ikke tilgang til dette').waitFor();
  expect(await page.getByRole('link', { name: 'Portalen', exact: true }).count()).toBe(0);
});
