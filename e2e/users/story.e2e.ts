/** The story of the first issue: sign in, find somebody, change something, find the change with before and after. */
import { expect, it } from 'vitest';

import { nameOf, poll, usePortal, choose } from '../support/portal.ts';

const portal = usePortal({ shareSignIn: true });

it('lets school ICT change a person and find the change with before and after', async () => {
  const page = await portal.as('school-ict');
  await page.getByRole('heading', { level: 1, name: nameOf('school-ict').split(' ')[0] ?? '' }).waitFor();

  await page.getByRole('link', { name: 'Brukere', exact: true }).click();
  await choose(page.getByRole('radio', { name: 'Elever' }));
  await page.getByRole('searchbox', { name: 'Navn eller brukernavn' }).fill(nameOf('pupil'));
  await page.getByRole('link', { name: nameOf('pupil') }).click();

  const card = page.getByRole('region', { name: nameOf('pupil') });
  await card.getByLabel(/^Beskrivelse/).fill('Trenger lånemaskin');
  await card.getByRole('button', { name: 'Lagre endringer' }).click();
  await page.getByText('Endringene er lagret').waitFor();

  await card.getByLabel(/^Beskrivelse/).fill('Har fått lånemaskin');
  await card.getByRole('button', { name: 'Lagre endringer' }).click();

  await card.getByRole('link', { name: 'Endringslogg' }).click();
  await poll(() => card.innerText()).toMatch(/Trenger lånemaskin[\s\S]*Har fått lånemaskin/);
  expect(await card.innerText()).toMatch(/Endret bruker[\s\S]*Felt\s+Før\s+Etter/);

  await page.getByRole('link', { name: 'Logger', exact: true }).click();
  await poll(() => page.getByRole('grid').innerText()).toContain('Har fått lånemaskin');
  expect(portal.problems()).toEqual([]);
});

it('shows what was saved while the change log was on its way', async () => {
  const page = await portal.as('school-ict', `/users?search=${nameOf('pupil')}`);
  await page.getByRole('link', { name: nameOf('pupil') }).click();
  const card = page.getByRole('region', { name: nameOf('pupil') });
  const { promise: isAsked, resolve: asked } = Promise.withResolvers<void>();
  // The save waits until the log has been read without it, and that answer comes when the save is done.
  await page.route('**/api/user/update', async (route) => {
    await isAsked;
    await route.continue();
  });
  await page.route(
    '**/api/logging/audit**',
    async (route) => {
      const response = await route.fetch();
      // What else is told of people is read anew as soon as the page knows that they were changed.
      const known = page.waitForRequest('**/api/user/list**');
      asked();
      await known;
      // Whoever asked may have thought better of it.
      await route.fulfill({ response }).catch(() => {});
    },
    { times: 1 },
  );
  await card.getByLabel(/^Beskrivelse/).fill('Lånemaskin levert');
  await card.getByRole('button', { name: 'Lagre endringer' }).click();
  await card.getByRole('link', { name: 'Endringslogg' }).click();
  await poll(() => card.innerText()).toContain('Lånemaskin levert');
});

it('keeps what the import owns out of the form, and says where it is changed', async () => {
  const page = await portal.as('school-ict', '/users?userType=employees');
  await page.getByRole('searchbox', { name: 'Navn eller brukernavn' }).fill(nameOf('teacher'));
  await page.getByRole('link', { name: nameOf('teacher') }).click();
  const card = page.getByRole('region', { name: nameOf('teacher') });
  await card
    .getByText(/Hentes fra .+ og endres der/)
    .first()
    .waitFor();
  expect(await card.getByRole('textbox', { name: /^E-post/ }).count()).toBe(0);
});

it('lets two people who change the same person at once see each other', async () => {
  const first = await portal.as('school-ict', '/users?userType=students');
  const second = await portal.as('school-administrator', '/users?userType=students');
  for (const page of [first, second]) {
    await page.getByRole('grid').getByRole('link').nth(3).click();
    await page.getByLabel(/^Beskrivelse/).waitFor();
  }
  await second.getByLabel(/^Beskrivelse/).fill('Skrevet av kontoret');
  await second.getByRole('button', { name: 'Lagre endringer' }).click();
  await second.getByText('Endringene er lagret').waitFor();

  await first.getByLabel(/^Beskrivelse/).fill('Skrevet av IKT');
  await first.getByRole('button', { name: 'Lagre endringer' }).click();
  const notice = first.getByRole('alert').filter({ hasText: 'Noen andre har endret dette' });
  await poll(() => notice.innerText()).toContain('Skrevet av kontoret');
  await notice.getByRole('button', { name: 'Lagre det jeg har skrevet' }).click();
  await first.getByText('Endringene er lagret').waitFor();
});

it('shows a national number once, to whoever may, and writes it in the log', async () => {
  const page = await portal.as('school-administrator', '/users?userType=students');
  const pupil = page.getByRole('grid').getByRole('link').first();
  const card = page.getByRole('region', { name: await pupil.innerText() });
  await pupil.click();
  const shown = card.getByText(/^\d{11}$/);
  await card.getByText(/^\d{6}\*{5}$/).waitFor();
  await card.getByRole('button', { name: 'Vis nummer' }).click();
  await page.getByLabel(/^Begrunnelse/).fill('Kontroll mot Folkeregisteret');
  await page.getByRole('dialog').getByRole('button', { name: 'Vis nummer' }).click();
  await shown.waitFor();
  expect(page.url()).not.toMatch(/\d{11}/);

  await card.getByRole('button', { name: 'Skjul' }).click();
  expect(await shown.count()).toBe(0);
  await card.getByRole('link', { name: 'Endringslogg' }).click();
  await poll(() => card.innerText()).toContain('Viste fødselsnummer');
});

it('shows school ICT the masked number only', async () => {
  const page = await portal.as('school-ict', '/users?userType=students');
  await page.getByRole('grid').getByRole('link').first().click();
  await page.getByText(/^\d{6}\*{5}$/).waitFor();
  expect(await page.getByRole('button', { name: 'Vis nummer' }).count()).toBe(0);
});
