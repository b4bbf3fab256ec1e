/**
 * The credentials this browser keeps (specification §3, §4): in local storage when the user wants to be remembered or
 * came by code, else in the tab's session storage. A marker cookie stands beside them: without it they count as gone.
 */
import { limits } from '#kernel/limits.ts';

import type { Browser } from './browser.ts';

export interface Credentials {
  userName: string;
  access_token: string;
  refresh_token: string;
  /** Seconds, as the server said. */
  expires_in: number;
  /** When to renew: milliseconds since 1970 by this machine's clock, the margin taken off. */
  expires_time: number;
  issued_time: number;
  isRemember: boolean;
  /** The key of a renewal under way. A page that is reloaded meanwhile asks again with the same, as for a lost answer. */
  renewal_key?: string;
}

/** What the server answers to a token call, as far as it is kept. */
export type Tokens = Pick<Credentials, 'userName' | 'access_token' | 'refresh_token' | 'expires_in'>;

export const CREDENTIALS_KEY = 'vaktmester.credentials';
const MARKER = 'vaktmester-marker';
/** As long as a session of the server can last at most. */
const REMEMBERED_S = 7 * 24 * 60 * 60;

export interface CredentialStore {
  /** Undefined when there are none. Credentials whose marker is gone are taken away on sight. */
  read: () => Credentials | undefined;
  write: (tokens: Tokens, isRemember: boolean) => Credentials;
  /** The key to renew these credentials with; the same until they are renewed. */
  renewalKey: (current: Credentials) => string;
  /** Log-out: local storage, session storage and all cookies. */
  clear: () => void;
}

type Kept = Pick<Browser, 'local' | 'session' | 'cookies' | 'now'>;

export function credentialStore({ local, session, cookies, now }: Kept): CredentialStore {
  function clear(): void {
    local.clear();
    session.clear();
    cookies.clear();
  }

  return {
    read: () => {
      const kept = parse(session.getItem(CREDENTIALS_KEY)) ?? parse(local.getItem(CREDENTIALS_KEY));
      if (kept === undefined || cookies.get(MARKER) !== undefined) return kept;
      clear();
      return undefined;
    },
    write: ({ userName, access_token, refresh_token, expires_in }, isRemember) => {
      const issued = now();
      const credentials: Credentials = {
        userName,
        access_token,
        refresh_token,
        expires_in,
        // By our own clock: one that is wrong must not make us use a token too long, or renew it all the time.
        expires_time: issued + (expires_in - limits.tokenExpiryMarginS) * 1000,
        issued_time: issued,
        isRemember,
      };
      const [store, other] = isRemember ? [local, session] : [session, local];
      // The marker first: another tab must not see credentials without it.
      cookies.set(MARKER, '1', isRemember ? REMEMBERED_S : undefined);
      store.setItem(CREDENTIALS_KEY, JSON.stringify(credentials));
      other.removeItem(CREDENTIALS_KEY);
      return credentials;
    },
    renewalKey: (current) => {
      if (current.renewal_key !== undefined) return current.renewal_key;
      const key = crypto.randomUUID();
      const store = current.isRemember ? local : session;
      store.setItem(CREDENTIALS_KEY, JSON.stringify({ ...current, renewal_key: key }));
      return key;
    },
    clear,
  };
}

function parse(text: string | null): Credentials | undefined {
  if (text === null) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isCredentials(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isCredentials(value: unknown): value is Credentials {
  if (typeof value !== 'object' || value === null) return false;
  const kept: Record<string, unknown> = { ...value };
  return (
    typeof kept['access_token'] === 'string' &&
    typeof kept['refresh_token'] === 'string' &&
    typeof kept['expires_time'] === 'number'
  );
}
