/** Real servers for tests of fetching: a web server with a certificate of its own authority, and OpenSSH's sshd. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, globalAgent } from 'node:https';
import { type AddressInfo, createServer as listen } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { makeCertificates } from '../../testing/certificates.ts';

const run = promisify(execFile);

export interface TestServer {
  /** Without a slash at the end. */
  address: string;
  stop: () => Promise<void>;
}

/** Serves HTTPS; its authority is trusted by this process until it is stopped. */
export async function serveHttps(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<TestServer> {
  const folder = await mkdtemp(join(tmpdir(), 'vaktmester-https-'));
  const ca = await makeCertificates(folder, 'localhost', '127.0.0.1');
  const [key, cert] = await Promise.all(['key.pem', 'cert.pem'].map((name) => readFile(join(folder, name))));
  const server = createServer({ ...(key && { key }), ...(cert && { cert }) }, answer);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  globalAgent.options.ca = ca;
  return {
    address: `https://localhost:${portOf(server.address())}`,
    stop: async () => {
      delete globalAgent.options.ca;
      globalAgent.destroy();
      server.closeAllConnections();
      server.close();
      await rm(folder, { recursive: true });
    },
  };
}

const portOf = (address: AddressInfo | string | null): number =>
  typeof address === 'object' && address ? address.port : 0;

export interface SshServer extends TestServer {
  /** What it serves, as a path on this machine and in addresses. */
  folder: string;
  userName: string;
  privateKey: string;
  fingerprint: string;
}

/** The newest key of each kind is made for this server alone. */
export async function serveSftp(): Promise<SshServer> {
  const home = await mkdtemp(join(tmpdir(), 'vaktmester-sshd-'));
  const at = (name: string) => join(home, name);
  const keygen = (file: string) => run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', at(file)]);
  await Promise.all([keygen('host'), keygen('user'), mkdir(at('files'))]);
  const port = await freePort();
  const lines = [
    `ListenAddress 127.0.0.1:${port}`,
    `HostKey ${at('host')}`,
    `AuthorizedKeysFile ${at('user.pub')}`,
    `PidFile ${at('pid')}`,
    'StrictModes no',
    'UsePAM no',
    'PermitRootLogin prohibit-password',
    'PasswordAuthentication no',
    'Subsystem sftp internal-sftp',
  ];
  await writeFile(at('config'), `${lines.join('\n')}\n`);
  // Where it runs as root it wants this folder for the part of it that has no rights.
  if (userInfo().uid === 0) await mkdir('/run/sshd', { recursive: true });
  const sshd = spawn('/usr/sbin/sshd', ['-D', '-e', '-f', at('config')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  for await (const said of sshd.stderr as AsyncIterable<Buffer>) {
    if (said.toString().includes('Server listening')) break;
  }
  const [privateKey, printed] = await Promise.all([
    readFile(at('user'), 'utf8'),
    run('ssh-keygen', ['-l', '-f', at('host.pub')]),
  ]);
  return {
    address: `sftp://127.0.0.1:${port}`,
    folder: at('files'),
    userName: userInfo().username,
    privateKey,
    fingerprint: printed.stdout.split(' ')[1] ?? '',
    stop: async () => {
      sshd.kill();
      await once(sshd, 'exit');
      await rm(home, { recursive: true });
    },
  };
}

async function freePort(): Promise<number> {
  const probe = listen().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const port = portOf(probe.address());
  probe.close();
  await once(probe, 'close');
  return port;
}
