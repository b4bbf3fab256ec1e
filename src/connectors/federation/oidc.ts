/** OpenID Connect: authorization code with PKCE, state and nonce. Feide, and anything else that speaks it. */
import * as client from 'openid-client';

import { isStrongLevel, principalNameOf, scope, strongLevel } from './feide.ts';
import { type FederatedPerson, type Federation, FederationFailure, places, type Visit } from './port.ts';

export interface OidcOptions {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** The portal's address, such as https://portal.example.no. */
  origin: string;
  realms: readonly string[];
  /** Names the federation in stored links; its issuer unless given. */
  knownAs?: string;
  /** Reaches the provider another way than over the network. */
  fetch?: client.CustomFetch;
}

const TIMEOUT_S = 10;

export function openOidc(options: OidcOptions): Federation {
  let discovered: Promise<client.Configuration> | undefined;

  /** Asked for when first needed, and again after a failure: the portal starts also while the federation is away. */
  function configuration(): Promise<client.Configuration> {
    discovered ??= discover(options).catch((error: unknown) => {
      discovered = undefined;
      throw new FederationFailure('failed', { cause: error });
    });
    return discovered;
  }

  return {
    realms: options.realms,
    start: async (wish) => start(await configuration(), options.origin, wish),
    finish: async (address, visit) => finish(await configuration(), options, address, visit),
    endSessionUrl: async (idToken) => {
      const config = await configuration();
      if (config.serverMetadata().end_session_endpoint === undefined) return undefined;
      return client.buildEndSessionUrl(config, {
        id_token_hint: idToken,
        post_logout_redirect_uri: options.origin + places.signedOut,
      }).href;
    },
  };
}

async function discover({
  issuer,
  clientId,
  clientSecret,
  fetch,
}: OidcOptions): Promise<client.Configuration> {
  const server = new URL(issuer);
  // Only a provider on this very machine, or inside this very process, may be reached without TLS.
  const isLocal = fetch !== undefined || ['localhost', '127.0.0.1', '[::1]'].includes(server.hostname);
  return client.discovery(server, clientId, undefined, client.ClientSecretBasic(clientSecret), {
    timeout: TIMEOUT_S,
    ...(isLocal && { execute: [client.allowInsecureRequests] }),
    ...(fetch && { [client.customFetch]: fetch }),
  });
}

async function start(
  config: client.Configuration,
  origin: string,
  { language, strong }: { language: string; strong: boolean },
): Promise<{ url: string; visit: Visit }> {
  const visit: Visit = {
    state: client.randomState(),
    nonce: client.randomNonce(),
    codeVerifier: client.randomPKCECodeVerifier(),
  };
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: origin + places.callback,
    scope,
    state: visit.state,
    nonce: visit.nonce,
    code_challenge: await client.calculatePKCECodeChallenge(visit.codeVerifier),
    code_challenge_method: 'S256',
    ui_locales: language,
    ...(strong && { acr_values: strongLevel }),
  });
  return { url: url.href, visit };
}

async function finish(
  config: client.Configuration,
  { issuer, origin, knownAs = issuer }: OidcOptions,
  address: URL,
  visit: Visit,
): Promise<FederatedPerson> {
  try {
    // The address the federation was told, whatever proxies have made of the one we see.
    const returned = new URL(places.callback + address.search, origin);
    const tokens = await client.authorizationCodeGrant(config, returned, {
      pkceCodeVerifier: visit.codeVerifier,
      expectedState: visit.state,
      expectedNonce: visit.nonce,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (!claims || tokens.id_token === undefined) throw new Error('The answer holds no ID token');
    const userInfo = await client.fetchUserInfo(config, tokens.access_token, claims.sub);
    return {
      issuer: knownAs,
      subject: claims.sub,
      principalName: principalNameOf(userInfo),
      isStrong: isStrongLevel(claims['acr']),
      idToken: tokens.id_token,
    };
  } catch (error) {
    const cancelled = error instanceof client.AuthorizationResponseError && error.error === 'access_denied';
    throw new FederationFailure(cancelled ? 'cancelled' : 'failed', { cause: error });
  }
}
