/**
 * Who is connected, as Squid itself says it: a point that was started anew has not seen the tunnels that were opened
 * before, and must be able to cut them all the same.
 */
import { get } from 'node:http';

import type { Connection } from './connections.ts';

const PATIENCE_MS = 3_000;

/** Where Squid listens, as this machine reaches it. */
export interface Place {
  host: string;
  port: number;
}

/** `3128`, `10.0.0.2:3128` or `[2001:db8::2]:3128`. */
export function placeOf(listen: string): Place {
  const end = listen.lastIndexOf(':');
  const host = end < 0 ? '127.0.0.1' : listen.slice(0, end).replaceAll(/[[\]]/g, '');
  return { host, port: Number(listen.slice(end + 1)) };
}

export async function activeRequests(place: Place): Promise<Connection[]> {
  return readActiveRequests(await ask(place));
}

function ask(place: Place): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = get(
      { ...place, path: '/squid-internal-mgr/active_requests', timeout: PATIENCE_MS },
      (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (more: string) => (text += more));
        response.once('end', () => {
          if (response.statusCode === 200) resolve(text);
          else reject(new Error(`Squid does not say who is connected: ${response.statusCode}`));
        });
        response.once('error', reject);
      },
    );
    request.once('timeout', () => request.destroy(new Error('Squid does not answer')));
    request.once('error', reject);
  });
}

/** One paragraph each; of the many lines five matter. */
export function readActiveRequests(text: string): Connection[] {
  return text.split(/^Connection: /m).flatMap((paragraph) => {
    const said = (name: string) => new RegExp(`^\\s*${name}:? (\\S+)$`, 'm').exec(paragraph)?.[1];
    const [client, proxy, address, user] = [said('remote'), said('local'), said('uri'), said('username')];
    if (client === undefined || proxy === undefined || address === undefined) return [];
    // It waits for its own answer.
    if (/NONE/.test(said('logType') ?? '')) return [];
    const machine = client.slice(0, client.lastIndexOf(':')).replaceAll(/[[\]]/g, '');
    return [{ client, proxy, address, machine, user: user === '-' ? undefined : user }];
  });
}
