/** Who is signed in here: the credentials, what the server says of their owner, and what other tabs do (specification §4). */
import { login, type Me } from '#areas/login/contract.ts';
import { settings } from '#areas/settings/contract.ts';

import type { Session, SessionState } from '../session.ts';
import type { Browser } from './browser.ts';
import type { Cache } from './cache.ts';
import type { Client } from './client.ts';
import { CREDENTIALS_KEY, type CredentialStore } from './credentials.ts';
import { statusOf } from './failure.ts';
import type { KeptAnswers } from './kept.ts';
import { isSignInPage } from './rules.ts';
import { failureOf } from './sign-in-failure.ts';
import type { TokenCalls } from './tokens.ts';

const signedOut: SessionState = { status: 'signed-out', me: undefined };
const SCHOOLS_PER_PAGE = 100;

interface Parts {
  browser: Pick<Browser, 'path' | 'goTo' | 'session'>;
  /** Leaves the portal for an address outside the router. */
  leaveFor: (address: string) => void;
  store: CredentialStore;
  kept: Pick<KeptAnswers, 'user' | 'site'>;
  tokens: TokenCalls;
  client: Client;
  cache: Cache;
  serverAddress: string;
  /** Everything read for one user or school is forgotten before another comes. */
  forgetReads: () => void;
  /** What was read at one school is forgotten before another comes; what is the same everywhere stays. */
  forgetSchool: () => void;
}

export interface OpenSession extends Session {
  /** Without telling anybody: the reader is on the way to an error page already. */
  forget: () => void;
  /** What another tab did with the stored credentials; the `storage` event of the window. */
  heard: (event: { key: string | null; newValue: string | null; oldValue: string | null }) => void;
}

export function createSession(parts: Parts): OpenSession {
  const { browser, leaveFor, store, kept, tokens, client, cache, serverAddress, forgetReads, forgetSchool } =
    parts;
  const listeners = new Set<() => void>();
  let state: SessionState | undefined;
  let reading: Promise<SessionState> | undefined;

  function become(next: SessionState): SessionState {
    state = next;
    for (const listener of listeners) listener();
    return next;
  }

  async function read(): Promise<SessionState> {
    if (store.read() === undefined) return become(signedOut);
    try {
      return become(stateOf(await client.call(login.me, {})));
    } catch (error) {
      // Refused credentials have led to an error page already; there is nobody here.
      if (store.read() === undefined || statusOf(error) === 401) return become(signedOut);
      throw error;
    }
  }

  function readOnce(): Promise<SessionState> {
    reading ??= read().finally(() => {
      reading = undefined;
    });
    return reading;
  }

  function forget(): void {
    state = signedOut;
    forgetReads();
  }

  async function signIn(form: Parameters<TokenCalls['signIn']>[0]) {
    try {
      await tokens.signIn(form);
    } catch (error) {
      return failureOf(error);
    }
    forgetReads();
    await readOnce();
    return undefined;
  }

  /** Ends the session here whatever the server says; answers where to sign out of the federation. */
  async function end(): Promise<string | undefined> {
    const answer =
      store.read() === undefined
        ? undefined
        : await client.call(login.signOut, {}, { handleErrors: false }).catch(() => undefined);
    store.clear();
    cache.clear();
    forgetReads();
    return answer?.endSessionUrl;
  }

  return {
    current: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    ready: async () => {
      // Credentials or their marker may have gone since (another tab, a cleared browser).
      if (state && (state.status === 'signed-out') === (store.read() === undefined)) return state;
      // A page that is opened anew is drawn with what is kept of its reader, while the server says what holds now. A sign-in
      // page is not left on the word of credentials that may have ended.
      const known = state || isSignInPage(browser.path()) ? undefined : kept.user();
      const answer = readOnce();
      if (!known) return answer;
      // Each call says for itself what is wrong with the server.
      void answer.catch(() => undefined);
      return become(stateOf(known));
    },
    forget,
    site: kept.site,
    frontPage: async (language) => {
      const [site, info] = await Promise.all([
        client.call(settings.site, {}),
        client.call(settings.frontPage, { lang: language }),
      ]);
      return {
        isSetUp: site.isSetUp,
        version: site.version,
        ownerName: site.ownerName,
        information: info.text,
        informationLanguage: info.lang,
        severity: info.severity,
        accessibilityUrl: site.accessibilityStatementUrl ?? undefined,
        privacyUrl: site.privacyUrl ?? undefined,
        supportUrl: site.supportUrl ?? undefined,
        hasFederation: site.federation !== 'none',
      };
    },
    federationUrl: (wanted) => `${serverAddress}/api/auth/feide/start?language=${encodeURIComponent(wanted)}`,
    signInWithPassword: (form) => signIn({ ...form, type: 'F' }),
    signInWithCode: (code) => signIn({ username: code, password: '', remember: true, type: 'C' }),
    signOut: async () => {
      await end();
      become(signedOut);
    },
    signOutOfFederation: async () => {
      const endSessionUrl = await end();
      state = signedOut;
      leaveFor(endSessionUrl ?? `${serverAddress}/api/auth/feide/end`);
    },
    switchSchool: async (code) => {
      await tokens.switchSchool(code ?? '').catch(client.failToken);
      cache.clear();
      forgetSchool();
      become(stateOf(await client.call(login.me, {})));
    },
    searchSchools: async (search, page, signal) => {
      const found = await client.call(
        login.mySchools,
        { search, page, pageSize: SCHOOLS_PER_PAGE },
        { signal },
      );
      return { items: found.Items, total: found.TotalItems };
    },
    heard: ({ key, newValue, oldValue }) => {
      if (key !== null && key !== CREDENTIALS_KEY) return;
      if (newValue === null) {
        if (key !== null && oldValue === null) return;
        browser.session.clear();
        forgetReads();
        become(signedOut);
        if (!isSignInPage(browser.path())) browser.goTo('/login', { replace: true });
      } else if (isSignInPage(browser.path())) {
        browser.goTo('/home', { replace: true });
      } else if (isSomebodyElse(oldValue, newValue)) {
        forgetReads();
        void readOnce();
      }
    },
  };
}

/** Other than renewed: another user, or another school (whose tokens are new without being due). */
function isSomebodyElse(oldValue: string | null, newValue: string): boolean {
  return schoolOf(oldValue) !== schoolOf(newValue);
}

/** User and school as the access token says, without believing it. */
function schoolOf(text: string | null): string {
  try {
    const { userName, access_token: token }: { userName?: string; access_token?: string } = JSON.parse(
      text ?? '{}',
    );
    const claims: { sch?: number } = JSON.parse(
      atob((token ?? '').split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? ''),
    );
    return `${userName}/${claims.sch ?? ''}`;
  } catch {
    return '';
  }
}

function stateOf(me: Me): SessionState {
  return { status: me.noAccess ? 'no-access' : 'signed-in', me };
}
