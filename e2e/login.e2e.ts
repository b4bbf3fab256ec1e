/** Ways in, and who gets no further (specification §1, §2, §4, §6). */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';

import { DEMO_PASSWORD } from '../src/server/demo/story.ts';
import { runProcess } from '../src/server/testing/process.ts';
import { nameOf, poll, signInAs, usePortal } from './support/portal.ts';

const portal = usePortal();

const CREDENTIALS = 'vaktmester.credentials';

const keptIn = (page: Page) =>
  page.evaluate((key) => ({ local: key in localStorage, session: key in sessionStorage }), CREDENTIALS);

const cookieNames = async (page: Page) => (await page.context().cookies()).map(({ name }) => name);

const path = (page: Page) => new URL(page.url()).pathname;

async function signInCentrally(page: Page, password: string, { remember = false } = {}): Promise<void> {
  await page.getByLabel('Brukernavn').fill('sentraladmin');
  await page.getByRole('textbox', { name: 'Passord' }).fill(password);
  if (remember) await page.getByLabel('Husk meg').check();
  await page.getByRole('button', { name: 'Logg inn', exact: true }).click();
}

describe('signing in with Feide', () => {
  it('asks an administrator for a second factor and ends at home', async () => {
    const page = await portal.visitor('/login');
    await page.getByRole('link', { name: 'Logg inn med Feide' }).click();
    const person = page.getByRole('button', { name: nameOf('school-ict') });
    await page.getByRole('heading', { name: 'Hvem vil du logge inn som?' }).waitFor();
    await person.click();
    await page.getByRole('heading', { name: 'Logg inn med to faktorer' }).waitFor();
    await person.click();
    await page.waitForURL('**/home');
    await poll(() => page.title()).toBe('Hjem – Vaktmester');
    await page.getByRole('button', { name: nameOf('school-ict') }).waitFor();
    expect(await keptIn(page)).toEqual({ local: true, session: false });
    expect(portal.problems()).toEqual([]);
  });

  it.each(['pupil', 'principal'] as const)(
    'shows a %s without a role that there is no access',
    async (part) => {
      const page = await portal.as(part);
      await page.getByRole('heading', { name: 'Ingen tilgang' }).waitFor();
      await poll(() => page.title()).toBe('Ingen tilgang – Vaktmester');
      expect(await page.getByRole('navigation').count()).toBe(0);
      await page.getByRole('button', { name: 'Logg ut' }).click();
      await page.waitForURL('**/login');
      expect(await keptIn(page)).toEqual({ local: false, session: false });
      expect(portal.problems()).toEqual([]);
    },
  );

  it('can be called off, which is no failure of anybody', async () => {
    const page = await portal.visitor('/login');
    await page.getByRole('link', { name: 'Logg inn med Feide' }).click();
    await page.getByRole('button', { name: 'Avbryt' }).click();
    await page.getByRole('link', { name: 'Logg inn med Feide' }).waitFor();
    expect(path(page)).toBe('/login');
    await signInAs(page, nameOf('school-ict'));
    await page.waitForURL('**/home');
    expect(portal.problems()).toEqual([]);
  });

  it('leads from a login page to the root once one is signed in, replacing the entry of the history', async () => {
    const page = await portal.as('school-ict', '/users');
    await page.getByRole('grid').waitFor();
    await page.goto('/login');
    await page.waitForURL('**/home');
    const entries = await page.evaluate(() => history.length);
    await page.goto('/central-admin/login');
    await page.waitForURL('**/home');
    expect(await page.evaluate(() => history.length)).toBe(entries + 1);
    await page.goBack();
    await page.waitForURL('**/home');
    await page.goBack();
    await page.waitForURL('**/users');
  });

  it('refuses a code that nobody was given, and lets one try again', async () => {
    const page = await portal.visitor('/login/done#code=oppdiktet');
    await page.getByRole('heading', { name: 'Innloggingen nådde ikke fram' }).waitFor();
    expect(await page.getByRole('alert').innerText()).toBe('Koden er feil eller har gått ut');
    await page.getByRole('link', { name: 'Logg inn på nytt' }).click();
    await page.waitForURL('**/login');
  });
});

