/**
 * Ends single connections between people and the proxy, from outside Squid: it has no means of its own to end one
 * person's tunnel and nobody else's. The kernel does, for who may administer the network (`ss -K`: root, or the
 * capability CAP_NET_ADMIN).
 */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { promisify } from 'node:util';

import { portOf } from '../../port-of.ts';
import { endpoint } from './question.ts';

const run = promisify(execFile);

export interface Ends {
  client: string;
  proxy: string;
}

/** As many as one question to the kernel holds. */
const AT_ONCE = 200;
const PATIENCE_MS = 5_000;
const TEST_MS = 1_000;

/** Answers how many were there to be cut. */
export async function cut(connections: readonly Ends[]): Promise<number> {
  let count = 0;
  for (let start = 0; start < connections.length; start += AT_ONCE) {
    const some = connections.slice(start, start + AT_ONCE);
    const filter = some.map(({ client, proxy }) => `( src ${proxy} and dst ${client} )`).join(' or ');
    const { stdout } = await run('ss', ['-K', '-H', '-t', '-n', 'state', 'connected', filter], {
      timeout: PATIENCE_MS,
    });
    count += stdout.split('\n').filter(Boolean).length;
  }
  return count;
}

/** Why nothing can be cut here; undefined when a connection made for the purpose was. */
export async function whyNoCut(): Promise<string | undefined> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const port = portOf(server);
  const accepted = new Promise<Socket>((resolve) => server.once('connection', resolve));
  const client = connect(port, '127.0.0.1');
  const gone = new Promise<boolean>((resolve) => client.once('close', () => resolve(true)));
  client.on('error', () => {});
  const socket = await accepted;
  socket.on('error', () => {});
  try {
    const proxy = endpoint('127.0.0.1', String(port));
    await cut([{ proxy, client: endpoint('127.0.0.1', String(socket.remotePort)) }]);
    const isCut = await Promise.race([
      gone,
      new Promise<boolean>((resolve) => setTimeout(resolve, TEST_MS, false).unref()),
    ]);
    return isCut
      ? undefined
      : 'ss -K does nothing here: it needs root or CAP_NET_ADMIN, and a kernel that lets it';
  } catch (error) {
    return `ss does not run here: ${error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)}`;
  } finally {
    client.destroy();
    socket.destroy();
    server.close();
  }
}

/** Nobody talks there any more, or nobody has yet: TIME_WAIT, CLOSE, LISTEN. */
const SILENT = new Set(['06', '07', '0A']);

/** The client's ends of all connections of this machine, as its kernel lists them; undefined where it has no list. */
export async function connectedClients(): Promise<Set<string> | undefined> {
  try {
    const [four, six] = await Promise.all([
      readFile('/proc/net/tcp', 'latin1'),
      readFile('/proc/net/tcp6', 'latin1').catch(() => ''),
    ]);
    return new Set([...clientsIn(four), ...clientsIn(six)]);
  } catch {
    return undefined;
  }
}

function* clientsIn(list: string): Generator<string> {
  for (const line of list.split('\n').slice(1)) {
    const [, , remote, state] = line.trim().split(/\s+/);
    const [address, port] = remote?.split(':') ?? [];
    if (!address || !port || state === undefined || SILENT.has(state)) continue;
    yield endpoint(readable(address), String(Number.parseInt(port, 16)));
  }
}

/** `0100007F` is 127.0.0.1: words of four bytes, each turned around on the machines there are. */
function readable(hex: string): string {
  const bytes = (hex.match(/.{8}/g) ?? []).flatMap((word) =>
    (word.match(/../g) ?? []).toReversed().map((byte) => Number.parseInt(byte, 16)),
  );
  const isMapped =
    bytes.length === 16 && bytes.slice(0, 10).every((byte) => byte === 0) && bytes[10] === 0xff;
  if (bytes.length === 4 || isMapped) return bytes.slice(-4).join('.');
  const words = Array.from(
    { length: 8 },
    (_, word) => ((bytes[word * 2] ?? 0) << 8) | (bytes[word * 2 + 1] ?? 0),
  );
  return new URL(`http://[${words.map((word) => word.toString(16)).join(':')}]/`).hostname.slice(1, -1);
}
