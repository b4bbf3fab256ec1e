/** The calls of this browser, put together once: everything a page asks the server goes through here. */
import type { Call, Output, Route } from '#kernel/contract.ts';
import { refuse } from '#kernel/errors.ts';
import { limits } from '#kernel/limits.ts';

import { addressOf } from './address.ts';
import type { Browser } from './browser.ts';
import type { Cache } from './cache.ts';
import type { CredentialStore } from './credentials.ts';
import { refusedBy, statusOf } from './failure.ts';
import { consequenceOf, isSignInPage } from './rules.ts';
import type { Sender } from './send.ts';
import { TOKEN_ADDRESS, type TokenCalls } from './tokens.ts';

export interface CallOptions {
  /** Milliseconds; 30 s unless given, 120 s for what is known to take long (specification §9). */
  timeoutMs?: number;
  signal?: AbortSignal;
  /** False: the caller sees to failures itself, and none leads to an error page but that nobody is signed in any more. */
  handleErrors?: boolean;
  /** True: an answer given before, to the same address with the same parameters, will do. */
  cached?: boolean;
  /** Asks anew although a kept answer would do, and keeps the new one. */
  forceUpdate?: boolean;
  /** The command's own key; a repeat of a command whose outcome is unknown sends the same. */
  key?: string;
}

export interface Client {
  call: <R extends Route>(route: R, input: Call<R>, options?: CallOptions) => Promise<Output<R>>;
  /** The answer as it comes: files, streams. */
  open: (route: Route, input: Record<string, unknown>, options?: CallOptions) => Promise<Response>;
  /** Where and with which headers a command goes that `fetch` cannot send: an upload that says how far it is. */
  prepare: (
    route: Route,
    input: Record<string, unknown>,
  ) => Promise<{ method: string; address: string; headers: Record<string, string> }>;
  /** Acts on a failed token call as specification §8 says, and passes the error on. */
  failToken: (error: unknown) => never;
}

interface Parts {
  browser: Pick<Browser, 'path' | 'page' | 'goTo' | 'isLeaving'>;
  sender: Sender;
  tokens: TokenCalls;
  store: CredentialStore;
  cache: Cache;
  /** Sees each answer that was asked for as data. */
  onAnswer?: (route: Route, answer: unknown) => void;
  /** The credentials are gone: whoever shows who is signed in should know. */
  onSignedOut: () => void;
  /** Fetches the words of a refusal that says who could have done it, before it is passed on. */
  readWhy?: () => Promise<unknown>;
}

export function createClient(parts: Parts): Client {
  const { browser, sender, tokens, store, cache, onAnswer, onSignedOut, readWhy } = parts;
  let isOnTheWayOut = false;

  /**
   * The first call that finds nobody signed in leads away. The page it leads away from goes on asking for a moment, and
   * must neither lead elsewhere nor forget everything time and again: forgetting makes it ask anew.
   */
  function signOut(lead: () => void): void {
    if (isOnTheWayOut && store.read() === undefined) return;
    isOnTheWayOut = true;
    lead();
    cache.clear();
    onSignedOut();
  }

  function act(kind: 'token' | 'other', error: unknown, address: string): never {
    if (statusOf(error) === 0 && browser.isLeaving()) throw error;
    const consequence = consequenceOf({
      kind,
      status: statusOf(error),
      address,
      path: browser.path(),
      page: browser.page(),
    });
    if (consequence) {
      const { to, replace, logOut } = consequence;
      if (!logOut) browser.goTo(to, { replace });
      else
        signOut(() => {
          browser.goTo(to, { replace });
          store.clear();
        });
    }
    throw error;
  }

  /** The header of a call; endpoints open to anyone take a token along only if there is a good one. */
  async function authorization(route: Route): Promise<Record<string, string>> {
    const token =
      route.permission === 'anyone'
        ? tokens.goodToken()
        : await tokens.accessToken().catch((error: unknown) => act('token', error, TOKEN_ADDRESS));
    if (token !== undefined) return { Authorization: `Bearer ${token}` };
    if (route.permission === 'anyone') return {};
    // Without credentials a request for a token leads to the sign-in (specification §4).
    signOut(() => {
      if (!isSignInPage(browser.path())) browser.goTo('/login', { replace: true });
    });
    return refuse('access.signed-out');
  }

  async function open(
    route: Route,
    input: Record<string, unknown>,
    { timeoutMs = limits.timeoutMs, signal, handleErrors = true, key }: CallOptions = {},
  ): Promise<Response> {
    const { method, address, body } = addressOf(route, input);
    const isCommand = route.kind === 'command';
    const headers = {
      ...(await authorization(route)),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(isCommand && { 'Idempotency-Key': key ?? crypto.randomUUID() }),
    };
    try {
      const response = await sender.send({
        method,
        address,
        headers,
        timeoutMs,
        repeatable: true,
        ...(signal && { signal }),
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      if (!response.ok) {
        const refused = await refusedBy(response);
        if (refused.details.why) await readWhy?.();
        throw refused;
      }
      return response;
    } catch (error) {
      if (signal?.aborted || (!handleErrors && statusOf(error) !== 401)) throw error;
      return act('other', error, sender.absolute(address));
    }
  }

  return {
    open,
    async prepare(route, input) {
      const { method, address, body = {} } = addressOf(route, input);
      const query = new URLSearchParams(Object.entries(body).map(([name, value]) => [name, String(value)]));
      const headers = {
        ...(await authorization(route)),
        ...(await sender.forgery(method, address)),
        'Idempotency-Key': crypto.randomUUID(),
      };
      return { method, address: sender.absolute(`${address}?${query.toString()}`), headers };
    },
    failToken: (error) => act('token', error, TOKEN_ADDRESS),
    call: async <R extends Route>(
      route: R,
      input: Call<R>,
      options: CallOptions = {},
    ): Promise<Output<R>> => {
      const { method, address } = addressOf(route, { ...input });
      const isKept = method === 'GET' && (options.cached ?? route.cacheable ?? false);
      const kept = isKept && options.forceUpdate !== true ? cache.read(address) : undefined;
      // oxlint-disable-next-line no-unsafe-type-assertion -- the server checked it against the contract
      if (kept) return kept.data as Output<R>;

      const response = await open(route, { ...input }, options);
      const data: unknown = await response.json();
      onAnswer?.(route, data);
      if (isKept) cache.write(address, data, { codeList: route.cacheable === true });
      // oxlint-disable-next-line no-unsafe-type-assertion -- likewise
      return data as Output<R>;
    },
  };
}
