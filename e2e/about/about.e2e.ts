/** What the portal tells about itself, and the reference of its API. */
import { expect, it } from 'vitest';

import { standsInEveryLook } from '../support/looks.ts';
import { accessibilityFindings, nameOf, poll, usePortal } from '../support/portal.ts';

const portal = usePortal({ shareSignIn: true });

it('tells version, licence and the packages it is made of', async () => {
  const page = await portal.as('teacher', '/about');
  await poll(() => page.getByRole('main').innerText()).toMatch(/Vaktmester \d+\.\d+\.\d+[\s\S]*EUPL-1\.2/);
  await page.getByText('Dette er en demo').waitFor();
  const help = page.getByRole('region', { name: /^Hjelp på / });
  await help.getByText(nameOf('school-ict')).waitFor();
  await page.getByRole('button', { name: 'Vis pakkene' }).click();
  await poll(() => page.getByRole('row').filter({ hasText: 'fastify' }).first().innerText()).toMatch(/MIT/);
  expect(await page.getByRole('link', { name: 'API-referanse' }).count()).toBe(0);
  expect(portal.problems()).toEqual([]);
});

it('finds a call, and says who may use it, what goes in and out, and what can fail', async () => {
  const page = await portal.as('central-admin', '/api-reference');
  await page.getByRole('searchbox').fill('auditlogs change');
  await poll(() => page.url()).toContain('search=');
  const call = page.getByRole('group').filter({ hasText: '/api/logging/auditlogs' }).first();
  await call.locator('summary').click();
  const told = page.locator('.api-inside').first();
  await poll(() => told.innerText()).toContain('log.read');
  const text = await told.innerText();
  expect(text).toContain('IKT-ansvarlig egen skole');
  expect(text).toContain('Superadministrator hele kommunen');
  expect(text).toMatch(/targetType[\s\S]*TotalItems[\s\S]*access\.denied/);
  expect(await accessibilityFindings(page)).toEqual([]);

  await page.getByRole('searchbox').fill('finnes ikke');
  await page.getByText('Ingen kall passer').waitFor();
});

it('keeps the reference from those who may not read it', async () => {
  const page = await portal.as('school-ict', '/api-reference');
  await page.getByText('Du har ikke tilgang til dette').waitFor();
});

it('stands in every look', async () => {
  const page = await portal.as('superadmin', '/about');
  await standsInEveryLook(page, () => page.getByRole('heading', { name: 'Fri programvare' }).waitFor());
  await page.goto('/api-reference');
  await page.locator('summary').first().click();
  await standsInEveryLook(page, () => page.locator('.api-inside').first().waitFor());
});
