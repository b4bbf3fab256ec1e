/** Groups: the types, the card and its members, with the whole of Fjordby behind it. */
import { readFile } from 'node:fs/promises';

import { expect, it } from 'vitest';

import {
  accessibilityFindings,
  isTooWide,
  narrowest,
  nameOf,
  poll,
  usePortal,
  choose,
} from '../support/portal.ts';

const portal = usePortal({ shareSignIn: true });

it('has tabs for the types there are groups of, with how many, and the others behind "more"', async () => {
  const page = await portal.as('school-ict', '/groups');
  const classes = page.getByRole('radio', { name: /^Klasser/ });
  await choose(classes);
  await poll(() => page.url()).toContain('type=class');
  // How many comes after the word, by a question of its own.
  const label = page.locator('.ui-segment', { has: page.locator(':checked') });
  await poll(() => label.innerText()).toMatch(/^Klasser\s*\d+/);
  const expected = Number((await label.innerText()).replaceAll(/\D/g, ''));
  await poll(async () => Number(await page.locator('.list-count').innerText())).toBe(expected);

  await page.getByRole('button', { name: 'Flere typer' }).click();
  await page.getByRole('menuitem', { name: 'EG-grupper' }).click();
  await page.getByRole('heading', { name: 'Ingen grupper her ennå' }).waitFor();
});

it('opens a class as a page of its own: facts, teachers, members, change log', async () => {
  const page = await portal.as('school-ict', '/groups?type=class');
  await page.getByRole('link', { name: '7A', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: '7A' }).waitFor();
  await page.getByRole('heading', { name: 'Om gruppen' }).waitFor();
  expect(await page.getByRole('main').innerText()).toMatch(/Skoleår\s+\d{4}\/\d{4}/);

  await page.getByRole('link', { name: /^Medlemmer\s*\d+$/ }).click();
  await poll(() => page.getByRole('grid').innerText()).toContain(nameOf('pupil'));
  await page.getByRole('button', { name: 'Hvem' }).click();
  await page.getByLabel('Ansatte').check();
  await page.keyboard.press('Escape');
  await poll(() => page.getByRole('grid').innerText()).not.toContain(nameOf('pupil'));
  expect(page.url()).toContain('group-members.memberKind=employees');

  await page.getByRole('link', { name: 'Endringslogg' }).click();
  await poll(() => page.url()).toMatch(/\/groups\/[^/]+\/change/);
});

it('gives the members as a file', async () => {
  const page = await portal.as('school-ict', '/groups?type=class');
  await page.getByRole('link', { name: '7A', exact: true }).click();
  await page.getByRole('link', { name: /^Medlemmer\s*\d+$/ }).click();
  await page.getByRole('button', { name: 'Eksporter' }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'CSV' }).first().click(),
  ]);
  expect(await readFile(await file.path(), 'utf8')).toContain(nameOf('pupil'));
});

it('leads from a member to the person and back', async () => {
  const page = await portal.as('school-ict', '/groups?type=class');
  await page.getByRole('link', { name: '7A', exact: true }).click();
  await page.getByRole('link', { name: /^Medlemmer\s*\d+$/ }).click();
  await page
    .getByRole('grid')
    .getByRole('link', { name: nameOf('pupil') })
    .click();
  const card = page.getByRole('region', { name: nameOf('pupil') });
  await card.getByRole('link', { name: 'Grupper', exact: true }).click();
  await card.getByRole('link', { name: '7A', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: '7A' }).waitFor();
});

it('shows a teacher the groups the teacher has, and no others', async () => {
  const teacher = await portal.as('teacher', '/groups');
  const ict = await portal.as('school-ict', '/groups');
  const count = async (page: typeof teacher) => Number(await page.locator('.list-count').innerText());
  await poll(() => count(teacher)).toBeGreaterThan(0);
  await poll(() => count(ict)).toBeGreaterThan(await count(teacher));
});

it('says that a group is not to be found', async () => {
  const page = await portal.as('school-ict', '/groups/finnes-ikke');
  await page.getByRole('alert').filter({ hasText: 'Finnes ikke' }).waitFor();
});

it.each(['light', 'dark'] as const)('has nothing for axe to find, in %s', async (scheme) => {
  const page = await portal.as('school-ict', '/groups?type=class', { scheme });
  await page.getByRole('link', { name: '7A', exact: true }).waitFor();
  expect(await accessibilityFindings(page)).toEqual([]);
  await page.getByRole('link', { name: '7A', exact: true }).click();
  await page.getByRole('heading', { name: 'Om gruppen' }).waitFor();
  expect(await accessibilityFindings(page)).toEqual([]);
  await page.getByRole('link', { name: /^Medlemmer\s*\d+$/ }).click();
  await page.getByRole('grid').getByRole('link').first().waitFor();
  expect(await accessibilityFindings(page)).toEqual([]);
});

it('fits the narrowest screen, list and card', async () => {
  const page = await portal.as('school-ict', '/groups?type=class', narrowest);
  await page.getByRole('link', { name: '7A', exact: true }).waitFor();
  expect(await isTooWide(page)).toBe(false);
  await page.getByRole('link', { name: '7A', exact: true }).click();
  await page.getByRole('heading', { name: 'Om gruppen' }).waitFor();
  expect(await isTooWide(page)).toBe(false);
  expect(await accessibilityFindings(page)).toEqual([]);
});
