/** A real DNS server with a zone of locks for each address, for tests: Unbound, and one behind it that knows every name. */
import { type ChildProcess, spawn } from 'node:child_process';
import { Resolver } from 'node:dns/promises';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

import { freePort } from '../squid/testing/squid.ts';

/** Why there can be none here; undefined when there can. */
export function whyNoUnbound(): string | undefined {
  if (process.platform !== 'linux') return 'only Linux gives every machine of a test an address of its own';
  const places = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin'];
  return places.some((place) => existsSync(join(place, 'unbound')))
    ? undefined
    : 'not installed: unbound (see .ci/run)';
}

export interface Unbound {
  /** What a machine at an address is told of a name. */
  ask: (from: string, name: string) => Promise<'open' | 'shut' | 'no answer'>;
  stop: () => Promise<void>;
}

/** `zones`: where the zone of each address is fetched. */
export async function openUnbound(zones: ReadonlyMap<string, string>): Promise<Unbound> {
  const folder = mkdtempSync(join(tmpdir(), 'vaktmester-unbound-'));
  const [port, behind] = [await freePort(), await freePort()];
  const servers = [
    start(folder, 'world', behind, ['  local-zone: "." redirect', '  local-data: ". 60 IN A 192.0.2.1"']),
    start(folder, 'school', port, linesFor(zones, behind)),
  ];
  const ask: Unbound['ask'] = async (from, name) => {
    const resolver = new Resolver({ timeout: 2_000, tries: 1 });
    resolver.setLocalAddress(from);
    resolver.setServers([`127.0.0.1:${port}`]);
    return resolver.resolve4(name).then(
      () => 'open' as const,
      (error: unknown) => (codeOf(error) === 'ENOTFOUND' ? 'shut' : 'no answer'),
    );
  };
  const patience = Date.now() + 10_000;
  while ((await ask('127.0.0.1', 'vg.no')) !== 'open') {
    if (Date.now() > patience) throw new Error('Unbound never answered');
  }
  return {
    ask,
    async stop() {
      await Promise.all(servers.map((server) => end(server)));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** As docs/internet-locks.md has it: a zone with a tag for each address. */
function linesFor(zones: ReadonlyMap<string, string>, behind: number): string[] {
  const all = [...zones].map(([address, url], index) => ({ address, url, tag: `locks${index}` }));
  return [
    '  module-config: "respip iterator"',
    '  do-not-query-localhost: no',
    `  define-tag: "${all.map(({ tag }) => tag).join(' ')}"`,
    ...all.map(({ address, tag }) => `  access-control-tag: ${address}/32 "${tag}"`),
    ...all.flatMap(({ tag, url }) => [
      'rpz:',
      `  name: "${tag}."`,
      `  url: "${url}"`,
      `  zonefile: "${tag}.zone"`,
      `  tags: "${tag}"`,
    ]),
    'forward-zone:',
    '  name: "."',
    `  forward-addr: 127.0.0.1@${behind}`,
  ];
}

function start(folder: string, name: string, port: number, lines: readonly string[]): ChildProcess {
  const file = join(folder, `${name}.conf`);
  const common = [
    'server:',
    '  use-syslog: no',
    '  username: ""',
    '  chroot: ""',
    `  directory: "${folder}"`,
    '  pidfile: ""',
    `  interface: 127.0.0.1@${port}`,
    '  access-control: 127.0.0.0/8 allow',
  ];
  const closed = ['remote-control:', '  control-enable: no', ''];
  writeFileSync(file, [...common, ...lines, ...closed].join('\n'));
  return spawn('unbound', ['-d', '-c', file], {
    stdio: 'ignore',
    env: { PATH: `${process.env['PATH'] ?? ''}${delimiter}/usr/sbin` },
  });
}

const end = (server: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (server.exitCode !== null || server.signalCode !== null) {
      resolve();
      return;
    }
    server.once('exit', () => resolve());
    server.kill('SIGTERM');
  });

const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined;
