/** Somebody at a real address of the portal, over real HTTP: cookies, anti-forgery and tokens as a browser has them. */
import { client } from '#areas/login/contract.ts';
import type { Signature } from '#kernel/contract.ts';

export interface VisitAnswer {
  status: number;
  body: Record<string, unknown>;
  headers: Headers;
}

export interface Visitor {
  signIn: (userName: string, password: string) => Promise<VisitAnswer>;
  /** Has the tokens issued anew for a school; '' = the whole owner. */
  switchSchool: (code: string) => Promise<VisitAnswer>;
  /** What a call carries now besides its own: for whoever sends it by another program. */
  headers: () => Record<string, string>;
  /** `:name` in the path is filled from the input; the rest is the query or the JSON body. Rejects as `fetch` does. */
  send: (signature: Signature, input?: object, options?: SendOptions) => Promise<VisitAnswer>;
}

interface SendOptions {
  /** A repeat of an earlier write sends its key again. */
  key?: string;
  /** In place of the JSON body. */
  form?: FormData;
  timeoutMs?: number;
}

type Init = Omit<RequestInit, 'headers'> & { headers?: Record<string, string> };

const ANSWER_MS = 30_000;

/** `address`: asked for at every call, since a portal that was started again may have another. */
export function openVisitor(address: () => string): Visitor {
  const cookies = new Map<string, string>();
  let token: string | undefined;
  let refreshToken = '';

  const carried = () => ({
    cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    'x-xsrf-token': cookies.get('XSRF-TOKEN') ?? '',
    ...(token !== undefined && { authorization: token }),
  });

  /** Any of the ways to tokens (specification §7, the token call). */
  async function takeToken(form: Record<string, string>): Promise<VisitAnswer> {
    const body = new URLSearchParams({ client_id: client.id, client_secret: client.secret, ...form });
    const answer = await call('/token', { method: 'POST', body });
    const { access_token: access, refresh_token: refresh } = answer.body;
    if (typeof access === 'string') token = `Bearer ${access}`;
    if (typeof refresh === 'string') refreshToken = refresh;
    return answer;
  }

  async function call(
    path: string,
    { headers = {}, ...init }: Init,
    timeoutMs = ANSWER_MS,
  ): Promise<VisitAnswer> {
    const answer = await fetch(`${address()}/api${path}`, {
      ...init,
      signal: AbortSignal.timeout(timeoutMs),
      headers: { ...carried(), ...headers },
    });
    for (const header of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(header) ?? [];
      cookies.set(name, value);
    }
    const text = await answer.text();
    const isJson = answer.headers.get('content-type')?.includes('json') ?? false;
    // oxlint-disable-next-line no-unsafe-type-assertion -- every JSON answer of the portal is an object
    const body = (isJson ? JSON.parse(text) : { text }) as Record<string, unknown>;
    return { status: answer.status, body, headers: answer.headers };
  }

  return {
    signIn: async (username, password) => {
      await call('/public/frontpageinfo', {});
      return takeToken({ grant_type: 'password', auth_type: 'F', username, password });
    },

    switchSchool: (code) =>
      takeToken({
        grant_type: 'refresh_token',
        auth_type: 'F',
        refresh_token: refreshToken,
        current_school: code,
      }),

    headers: carried,

    send: (signature, input = {}, { key = crypto.randomUUID(), form, timeoutMs } = {}) => {
      const [method = 'GET', path = ''] = signature.split(' ');
      const fields: Record<string, unknown> = { ...input };
      const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => {
        const value = String(fields[name]);
        delete fields[name];
        return encodeURIComponent(value);
      });
      if (method === 'GET') {
        const query = new URLSearchParams();
        for (const [name, value] of Object.entries(fields)) query.set(name, String(value));
        return call(query.size > 0 ? `${filled}?${query.toString()}` : filled, {}, timeoutMs);
      }
      const json = { 'content-type': 'application/json' };
      return call(
        filled,
        {
          method,
          headers: { 'idempotency-key': key, ...(!form && json) },
          body: form ?? JSON.stringify(fields),
        },
        timeoutMs,
      );
    },
  };
}
