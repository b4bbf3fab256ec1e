/** The list in a real browser, over a page of its own with 100,000 rows. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';

import { row as rowOf, usePartsPage, wait } from './page.ts';

const parts = usePartsPage();
let page: Page;
const open = async (query = '') => {
  page = await parts.open(query);
};
const row = (index: number) => rowOf(page, index);

/** A screen elsewhere, once there are rows to scroll through. */
async function jumpTo(index: number): Promise<void> {
  await row(0).waitFor();
  await page.locator('.list-grid').evaluate((grid, top) => grid.scrollTo({ top }), index * 42);
}

/** With a no-break space, as Norwegians write it. */
const all = '100\u00A0000';

describe('the list', () => {
  it('says how many there are and shows the first', async () => {
    await open();
    await expect.poll(() => page.locator('.list-count').innerText(), wait).toBe(all);
    await expect.poll(() => row(0).innerText(), wait).toContain('Aksel Abrahamsen');
    await expect.poll(() => page.locator('.list-foot').innerText(), wait).toMatch(/^Viser 1–\d+ av 100.000/);
    expect(await page.getByRole('grid').getAttribute('aria-rowcount')).toBe('100001');
  });

  it('fetches the middle when one jumps there, and draws only what is in sight', async () => {
    await open();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.postData() ?? ''));
    await jumpTo(50_000);
    await expect.poll(() => row(50_001).innerText(), wait).toContain('bruker050001');
    expect(await page.locator('.list-row').count()).toBeLessThan(60);
    expect(asked.filter((body) => body.includes('"pageSize":500')).length).toBeLessThanOrEqual(3);
  });

  it('keeps the whole question in the address, back and forth', async () => {
    await open();
    await page.locator('.ui-segment', { hasText: 'Elever' }).click();
    await page.keyboard.press('/');
    await page.keyboard.type('nora');
    await expect.poll(() => page.url(), wait).toMatch(/type=students&search=nora|search=nora&type=students/);
    await page.locator('.list-tools').getByRole('button', { name: 'Status' }).click();
    await page.getByLabel('Låst').check();
    await page.keyboard.press('Escape');
    await page.getByRole('columnheader', { name: 'Utløper' }).getByRole('button').click();
    await expect.poll(() => page.url(), wait).toContain('sort=expires');
    const address = page.url();
    const count = await page.locator('.list-count').innerText();

    await page.goBack();
    await expect.poll(() => page.url(), wait).not.toContain('sort=');
    await page.goForward();
    await expect.poll(() => page.url(), wait).toBe(address);

    await page.goto('about:blank');
    await page.goto(address);
    await expect.poll(() => page.locator('.list-count').innerText(), wait).toBe(count);
    expect(await page.getByRole('columnheader', { name: 'Utløper' }).getAttribute('aria-sort')).toBe(
      'ascending',
    );
  });

  it('is used by the keyboard alone', async () => {
    await open();
    await row(0).waitFor();
    await row(0).locator('[data-spot="1"]').focus();
    await page.keyboard.press('j');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+ArrowDown');
    await expect.poll(() => page.locator('.list-bulk strong').innerText(), wait).toBe('3 valgt');
    await page.keyboard.press('End');
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.closest('[data-index]')?.textContent), wait)
      .toContain('bruker099999');
    await page.keyboard.press('Home');
    await page.keyboard.press('k');
    expect(
      await page.evaluate(() => document.activeElement?.closest('[role=columnheader]')?.textContent),
    ).toBe('Navn');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Escape');
    await expect.poll(() => page.locator('.list-bulk').count(), wait).toBe(0);
    await page.keyboard.press('Enter');
    await expect.poll(() => page.url(), wait).toContain('open=bruker000000');
  });

  it('keeps the focus on a row that is scrolled away, and comes back to it with the next key', async () => {
    await open();
    await row(2).locator('[data-spot="1"]').focus();
    const focused = () =>
      page.evaluate(() => document.activeElement?.closest('[data-index]')?.getAttribute('data-index'));
    // Little by little, out of what is drawn, and then far.
    for (const first of [8, 16, 24, 60_000]) {
      await page.locator('.list-grid').evaluate((grid, top) => grid.scrollTo({ top }), first * 42);
      await expect.poll(() => row(first + 2).isVisible(), wait).toBe(true);
      expect(await focused()).toBe('2');
    }
    await page.keyboard.press('ArrowDown');
    await expect.poll(focused, wait).toBe('3');
    await expect.poll(() => row(3).isVisible(), wait).toBe(true);
    await expect.poll(() => page.locator('.list-grid').evaluate((grid) => grid.scrollTop), wait).toBe(3 * 42);
    expect(await focused()).toBe('3');
  });

  it('holds the box and the name while the other columns are scrolled sideways', async () => {
    page = await parts.open('', { width: 800 });
    await row(1).waitFor();
    const places = () =>
      page.locator('.list-grid').evaluate((grid) => {
        const left = (selector: string) =>
          Math.round(grid.querySelector(selector)?.getBoundingClientRect().left ?? 0);
        return {
          box: left('[data-index="1"] .list-box'),
          name: left('[data-index="1"] [data-first]'),
          head: left('.list-head-row [data-first]'),
          third: left('[data-index="1"] [data-spot="2"]'),
        };
      });
    const before = await places();
    await page.locator('.list-grid').evaluate((grid) => grid.scrollTo({ left: 120 }));
    await expect.poll(async () => (await places()).third, wait).toBe(before.third - 120);
    const after = await places();
    expect(after.name).toBeLessThanOrEqual(before.name);
    expect(after.name).toBe(after.head);
    expect(after.box).toBeGreaterThan(before.box - 30);
    expect(after.name).toBeGreaterThan(after.box);
  });

  it('chooses all that match as a filter, and never as keys', async () => {
    await open('?type=employees');
    await page.getByRole('checkbox', { name: 'Velg alle som passer' }).check();
    await page.getByRole('checkbox', { name: 'Velg Åse Abrahamsen' }).first().uncheck();
    await page.getByRole('button', { name: 'Nytt passord' }).click();
    const chosen = JSON.parse(await page.evaluate(() => document.body.dataset['chosen'] ?? ''));
    expect(chosen).toMatchObject({
      selection: { all: true, except: ['bruker000009'] },
      question: { type: 'employees' },
      count: 11_111,
    });
  });

  it('marks a doubtful value with its reason, and a new row with its time', async () => {
    await open();
    await expect.poll(() => row(0).innerText(), wait).toContain('Lagt til 20.11.2026 14:45');
    await page.getByRole('button', { name: 'Datoen stemmer ikke med skoleåret' }).first().hover();
    await expect
      .poll(() => page.getByRole('tooltip').innerText(), wait)
      .toBe('Datoen stemmer ikke med skoleåret');
  });

  it('says what failed, with the number to report, and keeps the search', async () => {
    await open('?search=feil');
    const failed = page.getByRole('alert');
    await expect.poll(() => failed.innerText(), wait).toContain('Listen kunne ikke hentes');
    expect(await failed.innerText()).toContain('b7c1-0042');
    expect(await page.getByRole('searchbox').inputValue()).toBe('feil');
  });

  it('says how many rows answer what was asked last, and nothing on arrival', async () => {
    await open('?type=employees');
    await row(0).waitFor();
    const said = page.locator('.list > span[role=status]');
    expect(await said.innerText()).toBe('');
    await page.locator('.ui-segment', { hasText: 'Elever' }).click();
    await expect.poll(() => said.innerText(), wait).toMatch(/^\d+.\d+ treff$/);
    expect(await said.innerText()).toBe(`${await page.locator('.list-count').innerText()} treff`);
  });

  it('resets what leaves nothing', async () => {
    await open('?search=zzzz&status=locked');
    await page.getByText('Ingen personer passer').waitFor();
    await page.getByRole('status').getByRole('button', { name: 'Nullstill' }).click();
    await expect.poll(() => new URL(page.url()).search, wait).toBe('');
    await expect.poll(() => page.locator('.list-count').innerText(), wait).toBe(all);
  });

  it('turns pages for those who would rather', async () => {
    await open();
    await page.getByRole('button', { name: 'Flere valg for listen' }).click();
    await page.getByRole('menuitemradio', { name: 'Med sider' }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Neste side' }).click();
    await expect.poll(() => page.url(), wait).toContain('page=2');
    await expect
      .poll(() => page.locator('.list-plain tbody tr').first().innerText(), wait)
      .toContain('bruker000030');
    expect(await page.locator('.list-plain tbody tr').count()).toBe(30);
    // Fewer on a page: whoever stood first on the screen is on the page one comes to.
    await page.getByRole('combobox', { name: 'Rader per side' }).selectOption('10');
    await expect.poll(() => page.url(), wait).toContain('page=4');
    await expect.poll(() => page.locator('.list-plain tbody tr').count(), wait).toBe(10);
    expect(await page.locator('.list-plain tbody tr').first().innerText()).toContain('bruker000030');
  });

  it('keeps its place while a card is open, and lets the card be linked to', async () => {
    await open();
    await jumpTo(3_000);
    await row(3_003).click();
    await page
      .getByRole('heading', { name: 'Nora', exact: false })
      .or(page.locator('.drawer-title'))
      .first()
      .waitFor();
    const top = await page.locator('.list-grid').evaluate((grid) => grid.scrollTop);
    await page.keyboard.press('Escape');
    await expect.poll(() => page.locator('.ui-drawer').count(), wait).toBe(0);
    expect(await page.locator('.list-grid').evaluate((grid) => grid.scrollTop)).toBe(top);
  });
});
