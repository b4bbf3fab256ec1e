/** What happens to whoever is signed in: renewal, log-out, other tabs, refusals (specification §4, §8). */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';

import { nameOf, poll, signInAs, usePortal } from './support/portal.ts';

const portal = usePortal();

const CREDENTIALS = 'vaktmester.credentials';

/** Changes the stored credentials as no reader could. */
const tamper = (page: Page, changes: Record<string, unknown>) =>
  page.evaluate(
    ([key, changed]) => {
      const stored: object = JSON.parse(localStorage.getItem(key) ?? '{}');
      localStorage.setItem(key, JSON.stringify({ ...stored, ...changed }));
    },
    [CREDENTIALS, changes] as const,
  );

const kept = (page: Page) =>
  page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)].toSorted());

/** Likewise, and goes to another page in the same breath: a question the page asks by itself must not come between. */
const tamperAndGoHome = (page: Page, changes: Record<string, unknown>) =>
  page.getByRole('link', { name: 'Hjem' }).evaluate(
    (link, [key, changed]) => {
      const stored: object = JSON.parse(localStorage.getItem(key) ?? '{}');
      localStorage.setItem(key, JSON.stringify({ ...stored, ...changed }));
      if (link instanceof HTMLElement) link.click();
    },
    [CREDENTIALS, changes] as const,
  );

const logOut = async (page: Page) => {
  await page.getByRole('button', { name: /^Din meny/ }).click();
  await page.getByRole('menuitem', { name: 'Logg ut' }).click();
};

describe('the marker cookie', () => {
  it('takes the credentials with it when it goes', async () => {
    const page = await portal.as('school-ict', '/users');
    await page.getByRole('grid').waitFor();
    await page.context().clearCookies({ name: 'vaktmester-marker' });
    await page.reload();
    await page.waitForURL('**/login');
    expect(await kept(page)).not.toContain(CREDENTIALS);
  });
});

describe('renewal', () => {
  it('happens once for all tabs and everything they ask for', async () => {
    const first = await portal.as('school-ict', '/users');
    await first.getByRole('grid').waitFor();
    const second = await first.context().newPage();
    await second.goto('/home');
    await second.getByRole('heading', { level: 1 }).waitFor();

    // By its key: a renewal that the reload cut off is asked for again with the same one, and is the same renewal.
    const renewals = new Map<string | undefined, string | null>();
    first.context().on('request', (request) => {
      if (!request.url().endsWith('/api/token')) return;
      renewals.set(request.headers()['idempotency-key'], request.postData());
    });
    await tamper(first, { expires_time: 0 });
    await Promise.all([first.reload(), second.reload()]);
    await poll(() => [first.url(), second.url()].map((url) => new URL(url).pathname)).toEqual([
      '/users',
      '/home',
    ]);
    await first.getByRole('grid').waitFor();
    await second.getByRole('button', { name: /^Din meny/ }).waitFor();
    expect([...renewals.keys()]).toHaveLength(1);
    expect([...renewals.values()][0]).toContain('grant_type=refresh_token');
    expect(portal.problems()).toEqual([]);
  });

  it('refused with 400 leads to the sign-in, and nothing is kept', async () => {
    const page = await portal.as('school-ict', '/users');
    await page.getByRole('grid').waitFor();
    await tamperAndGoHome(page, { expires_time: 0, refresh_token: 'ingens' });
    await page.waitForURL('**/login');
    expect(await kept(page)).not.toContain(CREDENTIALS);
  });

  it('that fails otherwise leads to the error page with its code', async () => {
    const page = await portal.as('school-ict', '/users');
    await page.getByRole('grid').waitFor();
    await page.route('**/api/token', (route) => route.fulfill({ status: 502, body: 'nede' }));
    await tamperAndGoHome(page, { expires_time: 0 });
    await page.waitForURL('**/error?errorCode=502');
    await page.getByText('Feilkode 502').waitFor();
    await poll(() => page.title()).toBe('Feil – Vaktmester');
    expect(await kept(page)).not.toContain(CREDENTIALS);
  });
});

