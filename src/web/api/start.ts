import { goTo } from '../goTo.ts';
import { loadTexts } from '../i18n.ts';
/** The one client and session of this browser. */
import { realBrowser } from './browser.ts';
import { createCache } from './cache.ts';
import { type Client, createClient } from './client.ts';
import { credentialStore } from './credentials.ts';
import { keptAnswers } from './kept.ts';
import { queryClient } from './queries.ts';
import { createSender } from './send.ts';
import { createSession, type OpenSession } from './session.ts';
import { createTokenCalls } from './tokens.ts';

/** Where the API is, when not where the page came from (specification §7 "configured server address"). */
const serverAddress =
  document.querySelector<HTMLMetaElement>('meta[name="server-address"]')?.content.replace(/\/+$/, '') ?? '';

const browser = realBrowser(goTo);
const store = credentialStore(browser);
const kept = keptAnswers(browser, store);
const sender = createSender(browser, serverAddress);
const tokens = createTokenCalls(browser, sender, store);
export const cache = createCache({ local: localStorage, session: sessionStorage, now: browser.now });

export const client: Client = createClient({
  browser,
  sender,
  tokens,
  store,
  cache,
  onAnswer: kept.keep,
  onSignedOut: () => session.forget(),
  readWhy: () => loadTexts('why'),
});

export const session: OpenSession = createSession({
  browser,
  leaveFor: (address) => location.assign(address),
  store,
  kept,
  tokens,
  client,
  cache,
  serverAddress,
  forgetReads: () => queryClient.clear(),
  forgetSchool: () => queryClient.forgetSchool(),
});

addEventListener('storage', session.heard);
