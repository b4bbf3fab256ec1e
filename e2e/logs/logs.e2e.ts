/** The logs: a change is found with before and after, whoever looks and wherever they look from. */
import { expect, it } from 'vitest';

import { standsInEveryLook } from '../support/looks.ts';
import { nameOf, poll, usePortal } from '../support/portal.ts';

const portal = usePortal({ shareSignIn: true });
const description = `Lånt maskin ${Date.now()}`;

it('finds a change with who, where from, and before and after side by side', async () => {
  const page = await portal.as('school-ict', '/users?userType=students');
  await page.getByRole('grid').getByRole('link').nth(5).click();
  await page.getByLabel(/^Beskrivelse/).fill(description);
  await page.getByRole('button', { name: 'Lagre endringer' }).click();
  await page.getByText('Endringene er lagret').waitFor();

  await page.goto('/logs');
  await page.getByRole('heading', { level: 1, name: 'Endringslogg' }).waitFor();
  await page.getByRole('row').filter({ hasText: description }).getByRole('link').click();
  const card = page.getByRole('region', { name: 'Endret bruker' });
  await card.getByRole('table').waitFor();
  expect(await card.getByRole('columnheader').allInnerTexts()).toEqual(['Felt', 'Før', 'Etter']);
  const changed = card.getByRole('row').filter({ hasText: 'Beskrivelse' });
  expect(await changed.getByRole('cell').allInnerTexts()).toEqual(['tom', description]);
  const facts = await card.innerText();
  expect(facts).toContain(nameOf('school-ict'));
  expect(facts).toMatch(/IKT-ansvarlig[\s\S]*127\.0\.0\.1/);

  await page.keyboard.press('Escape');
  await poll(() => card.count()).toBe(0);
  expect(portal.problems()).toEqual([]);
});

it('is never asked without a period, and says which', async () => {
  const page = await portal.as('school-ict');
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/logging/auditlogs')) asked.push(request.postData() ?? '');
  });
  await page.goto('/logs');
  await page.getByRole('button', { name: 'Periode: siste 30 dager' }).click();
  await page.getByLabel('Fra og med', { exact: true }).fill('01.01.2020');
  await page.getByLabel('Fra og med', { exact: true }).blur();
  await poll(() => page.url()).toContain('at=2020-01-01..');
  expect(asked.length).toBeGreaterThan(0);
  for (const question of asked) expect(JSON.parse(question)).toHaveProperty('at');
});

it('offers its events in words, and narrows by them', async () => {
  const page = await portal.as('school-ict', '/logs');
  await page.getByRole('button', { name: 'Flere filtre' }).click();
  await page.getByRole('button', { name: 'Handling', exact: true }).first().click();
  await page.getByRole('checkbox', { name: 'Logget inn', exact: true }).check();
  await poll(() => page.url()).toContain('event=sign-in.completed');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Handling: Logget inn' }).waitFor();
});

it('shows the admin log only to those who may see it', async () => {
  const ict = await portal.as('school-ict', '/logs');
  const tabs = ict.getByRole('navigation', { name: 'Logger' });
  await tabs.waitFor();
  expect(await tabs.getByRole('link').allInnerTexts()).toEqual(['Endringslogg', 'Logg']);

  const boss = await portal.as('superadmin', '/logs');
  await boss
    .getByRole('navigation', { name: 'Logger' })
    .getByRole('link', { name: 'Superadminlogg' })
    .click();
  await boss.getByRole('heading', { level: 1, name: 'Superadminlogg' }).waitFor();
  await poll(() => boss.title()).toBe('Superadminlogg – Vaktmester');
  // What asks the log stands in one row with the way to the other logs.
  await boss.getByRole('button', { name: 'Rolle', exact: true }).click();
  await boss.getByRole('radio', { name: 'Superadministrator' }).check();
  await boss.getByRole('button', { name: 'Rolle: Superadministrator' }).waitFor();
  await poll(() => boss.url()).toContain('actorRole=superadmin');
});

it('stands in every look', async () => {
  const page = await portal.as('superadmin', '/logs');
  await standsInEveryLook(page, () => page.getByRole('row').nth(2).waitFor());
  await page.goto('/logs/operations');
  await page.getByRole('row').filter({ hasText: 'Brukerimport' }).getByRole('link').first().click();
  await standsInEveryLook(page, () => page.getByRole('columnheader', { name: 'Felt' }).first().waitFor());
});
