/**
 * The token call (specification §4, §7): signing in, renewing, switching school. One renewal at a time, in this tab
 * and in all tabs of the browser: the server takes a renewal token that comes twice for a stolen one.
 */
import { client } from '#areas/login/contract.ts';
import { limits } from '#kernel/limits.ts';

import type { Browser } from './browser.ts';
import { type Credentials, type CredentialStore, type Tokens } from './credentials.ts';
import { refusedBy } from './failure.ts';
import type { Sender } from './send.ts';

export const TOKEN_ADDRESS = '/api/token';
const LOCK = 'vaktmester.token';

export interface TokenCalls {
  signIn: (form: {
    username: string;
    password: string;
    /** A one-time code, once it has been asked for. */
    otp?: string | undefined;
    type: 'F' | 'C';
    remember: boolean;
  }) => Promise<Credentials>;
  /** The access token if it is good as it is, without asking anybody. */
  goodToken: () => string | undefined;
  /** An access token that is good for a while; undefined without credentials. Rejects when it cannot be renewed. */
  accessToken: () => Promise<string | undefined>;
  /** Tokens for another school ('' = the whole owner), kept where the old ones were. */
  switchSchool: (code: string) => Promise<Credentials>;
}

export function createTokenCalls(
  { now, exclusively }: Pick<Browser, 'now' | 'exclusively'>,
  { send }: Pick<Sender, 'send'>,
  store: CredentialStore,
): TokenCalls {
  let renewing: Promise<Credentials | undefined> | undefined;

  async function post(
    fields: Record<string, string>,
    { bearer, key = crypto.randomUUID() }: { bearer?: string; key?: string } = {},
  ): Promise<Tokens> {
    const response = await send({
      method: 'POST',
      address: TOKEN_ADDRESS,
      body: new URLSearchParams({ client_id: client.id, client_secret: client.secret, ...fields }),
      timeoutMs: limits.extendedTimeoutMs,
      // With its own key a renewal whose answer was lost can be asked for again. A single-use code cannot.
      repeatable: fields['grant_type'] === 'refresh_token',
      headers: {
        'Idempotency-Key': key,
        ...(bearer !== undefined && { Authorization: `Bearer ${bearer}` }),
      },
    });
    if (!response.ok) throw await refusedBy(response);
    // oxlint-disable-next-line no-unsafe-type-assertion -- the server checked it against the contract
    return (await response.json()) as Tokens;
  }

  async function renew(current: Credentials, school?: string): Promise<Credentials> {
    const fields = {
      grant_type: 'refresh_token',
      refresh_token: current.refresh_token,
      ...(school !== undefined && { current_school: school }),
    };
    // To another school is another question, which no earlier answer fits.
    const key = school === undefined ? store.renewalKey(current) : crypto.randomUUID();
    return store.write(await post(fields, { bearer: current.access_token, key }), current.isRemember);
  }

  /** Whoever waited for the lock finds what the one before has left. */
  const renewIfDue = () =>
    exclusively(LOCK, async () => {
      const current = store.read();
      return current && current.expires_time <= now() ? renew(current) : current;
    });

  function goodToken(): string | undefined {
    const current = store.read();
    return current && current.expires_time > now() ? current.access_token : undefined;
  }

  return {
    signIn: async ({ username, password, otp, type, remember }) => {
      const form = { grant_type: 'password', username, password, auth_type: type };
      const tokens = await post({ ...form, ...(otp !== undefined && { otp }) });
      // Login by code always stores them persistently.
      return store.write(tokens, type === 'C' || remember);
    },
    goodToken,
    accessToken: async () => {
      const good = goodToken();
      if (good !== undefined) return good;
      renewing ??= renewIfDue().finally(() => {
        renewing = undefined;
      });
      return (await renewing)?.access_token;
    },
    switchSchool: (code) =>
      exclusively(LOCK, async () => {
        const current = store.read();
        if (!current) throw new Error('Nobody is signed in');
        return renew(current, code);
      }),
  };
}
