/** What locks leave open: domain packages, always-open pages, exam resources. */
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';

import { standsInEveryLook } from '../support/looks.ts';
import { poll, usePortal } from '../support/portal.ts';

const portal = usePortal({ shareSignIn: true });
const rowOf = (page: Page, name: string) => page.getByRole('grid').getByRole('row').filter({ hasText: name });

it('gathers domains in a package, changes and deletes it', async () => {
  const page = await portal.as('school-ict', '/internet/domain-packages');
  await page.getByRole('button', { name: 'Ny pakke' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Ny pakke' });
  await dialog.getByRole('textbox', { name: /^Navn/ }).fill('Leksika på nett');
  await dialog.getByRole('textbox', { name: /^Domener/ }).fill('ordbokene.no, naob');
  await dialog.getByRole('button', { name: 'Opprett pakke' }).click();
  await dialog.getByText('Ugyldig domene: naob').first().waitFor();
  await dialog.getByRole('textbox', { name: /^Domener/ }).fill('ordbokene.no, naob.no');
  await dialog.getByRole('button', { name: 'Opprett pakke' }).click();
  await poll(() => rowOf(page, 'Leksika på nett').innerText()).toContain('naob.no');
  await standsInEveryLook(page, () => page.getByText('Leksika på nett').first().waitFor());

  await rowOf(page, 'Leksika på nett').getByRole('link').first().click();
  const card = page.getByRole('region', { name: 'Leksika på nett' });
  await card.getByText('Ingen planlagte eller aktive sperrer bruker pakken.').waitFor();
  await card.getByRole('button', { name: 'Slett' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Slett' }).click();
  await poll(() => rowOf(page, 'Leksika på nett').count()).toBe(0);
});

it('keeps the school’s always-open pages, and shows everybody’s', async () => {
  const page = await portal.as('school-ict', '/internet/always-open');
  const school = page.getByRole('region', { name: /^For (?!alle)/ });
  await school.getByRole('textbox', { name: /^Skolens sider/ }).fill('fjordby.no');
  await school.getByRole('button', { name: 'Lagre endringer' }).click();
  await page.getByText('Endringene er lagret').first().waitFor();
  await page.reload();
  await poll(() => school.getByRole('textbox', { name: /^Skolens sider/ }).inputValue()).toBe('fjordby.no');
  expect(await page.getByRole('region', { name: 'For alle skoler' }).getByRole('textbox').count()).toBe(0);
  await standsInEveryLook(page, () => school.waitFor());
});

it('keeps exam resources', async () => {
  const page = await portal.as('school-ict', '/internet/exam-resources');
  const school = page.getByRole('region', { name: /^For (?!alle)/ });
  await school.getByRole('button', { name: 'Ny ressurs' }).click();
  const dialog = page.getByRole('dialog', { name: 'Ny ressurs' });
  await dialog.getByRole('button', { name: 'Lagre' }).click();
  await dialog.getByText('Navn må fylles ut').first().waitFor();
  await dialog.getByRole('textbox', { name: /^Navn/ }).fill('Geogebra');
  await dialog.getByRole('textbox', { name: /^Domener/ }).fill('geogebra.org');
  await dialog.getByRole('button', { name: 'Lagre' }).click();
  await school.getByText('geogebra.org').waitFor();
  await standsInEveryLook(page, () => school.getByText('Geogebra', { exact: true }).waitFor());
  await school.getByRole('button', { name: 'Fjern Geogebra' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Slett' }).click();
  await poll(() => school.getByText('geogebra.org').count()).toBe(0);
});
