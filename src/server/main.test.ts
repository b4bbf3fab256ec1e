import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { passingPlace } from '#connectors/testing/passing-folder.ts';

import { oldServer } from './testing/old-server.ts';
import { type PortalProcess, runProcess } from './testing/process.ts';

let folder: string;
const running: PortalProcess[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(passingPlace(1), 'vaktmester-main-'));
  chmodSync(folder, 0o755);
});
afterEach(async () => {
  for (const portal of running.splice(0)) {
    portal.process.kill('SIGTERM');
    await portal.end();
  }
  rmSync(folder, { recursive: true, force: true });
});

const data = () => join(folder, 'data');
const postmasterFile = () => join(data(), 'postgres', 'data', 'postmaster.pid');

function start(environment: Record<string, string> = {}, parameters: string[] = []): PortalProcess {
  // Without the demo's people: making them is told of elsewhere.
  const portal = runProcess(
    { PORT: '0', DEMO: 'false', VAKTMESTER_DATA: data(), ...environment },
    parameters,
  );
  running.push(portal);
  return portal;
}

/** What an operator sees of a start that fails: exactly one line, and the code. */
async function refusal(portal: PortalProcess): Promise<{ line: string; code: unknown }> {
  const code = await portal.end();
  const lines = portal.errors().trim().split('\n');
  expect(portal.output()).toBe('');
  expect(lines).toHaveLength(1);
  return { line: lines[0] ?? '', code };
}

vi.setConfig({ testTimeout: 60_000 });

describe('a start that cannot succeed', () => {
  it('names a wrong setting', async () => {
    expect(await refusal(start({ LOG_LEVEL: 'loud' }))).toEqual({
      line: 'Wrong setting: LOG_LEVEL must be one of off, error, warning, info, debug.',
      code: 2,
    });
  });

  it('names an unknown option', async () => {
    expect(await refusal(start({}, ['--chek-config']))).toMatchObject({
      line: expect.stringContaining('Unknown option: --chek-config'),
      code: 2,
    });
  });

  it('names a busy port, and touches nothing', async () => {
    const { port, close } = await takePort();

    expect(await refusal(start({ PORT: String(port) }))).toEqual({
      line: `Port ${port} on 127.0.0.1 is in use by another program: stop it, or choose another PORT.`,
      code: 1,
    });
    expect(existsSync(data())).toBe(false);
    close();
  });

  it('names a broken data folder', async () => {
    mkdirSync(join(data(), 'postgres', 'data'), { recursive: true });
    writeFileSync(join(data(), 'encryption-key'), Buffer.alloc(32, 1).toString('base64'));
    expect(await refusal(start())).toMatchObject({
      line: expect.stringMatching(/^The data folder is broken: /),
      code: 1,
    });
  });

  it('does not make a new key for a database that had another', async () => {
    mkdirSync(join(data(), 'postgres', 'data'), { recursive: true });
    expect(await refusal(start())).toMatchObject({
      line: expect.stringMatching(/encryption-key is missing/),
      code: 1,
    });
    expect(readdirSync(data())).toEqual(['postgres']);
  });

  it('names a database server that is too old', async () => {
    const server = await oldServer('15.13');
    const key = Buffer.alloc(32, 1).toString('base64');
    expect(await refusal(start({ DATABASE_URL: server.url, ENCRYPTION_KEY: key }))).toEqual({
      line: 'The database server is PostgreSQL 15.13; Vaktmester needs 16 or newer.',
      code: 1,
    });
    server.close();
  });
});

