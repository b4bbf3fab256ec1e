import { connect, type PeerCertificate } from 'node:tls';

import type { Services } from '#server/services.ts';

import { type Check, connections } from '../contract.ts';

const TIMEOUT_MS = 10_000;
const DAY_MS = 24 * 60 * 60_000;
/** A certificate that ends sooner than this is to be renewed now. */
const RENEW_DAYS = 21;
const PATH = `/api${connections.who.signature.split(' ')[1]}`;

/** Asks for the portal at the address as a browser does, and looks whether it is this portal that answers. */
export async function checkAddress(
  address: string,
  { portalId }: Pick<Services, 'portalId'>,
): Promise<Check[]> {
  const url = new URL(address);
  const isSecure = url.protocol === 'https:';
  const https: Check = { name: 'address.https', outcome: isSecure ? 'ok' : 'warning', said: null };
  const certificate: Check = isSecure
    ? await checkCertificate(url)
    : { name: 'address.certificate', outcome: 'skipped', said: null };
  try {
    const answer = await fetch(new URL(PATH, url), {
      signal: AbortSignal.timeout(TIMEOUT_MS),
      redirect: 'error',
    });
    const body: unknown = await answer.json().catch(() => undefined);
    const isOurs = typeof body === 'object' && body !== null && Reflect.get(body, 'portal') === portalId;
    return [
      https,
      certificate,
      { name: 'address.reached', outcome: 'ok', said: null },
      {
        name: 'address.same',
        outcome: isOurs ? 'ok' : 'failed',
        said: isOurs ? null : `HTTP ${answer.status}`,
      },
    ];
  } catch (error) {
    return [
      https,
      certificate,
      { name: 'address.reached', outcome: 'failed', said: reasonOf(error) },
      { name: 'address.same', outcome: 'skipped', said: null },
    ];
  }
}

async function checkCertificate(url: URL): Promise<Check> {
  const name = 'address.certificate';
  try {
    const found = await certificateAt(url);
    const days = Math.floor((Date.parse(found.valid_to) - Date.now()) / DAY_MS);
    return { name, outcome: days < RENEW_DAYS ? 'warning' : 'ok', said: `${found.valid_to} (${days} d)` };
  } catch (error) {
    return { name, outcome: 'failed', said: reasonOf(error) };
  }
}

/** Rejects when the certificate is not trusted or is another name's. */
function certificateAt({ hostname, port }: URL): Promise<PeerCertificate> {
  return new Promise((resolve, reject) => {
    const socket = connect({
      host: hostname,
      port: Number(port || 443),
      servername: hostname,
      timeout: TIMEOUT_MS,
    });
    socket.once('secureConnect', () => {
      resolve(socket.getPeerCertificate());
      socket.end();
    });
    socket.once('timeout', () => socket.destroy(new Error('No answer')));
    socket.once('error', reject);
  });
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message : String(cause);
}
