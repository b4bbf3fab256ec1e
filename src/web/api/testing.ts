/** A browser without a window for tests of the call layer: storages, cookies, a clock, and a server that answers as told. */
import type { Browser, Cookies } from './browser.ts';

export interface SentRequest {
  address: string;
  method: string;
  headers: Headers;
  body: string;
}

export interface TestBrowser extends Browser {
  local: Storage;
  session: Storage;
  requests: SentRequest[];
  /** Where the reader was led, newest last; `replace:` in front when the history entry was replaced. */
  went: string[];
  at: { path: string; search: string; ms: number; leaving: boolean };
  jar: Map<string, string>;
  /** How long each wait was, in milliseconds; time passes at once. */
  waits: number[];
}

type Answer = (request: SentRequest, signal: AbortSignal | null) => Response | Promise<Response>;

export function testBrowser(answer: Answer, others: { shared?: TestBrowser } = {}): TestBrowser {
  const { shared } = others;
  const at = { path: '/home', search: '', ms: Date.parse('2026-11-20T12:00:00Z'), leaving: false };
  const jar = shared?.jar ?? new Map<string, string>([['XSRF-TOKEN', 'abc']]);
  const [requests, went, waits]: [SentRequest[], string[], number[]] = [[], [], []];
  return {
    at,
    jar,
    requests,
    went,
    waits,
    local: shared?.local ?? memoryStorage(),
    session: memoryStorage(),
    cookies: cookiesIn(jar),
    now: () => at.ms,
    fetch: async (address, { method = 'GET', headers, body, signal }) => {
      const text = typeof body === 'string' || body instanceof URLSearchParams ? body.toString() : '';
      const request = { address, method, headers: new Headers(headers), body: text };
      requests.push(request);
      return answer(request, signal ?? null);
    },
    exclusively: shared?.exclusively ?? oneAtATime(),
    wait: (ms) => {
      waits.push(ms);
      at.ms += ms;
      return Promise.resolve();
    },
    path: () => at.path,
    page: () => `${at.path}${at.search}`,
    isLeaving: () => at.leaving,
    goTo: (to, { replace }) => {
      went.push(replace ? `replace:${to}` : to);
    },
  };
}

function cookiesIn(jar: Map<string, string>): Cookies {
  return {
    get: (name) => jar.get(name),
    set: (name, value) => {
      jar.set(name, value);
    },
    clear: () => jar.clear(),
  };
}

/** What `navigator.locks` promises. */
function oneAtATime(): Browser['exclusively'] {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(_: string, work: () => Promise<T>) => {
    const mine = last.then(work, work);
    last = mine.catch(() => {});
    return mine;
  };
}

/** `Object.keys` of a storage are its keys, as in a browser. */
export function memoryStorage(): Storage {
  const items: Record<string, string> = {};
  const methods = {
    getItem: (key: string) => items[key] ?? null,
    setItem: (key: string, value: string) => {
      items[key] = value;
    },
    removeItem: (key: string) => {
      delete items[key];
    },
    clear: () => {
      for (const key of Object.keys(items)) delete items[key];
    },
    key: (index: number) => Object.keys(items)[index] ?? null,
  };
  return new Proxy<Storage>(Object.create(methods), {
    get: (_, name) => (name === 'length' ? Object.keys(items).length : Reflect.get(methods, name)),
    ownKeys: () => Object.keys(items),
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true, writable: true, value: '' }),
  });
}

export const json = (body: unknown, status = 200, headers: Record<string, string> = {}): Response =>
  Response.json(body, { status, headers });
