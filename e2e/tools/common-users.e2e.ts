/** Accounts that several people share: who answers for them, and a new password. */
import { expect, it } from 'vitest';

import { standsInEveryLook } from '../support/looks.ts';
import { poll, usePortal } from '../support/portal.ts';

const portal = usePortal({ shareSignIn: true });

it('get a new password from school ICT', async () => {
  const page = await portal.as('school-ict', '/tools/common-users');
  await page.getByRole('heading', { level: 1, name: 'Fellesbrukere' }).waitFor();
  const account = page.getByRole('grid').getByRole('link').first();
  const name = await account.innerText();
  await account.click();
  const card = page.getByRole('region', { name });
  await card.getByText('Ikke endret i portalen').waitFor();
  await standsInEveryLook(page, () => page.getByRole('button', { name: 'Sett passordet' }).waitFor());
  await card.getByLabel('Nytt passord').fill('solbær 77 sti');
  await card.getByLabel('Gjenta passordet').fill('solbær 77 sti');
  await card.getByRole('button', { name: 'Sett passordet' }).click();
  await poll(() => card.getByText('Ikke endret i portalen').count()).toBe(0);
  expect(portal.problems()).toEqual([]);
});

it('are not in a teacher’s menu', async () => {
  const page = await portal.as('teacher');
  await page.getByRole('navigation').first().waitFor();
  expect(await page.getByRole('link', { name: 'Fellesbrukere' }).count()).toBe(0);
});