describe('signing in as central admin', () => {
  it('says that the password is wrong, and puts the cursor back in it', async () => {
    const page = await portal.visitor('/central-admin/login');
    await signInCentrally(page, 'Feil-passord-1');
    await poll(() => page.getByRole('alert').innerText()).toBe('Feil brukernavn eller passord');
    expect(await page.getByRole('textbox', { name: 'Passord' }).inputValue()).toBe('');
    await poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('password');
    expect(path(page)).toBe('/central-admin/login');
  });

  it('says what is missing, at the field', async () => {
    const page = await portal.visitor('/central-admin/login');
    await page.getByRole('button', { name: 'Logg inn', exact: true }).click();
    await page.getByText('Brukernavn må fylles ut').waitFor();
    await page.getByText('Passord må fylles ut').waitFor();
    await page.getByLabel('Brukernavn').fill('sentraladmin');
    expect(await page.getByText('Brukernavn må fylles ut').count()).toBe(0);
  });

  it('is forgotten with the tab unless one asks to be remembered', async () => {
    const page = await portal.visitor('/central-admin/login');
    await signInCentrally(page, DEMO_PASSWORD);
    await page.waitForURL('**/home');
    expect(await keptIn(page)).toEqual({ local: false, session: true });
    const marker = (await page.context().cookies()).find(({ name }) => name === 'vaktmester-marker');
    expect(marker?.expires).toBe(-1);

    const another = await page.context().newPage();
    await another.goto('/home');
    await another.waitForURL('**/login');
  });

  it('is remembered when one asks for it', async () => {
    const page = await portal.visitor('/central-admin/login');
    await signInCentrally(page, DEMO_PASSWORD, { remember: true });
    await page.waitForURL('**/home');
    expect(await keptIn(page)).toEqual({ local: true, session: false });
    const another = await page.context().newPage();
    await another.goto('/home');
    await poll(() => another.title()).toBe('Hjem – Vaktmester');
    expect(path(another)).toBe('/home');
  });

  it('works with a code of the operator, once, and is then always remembered', async () => {
    const command = runProcess(
      portal.running().environment,
      ['sentraladmin'],
      'src/server/commands/login-code.ts',
    );
    expect(await command.end()).toBe(0);
    const code = command.output().trim();

    const page = await portal.visitor('/login');
    await page.getByRole('link', { name: 'Innlogging for sentral administrasjon' }).click();
    await page.getByText('Engangskode', { exact: true }).click();
    await page.getByLabel('Engangskode').last().fill(code);
    await page.getByRole('button', { name: 'Logg inn', exact: true }).click();
    await page.waitForURL('**/home');
    expect(await keptIn(page)).toEqual({ local: true, session: false });

    const thief = await portal.visitor('/central-admin/login');
    await thief.getByText('Engangskode', { exact: true }).click();
    await thief.getByLabel('Engangskode').last().fill(code);
    await thief.getByRole('button', { name: 'Logg inn', exact: true }).click();
    await poll(() => thief.getByRole('alert').innerText()).toBe('Koden er feil eller har gått ut');
  });
});

describe('the sign-in page', () => {
  const languages = [
    ['Bokmål', 'nb', 'no-NO', 'Logg inn med Feide', 'Logg inn – Vaktmester'],
    ['Nynorsk', 'nn', 'nn-NO', 'Logg inn med Feide', 'Logg inn – Vaktmester'],
    ['English', 'en', 'en-US', 'Log in with Feide', 'Login – Vaktmester'],
    ['Français', 'fr', 'fr-FR', 'Se connecter avec Feide', 'Connexion – Vaktmester'],
  ] as const;

  it.each(languages)('speaks %s', async (name, language, stored, act, title) => {
    const page = await portal.visitor('/login');
    await page.getByRole('button', { name }).click();
    await page.getByRole('link', { name: act }).waitFor();
    await poll(() => page.getAttribute('html', 'lang')).toBe(language);
    expect(await page.evaluate(() => localStorage.getItem('language'))).toBe(stored);
    await poll(() => page.title()).toBe(title);
    expect(await page.getByRole('button', { name }).getAttribute('aria-pressed')).toBe('true');

    await page.reload();
    await page.getByRole('link', { name: act }).waitFor();
    expect(portal.problems()).toEqual([]);
  });

  it('shows the version and what municipality it is for', async () => {
    const page = await portal.visitor('/login');
    await poll(() => page.getByRole('contentinfo').innerText()).toMatch(/Versjon \d+\.\d+\.\d+/);
    expect(await page.getByRole('main').innerText()).toContain('skolene i Fjordby');
  });

  it('is where everybody else ends up, whatever address they ask for', async () => {
    for (const asked of ['/', '/home', '/users?open=noen', '/finnes/ikke']) {
      const page = await portal.visitor(asked);
      await page.waitForURL('**/login');
      expect(await cookieNames(page)).not.toContain('vaktmester-marker');
    }
  });
});
