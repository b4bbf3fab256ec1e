/**
 * A real Active Directory domain controller for tests: Samba, provisioned into a folder of its own, on a loopback
 * address of its own, ended and removed with the test. Needs root, because the ports of a directory are below 1024.
 */
import { execFile, spawn } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { cp, rename, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

import { Client } from 'ldapts';

import { makeCertificates } from '../../../testing/certificates.ts';
import { freeAddress } from '../../../testing/free-address.ts';
import { endGroup, makeFolder, modelFolder, removeAbandoned } from './folder.ts';

const run = promisify(execFile);

export interface Samba {
  address: string;
  url: string;
  /** The certificate that signed the controller's. */
  ca: string;
  /** `DC=skole,DC=test`. */
  domain: string;
  admin: { user: string; password: string };
  /** Samba's own tools on its own database, past LDAP. */
  tool: (...parameters: string[]) => Promise<string>;
  /** The object as Samba has stored it, by its own tool. */
  stored: (filter: string, ...attributes: string[]) => Promise<string>;
  /** Changes Samba's own database by an LDIF, as its own tools do. */
  modify: (ldif: string) => Promise<void>;
  stop: () => Promise<void>;
}

const REALM = 'SKOLE.TEST';
const PASSWORD = 'Passw0rd.Admin1';
const TOOLS = ['samba', 'samba-tool', 'ldbsearch', 'ldbmodify', 'openssl'];
const READY_MS = 90_000;
const STOP_MS = 20_000;
const ATTEMPTS = 2;

/** Why there can be none here; undefined when there can. */
export function whyNoSamba(): string | undefined {
  if (process.getuid?.() !== 0) return 'only root may open the ports of a directory';
  const places = (process.env['PATH'] ?? '').split(delimiter);
  const missing = TOOLS.filter((tool) => !places.some((place) => existsSync(join(place, tool))));
  return missing.length > 0 ? `not installed: ${missing.join(', ')} (see .ci/run)` : undefined;
}

/** A controller that answers, or the reason why this machine has none. */
export async function startSamba(): Promise<Samba | string> {
  const reason = whyNoSamba();
  if (reason !== undefined) return reason;
  removeAbandoned();
  let failure = '';
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    try {
      return await start();
    } catch (error) {
      failure = error instanceof Error ? error.message : String(error);
    }
  }
  return `it does not start: ${failure.slice(0, 500)}`;
}

async function start(): Promise<Samba> {
  const folder = makeFolder();
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  try {
    const address = await freeAddress(PORTS);
    await provisionInto(folder);
    const ca = await makeCertificates(join(folder, 'tls'), 'dc1.skole.test', address);
    const config = configure(folder, address);
    const end = serve(folder, config);
    const samba = controller(folder, config, address, ca, async () => {
      await end();
      remove();
    });
    try {
      await ready(samba);
      await policy(samba);
      return samba;
    } catch (error) {
      await end();
      throw error;
    }
  } catch (error) {
    remove();
    throw error;
  }
}

/** Those of a directory. */
const PORTS = [389, 636, 88, 464, 3268, 3269, 135, 53];

/** The first of a run provisions, which takes many seconds; those after it copy what it made. */
async function provisionInto(folder: string): Promise<void> {
  const model = modelFolder();
  if (!existsSync(model)) {
    const made = makeFolder();
    await provision(made);
    // Another may have been quicker; then its is as good.
    await rename(made, model).catch(() => rm(made, { recursive: true, force: true }));
  }
  await cp(model, folder, { recursive: true, preserveTimestamps: true });
}

async function provision(folder: string): Promise<void> {
  await run(
    'samba-tool',
    [
      'domain',
      'provision',
      `--targetdir=${folder}`,
      `--realm=${REALM}`,
      '--domain=SKOLE',
      '--host-name=dc1',
      '--host-ip=127.0.0.1',
      '--server-role=dc',
      '--dns-backend=SAMBA_INTERNAL',
      `--adminpass=${PASSWORD}`,
      '--option=interfaces=127.0.0.1/8',
      '--option=bind interfaces only=yes',
    ],
    { timeout: READY_MS * 2, maxBuffer: 16 * 1024 * 1024 },
  );
}

