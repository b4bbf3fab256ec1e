/** Connections of this machine, cut one by one by its kernel; whoever may not is told so. */
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

import { afterEach, describe, expect, it } from 'vitest';

import { portOf } from '../../port-of.ts';
import { connectedClients, cut, whyNoCut } from './cut.ts';
import { endpoint } from './question.ts';
import { whyNoSquid } from './testing/squid.ts';

const reason = whyNoSquid(['ss']);
const path = process.env['PATH'];
const sockets: Socket[] = [];
afterEach(() => {
  process.env['PATH'] = path;
  for (const socket of sockets.splice(0)) socket.destroy();
});

/** Two connections to one server, each by both of its ends. */
async function twoConnections(listen: string, to: string) {
  const server = createServer((socket) => void sockets.push(socket.on('error', () => {})));
  server.listen(0, listen);
  await once(server, 'listening');
  const port = portOf(server);
  const open = async () => {
    const socket = connect(port, to).on('error', () => {});
    sockets.push(socket);
    await once(socket, 'connect');
    const ends = { client: endpoint(to, String(socket.localPort)), proxy: endpoint(to, String(port)) };
    return { socket, ends };
  };
  const both = [await open(), await open()] as const;
  server.close();
  return both;
}

describe.skipIf(reason !== undefined)(`Cutting a connection${reason ? `, skipped: ${reason}` : ''}`, () => {
  it.each([
    ['127.0.0.1', '127.0.0.1'],
    ['::', '127.0.0.1'],
    ['::', '::1'],
  ])('ends that one and no other (a server on %s, from %s)', async (listen, to) => {
    const [one, other] = await twoConnections(listen, to);
    expect((await connectedClients())?.has(one.ends.client)).toBe(true);
    const ended = new Promise((resolve) => one.socket.once('close', resolve));
    expect(await cut([one.ends, { client: '10.9.9.9:1', proxy: one.ends.proxy }])).toBe(1);
    await ended;
    expect((await connectedClients())?.has(one.ends.client)).toBe(false);
    expect((await connectedClients())?.has(other.ends.client)).toBe(true);
    expect(other.socket.destroyed).toBe(false);
  });

  it('is tried on a connection of its own before it is counted on', async () => {
    expect(await whyNoCut()).toBeUndefined();
    process.env['PATH'] = '/nowhere';
    expect(await whyNoCut()).toContain('ss does not run here');
  });
});