describe('a refused call', () => {
  it('answered 401 leads to the page that says one is logged out, and on to the sign-in', async () => {
    const page = await portal.as('school-ict', '/users');
    await page.getByRole('grid').waitFor();
    await tamperAndGoHome(page, { access_token: 'a.b.c' });
    await page.waitForURL('**/error?errorCode=402');
    await poll(() => page.title()).toBe('Du er logget ut – Vaktmester');
    await page.getByRole('link', { name: 'Logg inn på nytt' }).click();
    // The federation remembers who it is.
    await page.getByRole('link', { name: 'Logg inn med Feide' }).click();
    await page.waitForURL('**/home');
    expect(await kept(page)).toContain(CREDENTIALS);
  });

  it('answered 504 leads to the error page, which knows what failed and takes one back to the page', async () => {
    const page = await portal.as('school-ict', '/home');
    await page.route('**/api/user/list', (route) => route.fulfill({ status: 504, body: '' }));
    await page.getByRole('link', { name: 'Brukere', exact: true }).click();
    await page.waitForURL('**/error?returnUrl=*');
    expect(new URL(page.url()).searchParams.get('returnUrl')).toContain('/api/user/list');
    await page.getByRole('heading', { name: 'Tjenesten svarer ikke' }).waitFor();
    await page.unroute('**/api/user/list');
    await page.getByRole('button', { name: 'Prøv igjen' }).click();
    await page.waitForURL('**/users');
    await page.getByRole('grid').waitFor();
  });

  it('never leads to a foreign address', async () => {
    const page = await portal.as('school-ict', '/error?returnUrl=//ond.example/');
    await page.getByRole('button', { name: 'Prøv igjen' }).click();
    await page.waitForURL('**/home');
    expect(new URL(page.url()).origin).toBe(portal.running().address);
  });
});

describe('the page for those without access', () => {
  it('logs out of the federation, then offers a new sign-in', async () => {
    const page = await portal.as('school-ict', '/error?errorCode=403');
    await page.getByRole('heading', { name: 'Ingen tilgang' }).waitFor();
    await poll(() => page.title()).toBe('Ingen tilgang – Vaktmester');
    await page.getByRole('button', { name: 'Logg ut av Feide' }).click();
    await page.getByRole('button', { name: 'Logg ut av Feide (simulert)' }).click();
    await page.waitForURL('**/error?errorCode=402');
    await page.getByRole('heading', { name: 'Du er logget ut' }).waitFor();
    expect(await kept(page)).not.toContain(CREDENTIALS);

    await page.getByRole('link', { name: 'Logg inn på nytt' }).click();
    await page.getByRole('link', { name: 'Logg inn med Feide' }).click();
    // The federation has forgotten who it was, too.
    await page.getByRole('heading', { name: 'Hvem vil du logge inn som?' }).waitFor();
    expect(portal.problems()).toEqual([]);
  });
});

describe('logging out', () => {
  it('leaves nothing behind in the browser', async () => {
    const page = await portal.as('school-ict', '/home');
    await page.evaluate(() => {
      localStorage.setItem('noe', 'annet');
      sessionStorage.setItem('noe', 'annet');
    });
    const cookies = async () =>
      (await page.context().cookies()).filter(({ path }) => !path.startsWith('/simulated-feide'));
    expect((await cookies()).map(({ httpOnly }) => httpOnly)).toContain(true);
    await logOut(page);
    await page.waitForURL('**/login');
    await poll(() => page.title()).toBe('Logg inn – Vaktmester');
    expect(await kept(page)).toEqual([]);
    // The sign-in page asks for the means to send a form again, and counts a new browser; nothing else is there.
    const own = new Set(['XSRF-TOKEN', 'vaktmester-newcomer']);
    const names = (await cookies()).map(({ name }) => name).filter((name) => !own.has(name));
    expect(names).toEqual([]);
    await page.goto('/users');
    await page.waitForURL('**/login');
  });

  it('in one tab takes the others along', async () => {
    const first = await portal.as('school-ict', '/users');
    await first.evaluate(() => sessionStorage.setItem('noe', 'annet'));
    const second = await first.context().newPage();
    await second.goto('/home');
    await logOut(second);
    await first.waitForURL('**/login');
    await first.getByRole('link', { name: 'Logg inn med Feide' }).waitFor();
    expect(await first.evaluate(() => sessionStorage.length)).toBe(0);
    expect(portal.problems()).toEqual([]);
  });

  it('is undone for all tabs by signing in again in one', async () => {
    const waiting = await portal.visitor('/login');
    await waiting.getByRole('link', { name: 'Logg inn med Feide' }).waitFor();
    const second = await waiting.context().newPage();
    await second.goto('/login');
    await signInAs(second, nameOf('school-ict'));
    await waiting.waitForURL('**/home');
    await waiting.getByRole('button', { name: nameOf('school-ict') }).waitFor();
    expect(portal.problems()).toEqual([]);
  });
});
