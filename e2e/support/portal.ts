/**
 * For every end-to-end test: the real portal with Fjordby, seen through a real browser by somebody of the story.
 *
 *     const portal = usePortal();
 *     it('…', async () => {
 *       const page = await portal.as('school-ict', '/users');
 *       await page.getByRole('grid').waitFor();
 *     });
 *
 * Each file has a portal of its own (`portals.ts`); each `as` is a fresh browser, as far as the portal can tell, that signs
 * in through the simulated Feide, and is closed after the test. A test that fails on an error in the browser's console
 * fails for a reason: see `portal.problems`.
 */
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest';

import type { StoryPerson } from '../../src/demo/story.ts';
import { DEMO_PASSWORD } from '../../src/server/demo/story.ts';
import { workersBrowser } from './browser.ts';
import { lookOften } from './looking.ts';
import type { OpenPortal } from './portals.ts';
import { type Session, signedIn } from './session.ts';
import { nameOf, personOf, signInAs } from './sign-in.ts';

export { accessibilityFindings } from './axe.ts';

export { nameOf, signInAs };

export type Part = StoryPerson['part'] | 'central-admin';

export interface Screen {
  width?: number;
  height?: number;
  scheme?: 'light' | 'dark';
}

export const phone: Screen = { width: 390, height: 844 };
export const narrowest: Screen = { width: 320, height: 700 };

export interface UsedPortal {
  /** Signed in as somebody of the story, at a path. */
  as: (part: Part, path?: string, screen?: Screen) => Promise<Page>;
  /** The same, and through the simulated Feide in any case: for stories in which the session itself ends or changes. */
  asAnew: (part: Part, path?: string, screen?: Screen) => Promise<Page>;
  /** Not signed in. */
  visitor: (path?: string, screen?: Screen) => Promise<Page>;
  /** What went wrong in the browsers of this test: errors nobody caught, and those written to the console. */
  problems: () => readonly string[];
  running: () => OpenPortal;
}

/** How long a page may take to show what is waited for, in milliseconds. */
const PATIENCE = 20_000;

export function poll<T>(look: () => T): ReturnType<typeof expect.poll<T>> {
  return expect.poll(look, { timeout: PATIENCE });
}

interface Use {
  /**
   * Signs each person in once for the whole file, without a page, and gives each browser that session: for tests that are
   * not about signing in, out, or switching school. Those use `asAnew`.
   */
  shareSignIn?: boolean;
  /** The stories are about the service worker, or about being without a network. */
  withServiceWorker?: boolean;
}

function withoutServiceWorker(): void {
  Reflect.deleteProperty(Navigator.prototype, 'serviceWorker');
}

/** A browser as far as the portal can tell, with the one page that stays open: a new one costs as much as what it shows. */
interface Kept {
  context: BrowserContext;
  /** Between two stories at an address of the portal without its program. */
  page: Page;
}

/**
 * Those of this worker that have the portal's programs in their cache, whichever file of stories they were last in. The
 * programs' addresses have their contents in them, and the portal's address is the worker's own (`doors.ts`).
 */
const spare: Kept[] = [];

const AT_REST = '/api/health';

/** Of a browser in which nobody is signed in. */
const nobody: Session = { cookies: [], origins: [] };