/** Nothing outside the folder, nothing but the one address, and only the services a directory needs. */
function configure(folder: string, address: string): string {
  for (const name of ['run/ncalrpc', 'run/winbindd']) mkdirSync(join(folder, name), { recursive: true });
  const file = join(folder, 'etc', 'smb.conf');
  const lines = {
    workgroup: 'SKOLE',
    realm: REALM,
    'netbios name': 'DC1',
    'server role': 'active directory domain controller',
    'server services': 'ldap, cldap, kdc, rpc',
    interfaces: `${address}/8`,
    'bind interfaces only': 'yes',
    'private dir': join(folder, 'private'),
    'state directory': join(folder, 'state'),
    'cache directory': join(folder, 'cache'),
    'lock directory': folder,
    'pid directory': join(folder, 'run'),
    'ncalrpc dir': join(folder, 'run/ncalrpc'),
    'winbindd socket directory': join(folder, 'run/winbindd'),
    'binddns dir': join(folder, 'bind-dns'),
    'log file': join(folder, 'log.%m'),
    'log level': '1',
    'tls enabled': 'yes',
    'tls keyfile': join(folder, 'tls/key.pem'),
    'tls certfile': join(folder, 'tls/cert.pem'),
    'tls cafile': join(folder, 'tls/ca.pem'),
    'load printers': 'no',
    'printcap name': '/dev/null',
    'disable spoolss': 'yes',
  };
  const text = Object.entries(lines).map(([name, value]) => `\t${name} = ${value}\n`);
  writeFileSync(
    file,
    `[global]\n${text.join('')}[sysvol]\n\tpath = ${join(folder, 'state/sysvol')}\n\tread only = No\n`,
  );
  return file;
}

/** Starts the controller as the head of a process group of its own; the answer ends the group. */
function serve(folder: string, config: string): () => Promise<void> {
  const output = join(folder, 'samba.out');
  const child = spawn('samba', ['-s', config, '--foreground', '--no-process-group', '--debug-stdout'], {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, WINBINDD_SOCKET_DIR: join(folder, 'run/winbindd') },
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text: Buffer) => existsSync(folder) && appendFileSync(output, text));
  }
  child.on('error', () => {});
  writeFileSync(join(folder, 'samba.pid'), String(child.pid));
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => resolve());
  });
  const signal = (name: NodeJS.Signals) => {
    if (child.pid !== undefined) endGroup(child.pid, name);
  };
  // Should the test process itself be ended first.
  const atExit = () => signal('SIGKILL');
  process.once('exit', atExit);
  return async () => {
    process.off('exit', atExit);
    signal('SIGTERM');
    const impatience = setTimeout(() => signal('SIGKILL'), STOP_MS);
    await ended;
    clearTimeout(impatience);
    signal('SIGKILL');
  };
}

function controller(folder: string, config: string, address: string, ca: string, stop: Samba['stop']): Samba {
  const options = { timeout: READY_MS, maxBuffer: 64 * 1024 * 1024 };
  return {
    address,
    url: `ldaps://${address}`,
    ca,
    domain: 'DC=skole,DC=test',
    admin: { user: `Administrator@${REALM.toLowerCase()}`, password: PASSWORD },
    tool: async (...parameters) => (await run('samba-tool', [...parameters, '-s', config], options)).stdout,
    stored: async (filter, ...attributes) => {
      const database = join(folder, 'private/sam.ldb');
      const { stdout } = await run(
        'ldbsearch',
        ['-H', database, '-s', 'sub', filter, ...attributes],
        options,
      );
      return readable(stdout);
    },
    async modify(ldif) {
      const file = join(folder, 'change.ldif');
      writeFileSync(file, ldif);
      await run('ldbmodify', ['-H', join(folder, 'private/sam.ldb'), file], options);
    },
    stop,
  };
}

/** LDIF folds long lines, and writes what is not ASCII in base64. */
const readable = (ldif: string): string =>
  ldif
    .replaceAll('\n ', '')
    .replaceAll(
      /^(\S+?):: (\S+)$/gm,
      (_, name: string, value: string) => `${name}: ${Buffer.from(value, 'base64').toString('utf8')}`,
    );

async function ready(samba: Samba): Promise<void> {
  const until = Date.now() + READY_MS;
  for (;;) {
    const client = new Client({
      url: samba.url,
      tlsOptions: { ca: samba.ca },
      timeout: 5_000,
      connectTimeout: 5_000,
    });
    try {
      await open(samba.address);
      await client.bind(samba.admin.user, samba.admin.password);
      return;
    } catch (error) {
      if (Date.now() > until) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    } finally {
      await client.unbind().catch(() => {});
    }
  }
}

const open = (address: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const socket = connect(636, address, () => {
      socket.destroy();
      resolve();
    });
    socket.once('error', reject);
  });

/** As the specification has it: seven signs, ten attempts, thirty minutes (specification §9). */
async function policy({ tool }: Samba): Promise<void> {
  await tool(
    'domain',
    'passwordsettings',
    'set',
    '--min-pwd-length=7',
    '--complexity=off',
    '--history-length=0',
    '--min-pwd-age=0',
    '--max-pwd-age=0',
    '--account-lockout-threshold=10',
    '--account-lockout-duration=30',
    '--reset-account-lockout-after=30',
  );
}
