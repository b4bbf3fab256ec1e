/** Form and card in a real browser, over a page of their own. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';

import { usePartsPage, wait } from './page.ts';

const parts = usePartsPage();
let page: Page;
const open = async (query = '') => {
  page = await parts.open(query);
};

describe('the form in a card', () => {
  it('says what is wrong only after a field is left edited, and everything on save', async () => {
    await open('?open=bruker000010');
    const title = page.getByLabel('Stilling');
    await title.fill('');
    expect(await page.getByText('Stilling må fylles ut').count()).toBe(0);
    await title.blur();
    await page.getByText('Stilling må fylles ut').waitFor();

    await page.getByLabel('E-post').fill('x@');
    await page.getByRole('button', { name: 'Lagre endringer' }).click();
    await expect.poll(() => page.evaluate(() => document.activeElement?.className), wait).toBe('ui-summary');
    await page.getByRole('link', { name: 'Ugyldig e-postadresse' }).click();
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('email');
    await page.getByLabel('E-post').fill('xx@y.no');
    await expect.poll(() => page.locator('.ui-summary li').count(), wait).toBe(1);
  });

  it('lets the server’s refusal stand on its field until it is edited, then saves', async () => {
    await open('?open=bruker000011');
    await page.getByLabel('E-post').fill('opptatt@skole.example');
    await page.getByRole('button', { name: 'Lagre endringer' }).click();
    await page.locator('.ui-field').getByText('E-post er allerede i bruk').waitFor();
    await page.getByLabel('E-post').fill('ledig@skole.example');
    expect(await page.getByText('E-post er allerede i bruk').count()).toBe(0);
    const sent = page.waitForRequest('**/people/update');
    await page.getByRole('button', { name: 'Lagre endringer' }).click();
    expect((await sent).postDataJSON()).toEqual({
      userName: 'bruker000011',
      version: 1,
      email: 'ledig@skole.example',
    });

    // The next save stands on the row as it is now, and not on the one the form began with.
    await page.getByLabel('Stilling').fill('Rektor');
    const next = page.waitForRequest('**/people/update');
    await page.getByRole('button', { name: 'Lagre endringer' }).click();
    expect((await next).postDataJSON()).toEqual({ userName: 'bruker000011', version: 2, title: 'Rektor' });
  });

  it('keeps what is typed when somebody else saved first, and saves it on top', async () => {
    await open('?open=bruker000012');
    await page.getByLabel('Stilling').fill('Inspektør');
    await page.evaluate(() =>
      fetch('/api/people/update', {
        method: 'PUT',
        body: JSON.stringify({ userName: 'bruker000012', version: 1, title: 'Rektor' }),
      }),
    );
    await page.getByRole('button', { name: 'Lagre endringer' }).click();
    const notice = page.getByRole('alert');
    await expect.poll(() => notice.innerText(), wait).toContain('Stilling: Lærer → Rektor');
    expect(await page.getByLabel('Stilling').inputValue()).toBe('Inspektør');
    const sent = page.waitForRequest('**/people/update');
    await page.getByRole('button', { name: 'Lagre det jeg har skrevet' }).click();
    expect((await sent).postDataJSON()).toMatchObject({ version: 2, title: 'Inspektør' });
    await expect.poll(() => notice.count(), wait).toBe(0);
  });

  it('asks before typed text is left behind', async () => {
    await open('?open=bruker000013');
    await page.getByLabel('Stilling').fill('Rektor');
    await page.getByRole('link', { name: 'Klassen' }).click();
    await page.getByRole('button', { name: 'Bli på siden' }).click();
    expect(await page.getByLabel('Stilling').inputValue()).toBe('Rektor');
    await page.getByRole('link', { name: 'Klassen' }).click();
    await page.getByRole('button', { name: 'Forkast endringene' }).click();
    await expect.poll(() => page.url(), wait).toContain('tab=classmates');
  });

  it('shows a field the import owns with where it comes from', async () => {
    await open('?open=bruker000014');
    await page.getByText('Hentes fra IST Administrasjon og endres der').waitFor();
    expect(await page.getByRole('textbox', { name: 'Utløper' }).count()).toBe(0);
  });
});

describe('the card', () => {
  it('leaves out tabs the reader may not see, and survives one that fails', async () => {
    await open('?open=bruker000015&tab=broken');
    await page.getByText('Ødelagt kunne ikke vises').waitFor();
    const tabs = page.getByRole('navigation', { name: 'Faner' }).getByRole('link');
    expect(await tabs.allInnerTexts()).toEqual(['Oversikt', expect.stringContaining('Klassen'), 'Ødelagt']);
    expect(await tabs.nth(2).getAttribute('aria-current')).toBe('page');
    await tabs.first().click();
    await page.getByLabel('Stilling').waitFor();
  });

  it('keeps a list inside a tab apart from the list it lies on', async () => {
    await open('?search=nora&open=bruker000001&tab=classmates');
    await page.getByRole('searchbox', { name: 'Søk i klassen' }).fill('emil');
    await expect.poll(() => new URL(page.url()).searchParams.get('classmates.search'), wait).toBe('emil');
    expect(new URL(page.url()).searchParams.get('search')).toBe('nora');
  });

  it('says so when its subject is gone', async () => {
    await open('?open=ukjent');
    await page.getByText('Finnes ikke').waitFor();
    expect(await page.locator('.drawer-title').innerText()).toBe('ukjent');
  });

  it('is the same card when the window is made narrower: what is typed and asked stands', async () => {
    await open('?open=bruker000016');
    await page.getByLabel('Stilling').fill('Inspektør');
    await page.getByRole('link', { name: 'Klassen' }).click();
    const question = page.getByRole('alertdialog');
    await question.waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    await page.locator('.ui-drawer[aria-modal]').waitFor({ state: 'attached' });
    await question.getByRole('button', { name: 'Bli på siden' }).click();
    expect(await page.getByLabel('Stilling').inputValue()).toBe('Inspektør');

    // On a phone the list behind the card is out of reach, and in reach again when there is room for both.
    const list = page.locator('.list-scroller, .list-grid, [role=grid]').first();
    const isOut = () => list.evaluate((element) => element.closest('[inert]') !== null);
    expect(await isOut()).toBe(true);
    await page.setViewportSize({ width: 1440, height: 900 });
    await expect.poll(isOut, wait).toBe(false);
    expect(await page.getByLabel('Stilling').inputValue()).toBe('Inspektør');
  });
});
