import type { Server } from 'node:net';

/** Where a server listens on this machine, once it does. */
export function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('It listens on no port');
  return address.port;
}
