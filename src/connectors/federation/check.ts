/** Tries a client's settings at the federation without anybody signing in. */
import * as client from 'openid-client';

interface Settings {
  issuer: string;
  clientId: string;
  clientSecret: string;
}

interface Found {
  /** Why its description could not be read; undefined = it was. */
  discovery: string | undefined;
  /** Why the client or its secret was refused; undefined = accepted. */
  credentials: string | undefined;
}

const TIMEOUT_S = 10;
const LOCAL = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * A code that was never issued is sent to the token endpoint: a federation that answers `invalid_grant` has accepted the
 * client and its secret, one that answers `invalid_client` has not (RFC 6749 §5.2).
 */
export async function tryClient({ issuer, clientId, clientSecret }: Settings): Promise<Found> {
  let configuration: client.Configuration;
  try {
    const server = new URL(issuer);
    const authentication = client.ClientSecretBasic(clientSecret);
    configuration = await client.discovery(server, clientId, undefined, authentication, {
      timeout: TIMEOUT_S,
      ...(LOCAL.has(server.hostname) && { execute: [client.allowInsecureRequests] }),
    });
  } catch (error) {
    return { discovery: reasonOf(error), credentials: undefined };
  }
  try {
    await client.genericGrantRequest(configuration, 'authorization_code', {
      code: 'vaktmester-connection-test',
      redirect_uri: 'https://localhost/',
      code_verifier: client.randomPKCECodeVerifier(),
    });
    return { discovery: undefined, credentials: undefined };
  } catch (error) {
    const isRefused = error instanceof client.ResponseBodyError && error.error === 'invalid_grant';
    return { discovery: undefined, credentials: isRefused ? undefined : reasonOf(error) };
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof client.ResponseBodyError) return error.error_description ?? error.error;
  const cause = error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : '';
  return `${error instanceof Error ? error.message : String(error)}${cause}`;
}
