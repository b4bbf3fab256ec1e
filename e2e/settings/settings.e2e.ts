/** A user's own settings: they hold at once, follow the user, and sessions elsewhere can be ended. */
import { expect, it } from 'vitest';

import { standsInEveryLook } from '../support/looks.ts';
import { choose, poll, usePortal } from '../support/portal.ts';

const portal = usePortal({ shareSignIn: true });

it('translates the page and its title when another language is chosen', async () => {
  const page = await portal.as('teacher', '/settings');
  await poll(() => page.title()).toBe('Innstillinger – Vaktmester');
  await choose(page.getByRole('radio', { name: 'English' }));
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
  await poll(() => page.title()).toBe('Settings – Vaktmester');
  await choose(page.getByRole('radio', { name: 'Nynorsk' }));
  await poll(() => page.title()).toBe('Innstillingar – Vaktmester');
  await choose(page.getByRole('radio', { name: 'Bokmål' }));
  await poll(() => page.title()).toBe('Innstillinger – Vaktmester');
});

it('takes the choices along to another browser', async () => {
  const first = await portal.as('group-administrator', '/settings');
  const kept = first.waitForResponse(
    (answer) => answer.url().endsWith('/usersettings/update') && answer.ok(),
  );
  await choose(first.getByRole('radio', { name: 'Mørkt' }));
  await kept;

  const second = await portal.as('group-administrator', '/settings');
  await poll(() => second.locator('html').getAttribute('data-theme')).toBe('dark');
  const back = second.waitForResponse(
    (answer) => answer.url().endsWith('/usersettings/update') && answer.ok(),
  );
  await choose(second.getByRole('radio', { name: 'Som systemet' }));
  await back;
});

it('ends a session elsewhere, which has to sign in again', async () => {
  const here = await portal.asAnew('school-administrator', '/settings');
  const there = await portal.asAnew('school-administrator');
  await here.reload();
  const others = here.getByRole('button', { name: /^Avslutt økten/ });
  await others.first().waitFor();
  await here.getByRole('button', { name: 'Avslutt alle andre økter' }).click();
  await here.getByRole('alertdialog').getByRole('button', { name: 'Avslutt alle andre økter' }).click();
  await poll(() => others.count()).toBe(0);

  await there.goto('/users');
  await there.waitForURL((url) => url.pathname === '/error' || url.pathname === '/login');
  await here.goto('/users');
  await here.getByRole('heading', { level: 1, name: 'Brukere' }).waitFor();
});

it('ends one of them by its own button', async () => {
  const here = await portal.asAnew('superadmin', '/settings');
  await portal.asAnew('superadmin');
  await here.reload();
  const others = here.getByRole('button', { name: /^Avslutt økten/ });
  await others.first().waitFor();
  const before = await others.count();
  await others.first().click();
  await here.getByText('Økten er avsluttet.').waitFor();
  await poll(() => others.count()).toBe(before - 1);
});

it('stands in every look', async () => {
  const page = await portal.as('superadmin', '/settings');
  await standsInEveryLook(page, () => page.getByText('Denne økten').waitFor());
  expect(portal.problems()).toEqual([]);
});
