/** A real Squid with a point for tests, in a folder of its own, and requests through it. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

import { portOf } from '../../../port-of.ts';
import type { WireLease } from '../../protocol/messages.ts';
import type { Account } from '../door.ts';
import { whyNoNode } from '../point.ts';

const run = promisify(execFile);
const TOOLS = ['squid', 'ss', 'curl', 'openssl'];

/** Why there can be none here; undefined when there can. */
export function whyNoSquid(tools: readonly string[] = TOOLS): string | undefined {
  if (process.getuid?.() !== 0) return 'only root may open the ports of the web and cut connections';
  const places = (process.env['PATH'] ?? '').split(delimiter);
  const missing = tools.filter((tool) => !places.some((place) => existsSync(join(place, tool))));
  return missing.length > 0
    ? `not installed: ${missing.join(', ')} (see .ci/run)`
    : whyNoNode(squidAccount());
}

/** The account Debian makes for Squid. */
export function squidAccount(): Account {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((row) => row.startsWith('proxy:'));
  const [, , uid, gid] = (line ?? '').split(':');
  return { uid: Number(uid), gid: Number(gid) };
}

/** Open to Squid's account, and removed after. */
export function squidFolder(): { folder: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'vaktmester-squid-'));
  chmodSync(folder, 0o755);
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }) };
}

export const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const port = portOf(server);
      server.close(() => resolve(port));
    });
  });

/** The operator's own lines: no name leaves the machine, and the world is on it. */
export function includeHosts(folder: string, hostsFile: string): string {
  const [world = ''] = readFileSync(hostsFile, 'utf8').split(' ', 1);
  const file = join(folder, 'own.conf');
  writeFileSync(file, `hosts_file ${hostsFile}\ndns_nameservers 127.0.0.1\nacl local_sites dst ${world}\n`);
  return file;
}

/** The status of an answer, or of the tunnel when there was none, and the page, by curl. */
export async function curl(
  proxy: string,
  url: string,
  options: readonly string[] = [],
  environment: Record<string, string> = {},
): Promise<{ code: string; body: string }> {
  const parameters = [
    '-s',
    '-k',
    '-m',
    '10',
    '-x',
    proxy,
    '-w',
    '\\n%{http_code} %{http_connect}',
    ...options,
    url,
  ];
  const { stdout } = await run('curl', parameters, { env: { ...process.env, ...environment } }).catch(
    (error: unknown) => {
      // Of a tunnel that was refused it says so by how it ends.
      if (error instanceof Error && 'stdout' in error) return { stdout: String(error.stdout) };
      throw error;
    },
  );
  const end = stdout.lastIndexOf('\n');
  const [code = '', connected = ''] = stdout.slice(end + 1).split(' ');
  return { code: code === '000' ? connected : code, body: stdout.slice(0, end) };
}

/** Below those the system gives out. */
let ownPort = 10_000;

/**
 * One request by its own connection; `shut` only when a lock was the reason. Each has a port nobody had before: of
 * thousands within a few seconds one would come by that of an earlier one, which is cut when a lock begins.
 */
export function ask(port: number, from: string, url: string): Promise<'open' | 'shut' | 'away'> {
  return new Promise((resolve) => {
    const question = request(
      {
        host: '127.0.0.1',
        port,
        localAddress: from,
        localPort: (ownPort += 1),
        path: url,
        agent: false,
        timeout: 10_000,
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (more: string) => (text += more));
        response.once('close', () => {
          if (response.statusCode === 200) resolve('open');
          else resolve(text.includes('<h1>Internett er sperret') ? 'shut' : 'away');
        });
      },
    );
    question.once('timeout', () => question.destroy());
    question.once('error', () => resolve('away'));
    question.end();
  });
}

export interface Tunnel {
  socket: Socket;
  /** When the last letter came. */
  last: () => number;
  /** When it was ended, if it was. */
  ended: () => number | undefined;
  letters: () => number;
}

/** A connection on which something keeps coming: through CONNECT, or a download without end. */
export function openTunnel(port: number, from: string, lines: readonly string[]): Promise<Tunnel> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress: from });
    let [letters, last, ended]: [number, number, number | undefined] = [0, 0, undefined];
    const tunnel = { socket, last: () => last, ended: () => ended, letters: () => letters };
    socket.once('connect', () => socket.write(lines.join('\r\n')));
    socket.on('data', (data) => {
      if (letters === 0 && !/^HTTP\/1.. 200/.test(data.toString('latin1'))) {
        reject(new Error(data.toString('latin1').split('\r\n')[0]));
        return;
      }
      letters += data.length;
      last = Date.now();
      resolve(tunnel);
    });
    socket.on('error', () => {});
    socket.once('close', () => {
      ended = Date.now();
    });
  });
}

export function lease(id: number, members: readonly string[], more: Partial<WireLease> = {}): WireLease {
  const now = Date.now();
  const whole = {
    id,
    description: '',
    school: 'GRA',
    exam: false,
    from: new Date(now - 1_000).toISOString(),
    until: new Date(now + 3_600_000).toISOString(),
    open: [],
    examResources: [],
    always: [],
    members: [...members],
    examUsers: [],
    opened: [],
    ...more,
  };
  return { ...whole, revision: createHash('sha256').update(JSON.stringify(whole)).digest('base64url') };
}
