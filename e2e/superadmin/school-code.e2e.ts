/** A school's federation secret: made, shown once, replaced on purpose. */
import { expect, it } from 'vitest';

import { standsInEveryLook } from '../support/looks.ts';
import { poll, usePortal } from '../support/portal.ts';

const portal = usePortal({ shareSignIn: true });

it('is made for a school, shown once, and replaced only when one says so', async () => {
  const page = await portal.as('superadmin', '/superadmin/school-codes');
  await page.getByRole('heading', { level: 1, name: 'Skolekoder' }).waitFor();
  const school = page.getByRole('grid').getByRole('link').first();
  const name = await school.innerText();
  await school.click();
  const card = page.getByRole('region', { name });
  await standsInEveryLook(page, () => page.getByRole('button', { name: 'Lag hemmelighet' }).waitFor());
  await card.getByRole('button', { name: 'Lag hemmelighet' }).click();
  const dialog = page.getByRole('alertdialog', { name: `Hemmeligheten til ${name}` });
  const secret = await dialog.getByRole('code').innerText();
  expect(secret).toHaveLength(43);
  await dialog.getByRole('button', { name: 'Ferdig, lukk' }).click();
  await poll(() => page.content()).not.toContain(secret);

  await card.getByText('Gyldig', { exact: true }).first().waitFor();
  await card.getByRole('button', { name: 'Erstatt hemmeligheten …' }).click();
  const question = page.getByRole('alertdialog', { name: `Erstatte hemmeligheten til ${name}?` });
  await question.getByRole('button', { name: 'Erstatt' }).click();
  expect(await dialog.getByRole('code').innerText()).not.toBe(secret);
  expect(portal.problems()).toEqual([]);
});
