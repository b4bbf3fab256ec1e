/**
 * A session as the browser has it after signing in by code (auth_type C), got without a page: for tests that are about
 * something else. The portal answers the token call, and the portal's own program says how it is kept.
 */
import { type BrowserContext, request } from 'playwright-core';

import { client } from '#areas/login/contract.ts';
import { connect } from '#server/db.ts';
import { issueCode } from '#server/session/by-code.ts';

import type { StoryPerson } from '../../src/demo/story.ts';
import type { KeyStore } from '../../src/web/api/browser.ts';
import { credentialStore, type Tokens } from '../../src/web/api/credentials.ts';
import type { OpenPortal } from './portals.ts';

export type Session = Awaited<ReturnType<BrowserContext['storageState']>>;

/** Somebody of the story, as strongly signed in as the federation can tell. */
export async function signedIn(portal: OpenPortal, person: StoryPerson): Promise<Session> {
  const code = await codeFor(portal.environment['DATABASE_URL'] ?? '', person);
  const calls = await request.newContext({ baseURL: portal.address });
  try {
    await calls.get('/api/public/frontpageinfo');
    const { cookies } = await calls.storageState();
    const mark = cookies.find(({ name }) => name === 'XSRF-TOKEN')?.value ?? '';
    const answer = await calls.post('/api/token', {
      form: {
        client_id: client.id,
        client_secret: client.secret,
        grant_type: 'password',
        username: code,
        password: '',
        auth_type: 'C',
      },
      headers: { 'X-XSRF-TOKEN': mark },
    });
    if (!answer.ok()) throw new Error(`${person.displayName} was not signed in: ${await answer.text()}`);
    // oxlint-disable-next-line no-unsafe-type-assertion -- the server checked it against the contract
    return keep((await answer.json()) as Tokens, await calls.storageState(), portal.address);
  } finally {
    await calls.dispose();
  }
}

async function codeFor(url: string, { source, sourceId }: StoryPerson): Promise<string> {
  const { db, end } = connect(url);
  try {
    const { userId } = await db
      .selectFrom('userSource')
      .select('userId')
      .where('source', '=', source)
      .where('sourceId', '=', sourceId)
      .executeTakeFirstOrThrow();
    return await issueCode(db, {
      userId,
      authLevel: 'feide-mfa',
      browser: undefined,
      federationHint: undefined,
      now: new Date(),
    });
  } finally {
    await end();
  }
}

/** Tokens where the portal's program looks for them, with the cookies that came along. */
function keep(tokens: Tokens, { cookies }: Session, address: string): Session {
  const local = new Map<string, string>();
  const [sample] = cookies;
  if (!sample) throw new Error('Signing in left no cookie');
  const marks: Session['cookies'] = [];
  credentialStore({
    local: storeOf(local),
    session: storeOf(new Map()),
    cookies: {
      get: () => undefined,
      set: (name, value) =>
        marks.push({ ...sample, name, value, httpOnly: false, sameSite: 'Strict', expires: -1 }),
      clear: () => {},
    },
    now: () => Date.now(),
  }).write(tokens, true);
  return {
    cookies: [...cookies, ...marks],
    origins: [
      { origin: new URL(address).origin, localStorage: [...local].map(([name, value]) => ({ name, value })) },
    ],
  };
}

const storeOf = (kept: Map<string, string>): KeyStore => ({
  getItem: (name) => kept.get(name) ?? null,
  setItem: (name, value) => kept.set(name, value),
  removeItem: (name) => kept.delete(name),
  clear: () => kept.clear(),
});
