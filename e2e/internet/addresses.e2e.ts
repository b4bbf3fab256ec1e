/** The school's machines by address: written as lines, told where a line is wrong, and what is made of them. */
import { expect, it } from 'vitest';

import { standsInEveryLook } from '../support/looks.ts';
import { poll, usePortal } from '../support/portal.ts';

const portal = usePortal({ shareSignIn: true });

it('are written by the school’s people, and say where a PAC file is fetched', async () => {
  const page = await portal.as('school-ict', '/internet/addresses');
  const lines = page.getByRole('textbox', { name: /^Adresser/ });
  await lines.fill('10.20.3.14\n10.20.4.0/24 rom204');
  await page.getByRole('button', { name: 'Lagre' }).click();
  await page.getByText('Disse linjene er ikke en adresse', { exact: false }).first().waitFor();
  await lines.fill('10.20.4.0/24 rom204');
  await page.getByRole('button', { name: 'Lagre' }).click();
  const machines = page.getByRole('region', { name: 'Skolens maskiner' });
  await machines.getByText('1 i listen').waitFor();
  await machines.getByText('Ingen heter dette', { exact: false }).waitFor();

  const uses = page.getByRole('region', { name: 'For skoler uten proxy' });
  const address = await uses.getByText('.pac', { exact: false }).innerText();
  const { status, text } = await page.evaluate(async (from) => {
    const answer = await fetch(from);
    return { status: answer.status, text: await answer.text() };
  }, new URL(address).pathname);
  expect(status).toBe(200);
  expect(text).toContain('function FindProxyForURL');
  await standsInEveryLook(page, () => uses.waitFor());
  await lines.fill('');
  await page.getByRole('button', { name: 'Lagre' }).click();
  await poll(() => machines.getByText('0 i listen').count()).toBe(1);
});
