/** The directory as a superadmin looks after it: what was changed there, what it refuses, and when it is away. */
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';

import { standsInEveryLook } from '../support/looks.ts';
import { poll, usePortal } from '../support/portal.ts';

const portal = usePortal({ shareSignIn: true });

/** The demo's people and groups are brought to the directory when it has just been made; that takes a while. */
const ARRIVED_MS = 120_000;

async function open(path = '/superadmin/directory'): Promise<Page> {
  const page = await portal.as('superadmin', path);
  await page.getByRole('heading', { name: 'Tilkobling' }).waitFor();
  return page;
}

const figure = (page: Page, word: string) =>
  page.locator('.directory-tile').filter({ hasText: word }).locator('strong');

/** Nothing is on its way any more. */
async function settled(page: Page): Promise<void> {
  await expect.poll(() => figure(page, 'på vei').innerText(), { timeout: ARRIVED_MS }).toBe('0');
}

/** Somebody is missed. What the portal has just written itself is read back first, and the demo has much to write. */
async function found(page: Page): Promise<void> {
  await page.getByRole('grid').getByText('finnes ikke').first().waitFor({ timeout: 60_000 });
}

async function chooseAll(page: Page): Promise<void> {
  const box = page.getByRole('grid').getByRole('checkbox').first();
  // With something still chosen it would clear that: an act's rows are chosen until the list has been read again.
  await poll(() => box.evaluate((head) => head.matches(':indeterminate, :checked'))).toBe(false);
  await box.check();
}

it('shows what was changed behind the portal’s back, and brings it back', { timeout: 240_000 }, async () => {
  const page = await open();
  await settled(page);
  await page.getByRole('button', { name: 'Endre noe bak portalens rygg' }).click();
  await page
    .getByText(/objekter er endret i katalogen/)
    .first()
    .waitFor();
  await found(page);
  await standsInEveryLook(page, () => page.getByText('finnes ikke').first().waitFor());

  await page.getByRole('grid').getByRole('checkbox').nth(1).check();
  await page.getByRole('button', { name: 'Godta', exact: true }).click();
  const question = page.getByRole('alertdialog', { name: 'Godta 1 avvik?' });
  await question.getByRole('button', { name: 'Godta', exact: true }).click();
  await page.getByText('1 avvik er godtatt.').first().waitFor();

  await chooseAll(page);
  await page.getByRole('button', { name: 'Rett i katalogen' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Rett i katalogen' }).click();
  await page
    .getByText(/føres tilbake/)
    .first()
    .waitFor();
  await page.getByRole('heading', { name: 'Ingen avvik' }).waitFor();

  await page.getByRole('link', { name: /^Godtatte avvik/ }).click();
  await chooseAll(page);
  await page.getByRole('button', { name: 'Godta ikke lenger' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Godta ikke lenger' }).click();
  await page.getByRole('heading', { name: 'Ingen avvik er godtatt' }).waitFor();
  await settled(page);
  expect(portal.problems()).toEqual([]);
});

it('says when the directory is away, and what it refuses, with the reason and a retry', async () => {
  const page = await open();
  await settled(page);
  await page.getByRole('switch', { name: 'Kan ikke nås' }).check();
  await page.getByRole('button', { name: 'Gå gjennom katalogen' }).click();
  const away = page.getByRole('alert').filter({ hasText: 'Katalogen kan ikke nås' });
  await away.getByText('ECONNREFUSED').waitFor();
  await standsInEveryLook(page, () => away.waitFor());
  await page.getByRole('switch', { name: 'Kan ikke nås' }).uncheck();
  await away.waitFor({ state: 'detached', timeout: 60_000 });

  await page.getByLabel('Avslag').selectOption('100');
  await poll(() => page.getByLabel('Avslag').inputValue()).toBe('100');
  await page.getByRole('button', { name: 'Endre noe bak portalens rygg' }).click();
  await found(page);
  await chooseAll(page);
  await page.getByRole('button', { name: 'Rett i katalogen' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Rett i katalogen' }).click();
  await page.getByRole('link', { name: /prøves på nytt/ }).click();
  await page.getByRole('grid').getByText('Katalogen sa nei').first().waitFor();
  await standsInEveryLook(page, () => page.getByText('Katalogen sa nei').first().waitFor());

  await chooseAll(page);
  await page.getByRole('button', { name: 'Prøv igjen' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Prøv igjen' }).click();
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });
  await page.getByLabel('Avslag').selectOption('0');
  await poll(() => page.getByLabel('Avslag').inputValue()).toBe('0');
  await expect.poll(() => figure(page, 'prøves på nytt').innerText(), { timeout: ARRIVED_MS }).toBe('0');
  await settled(page);
  expect(portal.problems()).toEqual([]);
});

it('goes through the whole directory when asked, and says what it found', async () => {
  const page = await open();
  await settled(page);
  // The portal goes through it by itself as well, and another round waits for that one.
  await page.getByRole('button', { name: 'Gå gjennom katalogen' }).click({ timeout: 60_000 });
  await page.getByText('Gjennomgangen begynner om noen sekunder.').first().waitFor();
  await page.getByRole('progressbar', { name: 'Går gjennom katalogen' }).waitFor();
  await poll(() => page.getByRole('button', { name: 'Gå gjennom katalogen' }).isEnabled()).toBe(true);
  // Everything the demo has: more than four thousand people, with their groups and schools.
  await page.getByText(/: [5-9].\d{3} objekter på \d+ s/).waitFor();
});

it('says on a person’s card whether the account is as the portal has it', async () => {
  await settled(await open());
  const page = await portal.as('school-ict', '/users');
  const first = page.getByRole('grid').getByRole('link').first();
  const name = await first.innerText();
  await first.click();
  const card = page.getByRole('region', { name });
  await card.getByRole('link', { name: 'Katalog', exact: true }).click();
  await card.getByText('Som i portalen').waitFor();
  await standsInEveryLook(page, () => page.getByText('Som i portalen').waitFor());
});

it('is nobody else’s', async () => {
  const page = await portal.as('school-ict', '/superadmin/directory');
  await page.getByText('Du har ikke tilgang til dette').waitFor();
  expect(await page.getByRole('link', { name: 'Katalog', exact: true }).count()).toBe(0);
});
