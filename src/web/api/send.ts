/** One request: prefix, headers, time-out, anti-forgery, repeats. Knows nothing of contracts. */
import { limits } from '#kernel/limits.ts';

import type { Browser } from './browser.ts';
import { NoAnswer } from './failure.ts';

export interface Sending {
  method: string;
  /** `/api/…`, prefixed with the server's address; an absolute address is left as it is. */
  address: string;
  body?: BodyInit;
  headers?: Record<string, string>;
  /** Milliseconds; 30 s unless given (specification §7). */
  timeoutMs?: number;
  /** False leaves a relative address without the server's address in front. */
  prefix?: boolean;
  /** May be sent again after a lost answer: a read, or a command with its own key. */
  repeatable?: boolean;
  signal?: AbortSignal;
}

export interface Sender {
  send: (sending: Sending) => Promise<Response>;
  /** The address with the server's in front. */
  absolute: (address: string) => string;
  /** The anti-forgery header of a call that is sent by other means than `send`. */
  forgery: (method: string, address: string) => Promise<Record<string, string>>;
}

const FORGERY_COOKIE = 'XSRF-TOKEN';
const FORGERY_HEADER = 'X-XSRF-TOKEN';
/** Any GET sets the cookie; this one is small and open to all. */
const COOKIE_SOURCE = '/api/public/frontpageinfo';
const MOST_REPEATS = 5;
const LONGEST_WAIT_S = 10;

const isRelative = (address: string) => !/^https?:\/\//i.test(address);

export function createSender(
  { fetch, cookies, wait, now }: Pick<Browser, 'fetch' | 'cookies' | 'wait' | 'now'>,
  serverAddress: string,
): Sender {
  const absolute = (address: string) => (isRelative(address) ? serverAddress + address : address);

  async function once(sending: Sending, timeoutMs: number): Promise<Response> {
    const { method, address, body, headers = {}, prefix = true, signal } = sending;
    const timeOut = AbortSignal.timeout(timeoutMs);
    try {
      return await fetch(prefix ? absolute(address) : address, {
        method,
        headers: { ...headers, ...forgeryHeader(method, address) },
        credentials: 'include',
        cache: 'no-store',
        signal: signal ? AbortSignal.any([signal, timeOut]) : timeOut,
        ...(body !== undefined && { body }),
      });
    } catch (error) {
      if (signal?.aborted) throw error;
      throw new NoAnswer(timeOut.aborted ? 'timeout' : 'offline', { cause: error });
    }
  }

  function forgeryHeader(method: string, address: string): Record<string, string> {
    if (!needsForgeryHeader(method, address)) return {};
    const value = cookies.get(FORGERY_COOKIE);
    return value === undefined ? {} : { [FORGERY_HEADER]: value };
  }

  /** Logging out takes all cookies, so the first command after it would have none to answer with. */
  async function fetchCookie(method: string, address: string, timeoutMs: number): Promise<void> {
    if (!needsForgeryHeader(method, address) || cookies.get(FORGERY_COOKIE) !== undefined) return;
    await once({ method: 'GET', address: COOKIE_SOURCE }, timeoutMs);
  }

  async function send(sending: Sending): Promise<Response> {
    const { method, address, timeoutMs = limits.timeoutMs, repeatable = false, signal } = sending;
    const until = now() + timeoutMs;
    await fetchCookie(method, address, timeoutMs);
    for (let repeats = 0; ; repeats += 1) {
      const left = Math.max(1, until - now());
      const mayRepeat = repeatable && repeats < MOST_REPEATS && signal?.aborted !== true;
      const response = await once(sending, left).catch((error: unknown) => {
        // A connection that broke off: the outcome is unknown, and asking once more is safe.
        if (mayRepeat && repeats === 0 && error instanceof NoAnswer && error.status === 0) return undefined;
        throw error;
      });
      const pause = response ? retryAfterMs(response) : 0;
      if (response && (!mayRepeat || pause === undefined || now() + pause > until)) return response;
      await wait(pause ?? 0);
    }
  }

  async function forgery(method: string, address: string): Promise<Record<string, string>> {
    await fetchCookie(method, address, limits.timeoutMs);
    return forgeryHeader(method, address);
  }

  return { send, absolute, forgery };
}

function needsForgeryHeader(method: string, address: string): boolean {
  return method !== 'GET' && method !== 'HEAD' && isRelative(address);
}

/** How long a 503 asks to wait; undefined for every other answer. */
function retryAfterMs(response: Response): number | undefined {
  if (response.status !== 503) return undefined;
  const seconds = Number(response.headers.get('Retry-After') ?? Number.NaN);
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), LONGEST_WAIT_S) * 1000 : undefined;
}
