/** A real OpenID provider (npm oidc-provider) that plays Feide: its claims, its levels, its single sign-on and sign-out. */
import { generateKeyPairSync, randomBytes } from 'node:crypto';

import { errors, interactionPolicy, Provider } from 'oidc-provider';

import { claims, isStrongLevel, scope, strongLevel } from '../feide.ts';
import { places } from '../port.ts';
import { PATH, REALM, simulatedClient } from './client.ts';
import { memoryAdapters } from './memory.ts';
import { signOutPage } from './pages.ts';
import type { SimulatedPeople } from './people.ts';

/** One for all origins, made when first needed: it takes a moment. */
let signingKey: object | undefined;
const keys = () => {
  signingKey ??= {
    ...generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' }),
    use: 'sig',
    alg: 'RS256',
    kid: 'simulated',
  };
  return { keys: [signingKey] };
};

const signOutPolicy =
  "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; frame-ancestors 'none'";

interface Made {
  /** The address the provider stands at, under `/simulated-feide`. */
  origin: string;
  /** The address of the portal it signs people in to; the same, unless a test keeps them apart. */
  portal: string;
  people: SimulatedPeople;
}

export function makeProvider({ origin, portal, people }: Made): Provider {
  const provider = new Provider(origin + PATH, {
    adapter: memoryAdapters(),
    clients: [
      {
        client_id: simulatedClient.id,
        client_secret: simulatedClient.secret,
        redirect_uris: [portal + places.callback],
        post_logout_redirect_uris: [portal + places.signedOut],
        response_types: ['code'],
        grant_types: ['authorization_code'],
        token_endpoint_auth_method: 'client_secret_basic',
      },
    ],
    scopes: scope.split(' '),
    claims: { openid: ['sub'], 'userid-feide': [claims.principalName, claims.userIds], acr: null },
    acrValues: [strongLevel],
    // Feide's ID token is as small; the rest comes from userinfo.
    conformIdTokenClaims: true,
    pkce: { required: () => true },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (context, form) => {
          // This page goes around the portal's own headers.
          context.set('content-security-policy', signOutPolicy);
          context.body = signOutPage(form);
        },
      },
    },
    interactions: { url: (_, { uid }) => `${PATH}/velg/${uid}`, policy: strongWhenAsked() },
    findAccount: async (_, id) => {
      const person = await people.find(id);
      if (!person) return undefined;
      const name = `${person.userName}@${REALM}`;
      const told = { sub: id, [claims.principalName]: name, [claims.userIds]: [`feide:${name}`] };
      return { accountId: id, claims: () => told };
    },
    // Feide asks nobody for consent to a service the municipality has ordered.
    loadExistingGrant: async ({ oidc }) => {
      if (!oidc.client || oidc.session?.accountId === undefined) return undefined;
      const grant = new oidc.provider.Grant({
        clientId: oidc.client.clientId,
        accountId: oidc.session.accountId,
      });
      grant.addOIDCScope(scope);
      await grant.save();
      return grant;
    },
    cookies: {
      keys: [randomBytes(24).toString('base64url')],
      // Feide stands on a host of its own; here the path keeps its cookies out of the portal's calls.
      long: { path: PATH, httpOnly: true, sameSite: 'lax' },
    },
    jwks: keys(),
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      IdToken: 3_600,
      Interaction: 900,
      Session: 8 * 3_600,
      Grant: 8 * 3_600,
    },
  });
  provider.proxy = true;
  return provider;
}

/** Nobody is signing in any more where this was thrown. */
export const isOutdated = (error: unknown): boolean => error instanceof errors.SessionNotFound;

/** Signed in already, but with one factor only: whoever asks for two gets the person asked again. */
function strongWhenAsked() {
  const policy = interactionPolicy.base();
  const { Check } = interactionPolicy;
  policy.get('login')?.checks.add(
    new Check('needs_strong', 'A second factor is asked for', 'login_required', ({ oidc }) => {
      const asked =
        typeof oidc.params?.['acr_values'] === 'string' ? oidc.params['acr_values'].split(' ') : [];
      return asked.some(isStrongLevel) && !isStrongLevel(oidc.acr);
    }),
  );
  return policy;
}
