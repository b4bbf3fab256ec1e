/** The rules for passwords: a set is chosen, and holds where somebody sets one. */
import { expect, it } from 'vitest';

import { standsInEveryLook } from '../support/looks.ts';
import { nameOf, poll, usePortal } from '../support/portal.ts';

const portal = usePortal({ shareSignIn: true });

it('are made stricter by a superadmin, and school ICT is told so where it matters', async () => {
  const page = await portal.as('superadmin', '/superadmin/site');
  const rules = page.getByRole('region', { name: 'Passord' });
  const save = rules.getByRole('button', { name: 'Ta i bruk reglene' });
  const minimum = rules.getByRole('textbox', { name: 'Minste lengde' });
  await rules.getByRole('radio', { name: 'Setning' }).check();
  await poll(() => minimum.inputValue()).toBe('15');
  await standsInEveryLook(page, () => minimum.waitFor());
  await save.click();
  await page.getByText('Endringene er lagret').first().waitFor();

  const other = await portal.as('school-ict', `/users?search=${encodeURIComponent(nameOf('pupil'))}`);
  await other
    .getByRole('grid')
    .getByRole('link', { name: nameOf('pupil') })
    .click();
  await other.getByRole('button', { name: 'Nytt passord', exact: true }).click();
  await other.getByText('Minst 15 tegn').waitFor();

  await rules.getByRole('radio', { name: 'Vanlig' }).check();
  await rules.getByRole('checkbox', { name: 'Passordet må ha et tall' }).uncheck();
  await save.click();
  await rules.getByText('Uten tall må passordet ha minst 8 tegn').first().waitFor();
  await rules.getByRole('radio', { name: 'Vanlig' }).check();
  await save.click();
  await poll(() => rules.getByText('Uten tall').count()).toBe(0);
  await other.reload();
  expect(portal.problems()).toEqual([]);
});