describe('the portal', () => {
  it('shows its configuration without starting anything', async () => {
    const portal = start({}, ['--check-config']);
    expect(await portal.end()).toBe(0);
    expect(portal.output()).toContain(data());
    expect(existsSync(data())).toBe(false);
  });

  it('opens, answers, and leaves nothing running when it is stopped', async () => {
    const portal = start();
    const answer = await fetch(`${await portal.open()}/api/no-such-address`);
    expect(answer.status).toBe(404);
    expect(existsSync(postmasterFile())).toBe(true);

    portal.process.kill('SIGTERM');
    expect(await portal.end()).toBe(0);
    expect(existsSync(postmasterFile())).toBe(false);
    expect(portal.errors()).toBe('');
  });

  it('tells its metrics on a port of their own, by route and without addresses', async () => {
    const port = await freePort();
    const portal = start({ METRICS_PORT: String(port) });
    const address = await portal.open();
    await fetch(`${address}/api/user/some.body`);
    expect(await (await fetch(`${address}/metrics`)).text()).not.toContain('vaktmester_http');

    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    expect(text).toMatch(
      /vaktmester_http_request_duration_seconds_count\{method="GET",route="[^"]+",status="\d+"\} 1/,
    );
    expect(text).toContain('vaktmester_database_connections{pool="requests",state="waiting"} 0');
    expect(text).not.toContain('some.body');
  });

  it('is open again within three seconds, after Ctrl-C and after a kill', async () => {
    const begun = performance.now();
    const first = start();
    await first.open();
    const firstTook = performance.now() - begun;
    first.process.kill('SIGINT');
    expect(await first.end()).toBe(0);

    const started = performance.now();
    const second = start();
    await second.open();
    // Where the machine is busy with other things, the first start is the measure of it.
    expect(performance.now() - started).toBeLessThan(Math.max(3_000, firstTook));
    const server = readFileSync(postmasterFile(), 'utf8');
    second.process.kill('SIGKILL');
    await second.end();

    await start().open();
    expect(readFileSync(postmasterFile(), 'utf8')).toBe(server);
  });

  it('begins a portal of one’s own, which the next start finds again without the option', async () => {
    const first = start({ DEMO: '' }, ['--own']);
    const address = await first.open();
    await expect.poll(() => first.output()).toMatch(/with this code: (\w{5}-){2}\w{5}/);
    const file = join(data(), 'setup-code');
    const code = readFileSync(file, 'utf8').trim();
    expect(first.output()).toContain(`${address}/setup with this code: ${code}`);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    first.process.kill('SIGTERM');
    await first.end();

    const second = start({ DEMO: '' });
    await second.open();
    await expect.poll(() => second.output()).toContain(code);
    expect(await refusal(start({ DEMO: 'true' }, ['--own']))).toMatchObject({ code: 2 });
  });

  it('refuses a second portal on the same data folder', async () => {
    await start().open();
    expect(await refusal(start())).toMatchObject({
      line: expect.stringContaining('in use by another running Vaktmester'),
      code: 1,
    });
  });
});

describe('stopping', () => {
  it('closes in reverse order, and a second signal ends what does not close', async () => {
    const script = join(folder, 'stuck.ts');
    writeFileSync(
      script,
      `import { runMain } from '${join(import.meta.dirname, 'lifecycle.ts')}';
       await runMain(async (lifecycle) => {
         lifecycle.onStop('the last', () => new Promise(() => setInterval(() => {}, 1000)));
         lifecycle.onStop('the first', () => void process.stdout.write('closing, open at the-end\\n'));
         setInterval(() => {}, 1000);
         process.stdout.write('ready\\n');
       });`,
    );
    const stuck = runProcess({}, [], script);
    await expect.poll(() => stuck.output()).toContain('ready');
    stuck.process.kill('SIGTERM');
    expect(await stuck.open()).toBe('the-end');
    stuck.process.kill('SIGTERM');
    expect(await stuck.end()).toBe(130);
  });
});

async function takePort(): Promise<{ port: number; close: () => void }> {
  const other = createServer();
  const { promise, resolve } = Promise.withResolvers<void>();
  other.listen(0, '127.0.0.1', resolve);
  await promise;
  const address = other.address();
  if (typeof address !== 'object' || address === null) throw new Error('The server does not listen');
  return { port: address.port, close: () => other.close() };
}

async function freePort(): Promise<number> {
  const { port, close } = await takePort();
  close();
  return port;
}
