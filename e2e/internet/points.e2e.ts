/** Enforcement points: one is made with a secret shown once, changed and removed; the demo's own holds the locks. */
import { expect, it } from 'vitest';

import { standsInEveryLook } from '../support/looks.ts';
import { poll, usePortal } from '../support/portal.ts';

const portal = usePortal({ shareSignIn: true });

it('are made with a secret that is shown once, and removed', async () => {
  const page = await portal.as('superadmin', '/internet/points');
  await page.getByRole('button', { name: 'Nytt punkt' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Nytt sperrepunkt' });
  await dialog.getByRole('textbox', { name: /^Navn/ }).fill('Proxy Prøve');
  await dialog.getByRole('button', { name: 'Lag punktet' }).click();

  const secret = page.getByRole('alertdialog', { name: 'Hemmeligheten til Proxy Prøve' });
  const command = secret.getByRole('region', { name: 'Kommandoen' });
  await poll(() => command.innerText()).toMatch(/WEB_FILTER_SECRET=[\w-]{43} \\\s+npm run web-filter/);
  // As on a page without https.
  await page.evaluate(() => Reflect.deleteProperty(Navigator.prototype, 'clipboard'));
  await secret.getByRole('button', { name: 'Kopier kommandoen' }).click();
  await page.getByText('Nettleseren får ikke kopiere her').waitFor();
  await secret.getByRole('button', { name: 'Jeg har tatt vare på den' }).click();

  const card = page.getByRole('article', { name: 'Proxy Prøve' });
  await card.getByText('Ikke startet', { exact: true }).waitFor();
  await card.getByRole('button', { name: 'Lag ny hemmelighet' }).click();
  await page
    .getByRole('alertdialog', { name: 'Ny hemmelighet for Proxy Prøve?' })
    .getByRole('button', { name: 'Lag ny hemmelighet' })
    .click();
  await poll(() => command.innerText()).toContain('WEB_FILTER_POINT=');
  await secret.getByRole('button', { name: 'Jeg har tatt vare på den' }).click();
  await card.getByRole('button', { name: 'Endre' }).click();
  const edit = page.getByRole('dialog', { name: 'Endre Proxy Prøve' });
  await edit.getByRole('textbox', { name: /^Navn/ }).fill('Proxy Granlia');
  await edit.getByRole('button', { name: 'Lagre' }).click();

  const renamed = page.getByRole('article', { name: 'Proxy Granlia' });
  await renamed.waitFor();
  await standsInEveryLook(page, () => renamed.waitFor());
  await renamed.getByRole('button', { name: 'Fjern' }).click();
  await page
    .getByRole('alertdialog', { name: 'Fjerne Proxy Granlia?' })
    .getByRole('button', { name: 'Fjern' })
    .click();
  await poll(() => renamed.count()).toBe(0);
  expect(portal.problems()).toEqual([]);
});

it('hold the locks of the school, and say since when', async () => {
  const page = await portal.as('school-ict', '/internet/points');
  const point = page.getByRole('article', { name: 'Simulert brannmur' });
  await point.getByText('Svarer', { exact: true }).waitFor();
  await point.getByRole('button', { name: 'Vis sperrene' }).click();
  const held = page.getByRole('dialog', { name: 'Sperrer hos Simulert brannmur' });
  const row = held.getByRole('listitem').filter({ hasText: 'Stille lesing' });
  await poll(() => row.innerText()).toMatch(/Holdt siden \d/);
  await standsInEveryLook(page, () => point.waitFor());
  await row.getByRole('link', { name: 'Stille lesing' }).click();

  const card = page.getByRole('region', { name: 'Stille lesing' });
  await poll(() => card.getByText('Simulert brannmur').locator('..').innerText()).toMatch(/Holdt siden \d/);
  expect(await page.getByRole('button', { name: 'Nytt punkt' }).count()).toBe(0);
  expect(portal.problems()).toEqual([]);
});
