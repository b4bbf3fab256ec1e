/** What the calls need of the browser, so that they can be driven without one. */

/** The part of `Storage` that is used. */
export type KeyStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'clear'>;

export interface Cookies {
  get: (name: string) => string | undefined;
  /** Without `maxAgeS` the cookie ends with the browser. */
  set: (name: string, value: string, maxAgeS?: number) => void;
  clear: () => void;
}

export interface Browser {
  local: KeyStore;
  session: KeyStore;
  cookies: Cookies;
  /** Milliseconds since 1970. */
  now: () => number;
  fetch: (address: string, init: RequestInit) => Promise<Response>;
  /** One at a time in all tabs of this browser. */
  exclusively: <T>(name: string, work: () => Promise<T>) => Promise<T>;
  wait: (ms: number) => Promise<void>;
  /** The path one is on. */
  path: () => string;
  /** The same with its query: what leads back here. */
  page: () => string;
  /** The page is about to go (a reload, a closed tab): what it has asked for breaks off, and nobody is to blame. */
  isLeaving: () => boolean;
  goTo: (address: string, options: { replace: boolean }) => void;
}

export const documentCookies: Cookies = {
  get: (name) => {
    for (const pair of document.cookie.split('; ')) {
      const at = pair.indexOf('=');
      if (pair.slice(0, at) === name) return decodeURIComponent(pair.slice(at + 1));
    }
    return undefined;
  },
  set: (name, value, maxAgeS) => {
    const life = maxAgeS === undefined ? '' : `; max-age=${maxAgeS}`;
    const secure = location.protocol === 'https:' ? '; secure' : '';
    document.cookie = `${name}=${encodeURIComponent(value)}; path=/; samesite=strict${life}${secure}`;
  },
  clear: () => {
    for (const pair of document.cookie.split('; ')) {
      document.cookie = `${pair.split('=')[0]}=; path=/; max-age=0`;
    }
  },
};

/** Where the lock of all tabs is missing (an insecure origin), one tab at least keeps its own order. */
let queue: Promise<unknown> = Promise.resolve();
function inThisTab<T>(work: () => Promise<T>): Promise<T> {
  const next = queue.then(work, work);
  queue = next.catch(() => {});
  return next;
}

/** Long enough for the next page to take over; shorter than anybody who decided to stay after all would notice. */
const LEAVING_MS = 3_000;

function watchLeaving(): () => boolean {
  let since = Number.NEGATIVE_INFINITY;
  const note = () => {
    since = Date.now();
  };
  addEventListener('beforeunload', note);
  addEventListener('pagehide', note);
  return () => Date.now() - since < LEAVING_MS;
}

export function realBrowser(goTo: Browser['goTo']): Browser {
  return {
    local: localStorage,
    session: sessionStorage,
    cookies: documentCookies,
    now: () => Date.now(),
    fetch: (address, init) => fetch(address, init),
    exclusively: (name, work) =>
      'locks' in navigator ? navigator.locks.request(name, work) : inThisTab(work),
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    path: () => location.pathname,
    page: () => `${location.pathname}${location.search}`,
    isLeaving: watchLeaving(),
    goTo,
  };
}