export function usePortal({ shareSignIn = false, withServiceWorker = false }: Use = {}): UsedPortal {
  const sessions = new Map<StoryPerson['part'], Session>();
  let used: Kept[] = [];
  let portal: OpenPortal = { address: '', dataFolder: '', environment: {} };
  let browser: Browser;
  let contexts: BrowserContext[] = [];
  let problems: string[] = [];

  beforeAll(async () => {
    const [answer, opened] = await Promise.all([fetch(atStarter('/portal')), workersBrowser()]);
    browser = opened;
    if (!answer.ok) throw new Error(await answer.text());
    // oxlint-disable-next-line no-unsafe-type-assertion -- what setup.ts answers
    portal = (await answer.json()) as OpenPortal;
  });
  afterAll(async () => {
    await fetch(atStarter('/end'));
  });
  afterEach(async () => {
    const [ended, rested] = [contexts, used];
    // Told to nobody from here on: what is on its way is cut off.
    [contexts, used, problems] = [[], [], []];
    await Promise.all([...ended.map((context) => context.close()), ...rested.map(rest)]);
  });

  async function newContext(): Promise<BrowserContext> {
    const context = await browser.newContext({
      baseURL: portal.address,
      // What moves has to come to rest before it can be clicked.
      reducedMotion: 'reduce',
      locale: 'nb-NO',
      timezoneId: 'Europe/Oslo',
      acceptDownloads: true,
    });
    context.setDefaultTimeout(PATIENCE);
    // Each visit is a new browser, and its worker would fetch the whole portal every time.
    if (!withServiceWorker) await context.addInitScript(withoutServiceWorker);
    return context;
  }

  async function visitor(path = '/', screen: Screen = {}): Promise<Page> {
    if (shareSignIn) return withSession(nobody, path, screen);
    const context = await newContext();
    contexts.push(context);
    const page = await context.newPage();
    await prepare(page, screen);
    await page.goto(path);
    return page;
  }

  /** A browser as it is when that person has just signed in, with the portal's programs in its cache if it can be. */
  async function withSession(session: Session, path: string, screen: Screen): Promise<Page> {
    const kept = takeSpare() ?? (await newKept());
    used.push(kept);
    await restore(kept, session);
    await prepare(kept.page, screen);
    await kept.page.goto(path);
    return kept.page;
  }

  async function newKept(): Promise<Kept> {
    const context = await newContext();
    const page = await context.newPage();
    await page.goto(AT_REST);
    return { context, page };
  }

  async function prepare(
    page: Page,
    { width = 1440, height = 900, scheme = 'light' }: Screen,
  ): Promise<void> {
    lookOften(page);
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme: scheme });
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('console', (message) => {
      const { url } = message.location();
      // The pages of the simulated Feide are not the portal's, and have no icon.
      if (message.type() === 'error' && !url.endsWith('/favicon.ico'))
        problems.push(`${message.text()} ${url}`);
    });
  }

  async function as(part: Part, path = '/home', screen: Screen = {}) {
    if (!shareSignIn || part === 'central-admin') return asAnew(part, path, screen);
    const session = sessions.get(part) ?? (await signedIn(portal, personOf(part)));
    sessions.set(part, session);
    return withSession(session, path, screen);
  }

  async function asAnew(part: Part, path = '/home', screen: Screen = {}) {
    const page = await visitor(part === 'central-admin' ? '/central-admin/login' : '/login', screen);
    await (part === 'central-admin' ? signInWithPassword(page) : signInAs(page, nameOf(part)));
    await page.waitForURL((url) => url.pathname === '/home');
    if (path !== '/home') await page.goto(path);
    return page;
  }

  return { as, asAnew, visitor, problems: () => problems, running: () => portal };
}

function takeSpare(): Kept | undefined {
  const kept = spare.pop();
  return kept?.context.browser()?.isConnected() === false ? takeSpare() : kept;
}

const atStarter = (path: string) =>
  new URL(`${path}?of=${process.env['VITEST_POOL_ID']}`, inject('portalStarter'));

/** Leaves the page as a new one would be, for the next story; where that fails there is simply one fewer. */
async function rest(kept: Kept): Promise<void> {
  const { context, page } = kept;
  for (const event of ['pageerror', 'console', 'request'] as const) page.removeAllListeners(event);
  try {
    await Promise.all([
      page.unrouteAll({ behavior: 'ignoreErrors' }),
      ...context.pages().map((other) => (other === page ? undefined : other.close())),
    ]);
    // A pointer that rests on what comes would open and fetch things.
    await page.mouse.move(-1, -1);
    await page.goto(AT_REST);
    spare.push(kept);
  } catch {
    await context.close();
  }
}

/** Cookies and what pages keep, as they were. */
async function restore({ context, page }: Kept, { cookies, origins }: Session): Promise<void> {
  await context.clearCookies();
  await context.addCookies(cookies);
  await page.evaluate(
    (entries) => {
      sessionStorage.clear();
      localStorage.clear();
      for (const { name, value } of entries) localStorage.setItem(name, value);
    },
    origins.flatMap(({ localStorage: entries }) => entries),
  );
}

async function signInWithPassword(page: Page): Promise<void> {
  await page.getByLabel('Brukernavn').fill('sentraladmin');
  await page.getByRole('textbox', { name: 'Passord' }).fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: 'Logg inn', exact: true }).click();
}

/**
 * Chooses a radio button or a box that is drawn by its label, the way a hand does: on the label, once it stands still.
 * The control itself is one hidden pixel, and to force a click on it hits whatever has moved there meanwhile.
 */
export async function choose(control: Locator): Promise<void> {
  await control.locator('xpath=ancestor::label').click();
}

/** Does the page need sideways scrolling? */
export const isTooWide = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
