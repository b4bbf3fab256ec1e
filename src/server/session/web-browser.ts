/** As much of a browser as signing in through redirects takes, for tests: cookies by host and path, real HTTP. */
interface Cookie {
  name: string;
  value: string;
  host: string;
  path: string;
}

export interface Page {
  /** Where the last redirect led, with what is after the #. */
  url: string;
  status: number;
  body: string;
}

export interface WebBrowser {
  fetch: (url: string, init?: RequestInit) => Promise<Response>;
  /** Goes there and on, until a page is shown; `form` is posted in the first step. */
  follow: (url: string, form?: Record<string, string>) => Promise<Page>;
  /** The same, but stops at the redirect to `until` and answers its address. */
  redirectTo: (url: string, form: Record<string, string>, until: string) => Promise<URL>;
  cookie: (origin: string, name: string) => string | undefined;
  copyCookies: () => Cookie[];
  setCookies: (cookies: Cookie[]) => void;
}

const MOST_REDIRECTS = 15;

export function webBrowser(): WebBrowser {
  let cookies: Cookie[] = [];

  function keep(url: URL, header: string): void {
    const [pair = '', ...attributes] = header.split('; ');
    const at = pair.indexOf('=');
    const path = attributes.find((one) => /^path=/i.test(one))?.slice(5) ?? '/';
    const cookie = { name: pair.slice(0, at), value: pair.slice(at + 1), host: url.host, path };
    cookies = cookies.filter(
      (one) => !(one.name === cookie.name && one.host === cookie.host && one.path === path),
    );
    const isGone = attributes.some(
      (one) => /^max-age=0$/i.test(one) || /^expires=Thu, 01 Jan 1970/i.test(one),
    );
    if (!isGone) cookies.push(cookie);
  }

  const sent = (url: URL) =>
    cookies
      .filter(({ host, path }) => host === url.host && url.pathname.startsWith(path))
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ');

  const go: WebBrowser['fetch'] = async (address, init = {}) => {
    const url = new URL(address);
    const headers = new Headers(init.headers);
    headers.set('cookie', sent(url));
    const answer = await fetch(url, { ...init, headers, redirect: 'manual' });
    for (const header of answer.headers.getSetCookie()) keep(url, header);
    return answer;
  };

  async function walk(
    start: string,
    form: Record<string, string> | undefined,
    until?: string,
  ): Promise<Page> {
    let url = start;
    let init: RequestInit = form ? { method: 'POST', body: new URLSearchParams(form) } : {};
    for (let step = 0; step < MOST_REDIRECTS; step += 1) {
      const answer = await go(url, init);
      const location = answer.headers.get('location');
      if (location === null) return { url, status: answer.status, body: await answer.text() };
      url = new URL(location, url).href;
      if (until !== undefined && url.startsWith(until)) return { url, status: answer.status, body: '' };
      init = {};
    }
    throw new Error(`Redirected too often, last to ${url}`);
  }

  return {
    fetch: go,
    follow: walk,
    redirectTo: async (url, form, until) => new URL((await walk(url, form, until)).url),
    cookie: (origin, name) =>
      cookies.find((cookie) => cookie.name === name && cookie.host === new URL(origin).host)?.value,
    copyCookies: () => [...cookies],
    setCookies: (copied) => {
      cookies = copied;
    },
  };
}
