import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
/** The world beyond the proxy, for tests: web servers on a loopback address of their own, on the web's own ports. */
import { createServer as createHttp, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createHttps } from 'node:https';
import { join } from 'node:path';

import { makeCertificates } from '../../../testing/certificates.ts';
import { freeAddress } from '../../../testing/free-address.ts';

export interface World {
  address: string;
  /** For Squid: every name leads to the world. */
  hostsFile: string;
  stop: () => Promise<void>;
}

/** `/flow` sends a letter every 20 ms for as long as somebody listens; everything else says its host. */
function answer(request: IncomingMessage, response: ServerResponse): void {
  if (request.url === '/flow') {
    const timer = setInterval(() => response.write('x'), 20);
    response.once('close', () => clearInterval(timer));
    return;
  }
  response.setHeader('content-type', 'text/html; charset=utf-8');
  response.end(`<title>${request.headers.host ?? ''}</title>`);
}

export async function openWorld(folder: string, names: readonly string[]): Promise<World> {
  const address = await freeAddress([80, 443, 8080]);
  mkdirSync(folder, { recursive: true });
  await makeCertificates(join(folder, 'world'), 'verden.test', address);
  const tls = {
    key: readFileSync(join(folder, 'world', 'key.pem')),
    cert: readFileSync(join(folder, 'world', 'cert.pem')),
  };
  const servers = [
    { server: createHttp(answer), port: 80 },
    { server: createHttp(answer), port: 8080 },
    { server: createHttps(tls, answer), port: 443 },
  ];
  await Promise.all(
    servers.map(({ server, port }) => new Promise<void>((resolve) => server.listen(port, address, resolve))),
  );
  const hostsFile = join(folder, 'hosts');
  writeFileSync(hostsFile, names.map((name) => `${address} ${name}\n`).join(''));
  return {
    address,
    hostsFile,
    async stop() {
      await Promise.all(
        servers.map(
          ({ server }) =>
            new Promise<void>((resolve) => {
              server.close(() => resolve());
              server.closeAllConnections();
            }),
        ),
      );
    },
  };
}
