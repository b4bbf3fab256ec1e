/** The first page of the day. */
import { describe, expect, it } from 'vitest';

import {
  accessibilityFindings,
  isTooWide,
  narrowest,
  nameOf,
  phone,
  poll,
  usePortal,
  choose,
} from '../support/portal.ts';

const portal = usePortal({ shareSignIn: true });
const number = (text: string) => Number(text.replaceAll(/\D/g, ''));

it('leads from what needs somebody to a list of exactly that many', async () => {
  const page = await portal.as('superadmin');
  const today = page.getByRole('region', { name: 'Dette trenger deg i dag' });
  const locked = today.getByRole('listitem').filter({ hasText: 'kontoer er låst' });
  const told = number((await locked.getByText('kontoer er låst').innerText()) ?? '');
  expect(told).toBeGreaterThan(0);
  await locked.getByRole('link', { name: 'Se brukerne' }).click();
  await poll(() => page.url()).toContain('accountStatus=locked');
  await poll(async () => number(await page.locator('.list-count').innerText())).toBe(told);
});

it('names some of them, and a name opens the card', async () => {
  const page = await portal.as('superadmin');
  const locked = page.getByRole('listitem').filter({ hasText: 'kontoer er låst' });
  const somebody = locked.getByRole('link').filter({ hasNotText: 'Se brukerne' }).first();
  const name = await somebody.innerText();
  await somebody.click();
  await page.getByRole('region', { name }).getByText('Kontoen er låst til').waitFor();
});

it('counts who came and who left, over the span one chooses, and keeps the span in the address', async () => {
  const page = await portal.as('school-ict');
  const fresh = page.getByRole('region', { name: 'Nye brukere' });
  await choose(fresh.getByRole('radio', { name: '7 d' }));
  await poll(() => page.url()).toContain('days=7');
  await fresh.getByText('siste 7 dager').waitFor();
  const students = fresh.getByRole('link', { name: /elever$/ });
  const told = number(await students.innerText());
  await students.click();
  await poll(async () => number(await page.locator('.list-count').innerText())).toBe(told);
});

it('tells how the last import went and when the next is due', async () => {
  const page = await portal.as('school-ict');
  const state = page.getByRole('region', { name: 'Brukerimport' });
  await state.getByText('Siste import gikk bra').waitFor();
  await poll(() => state.innerText()).toMatch(/16:00–22:00|åpent til 22:00/);
});

describe('by role', () => {
  it('greets everybody by name, and shows a teacher their own groups instead of the school', async () => {
    const page = await portal.as('teacher');
    await page.getByRole('heading', { level: 1, name: nameOf('teacher').split(' ')[0] ?? '' }).waitFor();
    const own = page.getByRole('region', { name: 'Gruppene dine' });
    await own.getByRole('link', { name: /^1A Klasse/ }).click();
    await page.getByRole('heading', { level: 1, name: '1A' }).waitFor();
    await page.goBack();
    expect(await page.getByRole('region', { name: 'Brukerimport' }).count()).toBe(0);
  });

  it('tells a licence administrator how many came, and leads to nothing that role cannot open', async () => {
    const page = await portal.as('licence-administrator');
    await page.getByText('Alt er i orden').waitFor();
    const fresh = page.getByRole('region', { name: 'Nye brukere' });
    await fresh.getByText('siste 30 dager').waitFor();
    await fresh.getByText('elever').waitFor();
    const left = page.getByRole('region', { name: 'Brukere som har sluttet' });
    await left.getByText('siste 30 dager').waitFor();
    expect(
      await page
        .getByRole('main')
        .getByRole('link', { name: /elever|ansatte|utløpt/ })
        .count(),
    ).toBe(0);
    expect(await page.getByRole('region', { name: 'Brukerimport' }).count()).toBe(0);
    expect(portal.problems()).toEqual([]);
  });
});

describe('for everybody', () => {
  it.each(['light', 'dark'] as const)('has nothing for axe to find, in %s', async (scheme) => {
    const page = await portal.as('superadmin', '/home', { scheme });
    await page
      .getByRole('listitem')
      .filter({ hasText: 'kontoer er låst' })
      .getByRole('link')
      .first()
      .waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
  });

  it.each([phone, narrowest])('fits a screen of $width pixels', async (screen) => {
    const page = await portal.as('school-ict', '/home', screen);
    await page.getByRole('region', { name: 'Nye brukere' }).getByText('siste 30 dager').waitFor();
    expect(await isTooWide(page)).toBe(false);
    expect(await accessibilityFindings(page)).toEqual([]);
  });
});
