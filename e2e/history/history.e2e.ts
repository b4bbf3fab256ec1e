/** Looking back: members of a group, groups of a person and roles at a school on a day, and two days side by side. */
import { expect, it } from 'vitest';

import { standsInEveryLook } from '../support/looks.ts';
import { nameOf, poll, usePortal } from '../support/portal.ts';

const portal = usePortal({ shareSignIn: true });
/** As the portal's clock has it: the demo's own day. */
const today = new Intl.DateTimeFormat('nb-NO', {
  timeZone: 'Europe/Oslo',
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
}).format(new Date());

it('shows who was in a class, from the first day that is known', async () => {
  const page = await portal.as('school-ict', '/groups?type=class');
  await page.getByRole('link', { name: '7A', exact: true }).click();
  await page.getByRole('link', { name: 'Medlemmer før' }).click();
  const members = page.getByRole('table', { name: 'Medlemmer før' });
  await members.getByRole('link', { name: nameOf('pupil') }).waitFor();
  expect(await page.getByLabel('Dag', { exact: true }).inputValue()).toBe(today);

  await page.getByLabel('Dag', { exact: true }).fill('01.01.2020');
  await page.getByText(`Loggen går tilbake til ${today}`).waitFor();
  await page.getByRole('button', { name: `Vis ${today}` }).click();
  await members.getByRole('link', { name: nameOf('pupil') }).waitFor();

  await page.getByRole('switch', { name: 'Sammenlign med en annen dag' }).check();
  await page.getByText('Ingen forskjell').waitFor();
  expect(await members.getByRole('columnheader').allInnerTexts()).toEqual([
    'Person',
    'Rolle',
    'Medlemskap',
    'Forskjell',
  ]);
  await standsInEveryLook(page, () => members.getByRole('link').first().waitFor());
  expect(portal.problems()).toEqual([]);
});

it('refuses a day that has not been', async () => {
  const page = await portal.as('school-ict', '/groups?type=class');
  await page.getByRole('link', { name: '7A', exact: true }).click();
  await page.getByRole('link', { name: 'Medlemmer før' }).click();
  await page.getByLabel('Dag', { exact: true }).fill('01.01.2090');
  await page.getByText('Velg en dag som har vært.').waitFor();
});

it('shows the groups a person was in, on the card', async () => {
  const page = await portal.as('school-ict', '/users?userType=students');
  await page.getByRole('grid').getByRole('link').nth(2).click();
  await page.getByRole('link', { name: 'Grupper før' }).click();
  const groups = page.getByRole('table', { name: 'Grupper før' });
  await groups.getByRole('cell', { name: 'Klasse', exact: true }).waitFor();
  await standsInEveryLook(page, () => groups.getByRole('link').first().waitFor());
});

it('shows who looked after the school', async () => {
  const page = await portal.as('school-ict', '/superadmin/access');
  await page.getByRole('heading', { level: 1, name: 'Skoleadministratorer' }).waitFor();
  const roles = page.getByRole('table', { name: 'Roller før' });
  await poll(() => roles.innerText()).toContain(nameOf('school-ict'));
  await standsInEveryLook(page, () => roles.getByRole('link').first().waitFor());
});
