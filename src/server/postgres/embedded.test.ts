import { execFile } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';

import { passingPlace } from '#connectors/testing/passing-folder.ts';

import { type EmbeddedPostgres, startPostgres } from './embedded.ts';
import { disposable } from './settings.ts';

const run = promisify(execFile);
let base: string;
let folder: string;
const running: EmbeddedPostgres[] = [];

beforeEach(() => {
  base = mkdtempSync(join(passingPlace(1), 'vaktmester-embedded-'));
  chmodSync(base, 0o755); // run as root, the server must be able to walk to its files
  folder = join(base, 'data', 'postgres');
});
afterEach(async () => {
  for (const server of running.splice(0)) await server.stop();
  rmSync(base, { recursive: true, force: true });
});

async function start(as: 'own' | 'join' = 'own'): Promise<EmbeddedPostgres> {
  const server = await startPostgres({ folder, settings: disposable, durable: false, as });
  running.push(server);
  return server;
}

async function ask(server: EmbeddedPostgres, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client(server.url());
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

const postmaster = () => Number(readFileSync(join(folder, 'data', 'postmaster.pid'), 'utf8').split('\n')[0]);

/** Starts the server in a process of its own, which is then killed without a chance to stop it. */
async function startAndDie(): Promise<void> {
  const script = `
    import { startPostgres } from '#server/postgres/embedded.ts';
    await startPostgres({ folder: process.argv[1], durable: false });
    process.kill(process.pid, 'SIGKILL');`;
  await run(process.execPath, ['--input-type=module-typescript', '--eval', script, folder]).catch(() => {});
}

vi.setConfig({ testTimeout: 60_000 });

describe('the embedded PostgreSQL', () => {
  it('is made on the first start and keeps its data', async () => {
    const first = await start();
    await ask(first, 'create table kept (id int)');
    await first.stop();
    const second = await start();
    expect(await ask(second, 'select * from kept')).toEqual([]);
    expect(second.how).toBe('started');
  });

  it('is PostgreSQL 18 in Unicode, in universal time, reached by password on the loopback address only', async () => {
    const server = await start();
    const [row] = await ask(
      server,
      `select current_setting('server_version_num')::int / 10000 as major, current_setting('listen_addresses') as listens,
              current_setting('unix_socket_directories') as sockets, current_setting('TimeZone') as zone,
              upper('æøå') as upper, pg_encoding_to_char(encoding) as encoding,
              (select string_agg(distinct auth_method, ',') from pg_hba_file_rules) as auth
         from pg_database where datname = current_database()`,
    );
    expect(row).toEqual({
      major: 18,
      listens: '127.0.0.1',
      sockets: '',
      zone: 'UTC',
      upper: 'ÆØÅ',
      encoding: 'UTF8',
      auth: 'scram-sha-256',
    });
    const wrong = new Client(server.url().replace(/:[^:@]+@/, ':wrong@'));
    await expect(wrong.connect()).rejects.toMatchObject({ code: '28P01' });
  });

  it('keeps its files to itself', async () => {
    await start();
    for (const path of [folder, join(folder, 'data'), join(folder, 'password')]) {
      expect(statSync(path).mode & 0o077).toBe(0);
    }
  });

  it('is found running after its portal was killed, and can be stopped then', async () => {
    await startAndDie();
    const pid = postmaster();
    const server = await start();
    expect(server.how).toBe('reused');
    expect(postmaster()).toBe(pid);
    await server.stop();
    expect(existsSync(join(folder, 'data', 'postmaster.pid'))).toBe(false);
  });

  it('has one owner, and lets a command work beside it', async () => {
    const owner = await start();
    await expect(start()).rejects.toThrow('in use by another running Vaktmester');
    const beside = await start('join');
    await beside.stop();
    expect(await ask(owner, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('comes back at the same address when it is killed', async () => {
    const server = await start();
    process.kill(postmaster(), 'SIGKILL');
    await expect
      .poll(() => ask(server, 'select 1 as one').catch(() => 'gone'), { timeout: 20_000 })
      .toEqual([{ one: 1 }]);
  });

  it('starts over a note that a crash left with the number of a strange process', async () => {
    const first = await start();
    const note = readFileSync(join(folder, 'data', 'postmaster.pid'), 'utf8');
    await first.stop();
    writeFileSync(join(folder, 'data', 'postmaster.pid'), note.replace(/^\d+/, String(process.ppid)));
    expect((await start()).how).toBe('started');
  });

  it('takes files back whose rights were opened by a restore', async () => {
    await (await start()).stop();
    chmodSync(join(folder, 'data'), 0o755);
    expect((await start()).how).toBe('started');
  });
});

describe.runIf(process.getuid?.() === 0)('run as root', () => {
  it('does not run the server as root', async () => {
    await start();
    expect(statSync(`/proc/${postmaster()}`).uid).not.toBe(0);
  });

  it('keeps the files elsewhere when the server could not reach them, and finds them again', async () => {
    chmodSync(base, 0o700);
    const first = await start();
    const place = realpathSync(folder);
    onTestFinished(() => rmSync(place, { recursive: true }));
    expect(place).toMatch(/^\/var\/lib\/vaktmester\//);
    await ask(first, 'create table kept (id int)');
    await first.stop();
    expect(await ask(await start(), 'select * from kept')).toEqual([]);
  });
});

const prepare = async () => (await start()).stop();

describe('a data folder that cannot be used', () => {
  it('is refused in one line when the version is missing', async () => {
    await prepare();
    rmSync(join(folder, 'data', 'PG_VERSION'));
    await expect(start()).rejects.toThrow(
      /^The data folder is broken: .*PG_VERSION.*Restore it from a backup/,
    );
  });

  it('is refused when another version of PostgreSQL made it', async () => {
    await prepare();
    writeFileSync(join(folder, 'data', 'PG_VERSION'), '17\n');
    await expect(start()).rejects.toThrow(/was made by PostgreSQL 17, but this is PostgreSQL 18/);
  });

  it('is refused with the server’s own reason when its files are damaged', async () => {
    await prepare();
    rmSync(join(folder, 'data', 'global', 'pg_control'));
    await expect(start()).rejects.toThrow(/does not start: .*(control file|pg_control)/);
  });

  it('is refused when the password is gone', async () => {
    await prepare();
    rmSync(join(folder, 'password'));
    await expect(start()).rejects.toThrow(/^The data folder is broken: .*password cannot be read/);
  });

  it('is refused when it is a file', async () => {
    writeFileSync(join(base, 'data'), '');
    await expect(start()).rejects.toThrow(/^The data folder .* cannot be used/);
  });
});
