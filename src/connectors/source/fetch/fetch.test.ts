import { existsSync } from 'node:fs';
import { utimes, writeFile } from 'node:fs/promises';
import { globalAgent } from 'node:https';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { basicAuthorization, openHttps } from './https.ts';
import { openSftp } from './sftp.ts';
import { serveHttps, serveSftp, type SshServer, type TestServer } from './testing.ts';

const isData = (name: string): boolean => /\.(csv|zip)$/.test(name);

async function textOf(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of bytes) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

describe('a file by HTTPS', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await serveHttps((request, response) => {
      if (request.url === '/cut.csv') {
        response.writeHead(200, { 'content-length': 100 }).write('id;navn\n');
        response.socket?.destroySoon();
      } else if (request.url === '/elsewhere') response.writeHead(302, { location: '/natt.csv' }).end();
      else if (request.headers.authorization !== basicAuthorization('portal', 'hemmelig')) {
        response.writeHead(401).end();
      } else response.writeHead(200, { etag: '"7"' }).end('id;navn\n1;Åse\n');
    });
  });
  afterAll(() => server.stop());

  it('is read with user name and password, and known again by its mark', async () => {
    const file = await openHttps({
      address: `${server.address}/natt.csv`,
      userName: 'portal',
      secret: 'hemmelig',
    });
    expect(file).toMatchObject({ name: 'natt.csv', mark: '"7"' });
    expect(await textOf(file.bytes)).toBe('id;navn\n1;Åse\n');
  });

  it.each([
    ['fetch.refused', '/natt.csv'],
    ['fetch.wrong-answer', '/elsewhere'],
  ])('is not there: %s', async (code, path) => {
    await expect(openHttps({ address: server.address + path })).rejects.toMatchObject({ code });
  });

  it('cut off in the middle is not whole', async () => {
    const { bytes } = await openHttps({ address: `${server.address}/cut.csv` });
    await expect(textOf(bytes)).rejects.toMatchObject({ code: 'file.interrupted' });
  });

  it('is neither asked for without encryption nor from a server nobody vouches for', async () => {
    const address = server.address.replace('https', 'http');
    await expect(openHttps({ address })).rejects.toMatchObject({ code: 'fetch.wrong-answer' });
    const trusted = globalAgent.options.ca;
    delete globalAgent.options.ca;
    await expect(openHttps({ address: server.address })).rejects.toMatchObject({
      code: 'fetch.unreachable',
      found: expect.stringContaining('UNABLE_TO_VERIFY'),
    });
    globalAgent.options.ca = trusted;
  });
});

/** Debian: openssh-server. */
describe.skipIf(!existsSync('/usr/sbin/sshd'))('a folder by SFTP', () => {
  let server: SshServer;
  beforeAll(async () => {
    server = await serveSftp();
    for (const [at, name] of ['gammel.csv', 'ny.csv', 'notat.md'].entries()) {
      const path = join(server.folder, name);
      await writeFile(path, `${name}\n`.repeat(20_000));
      await utimes(path, 1_000_000 + at, 1_000_000 + at);
    }
  });
  afterAll(() => server.stop());
  const opened = (more: object = {}) => {
    const { address, folder, userName, privateKey, fingerprint } = server;
    const there = { address: address + folder, userName, secret: privateKey, hostKey: fingerprint, isData };
    return openSftp({ ...there, ...more });
  };

  it('gives its newest data file', async () => {
    const file = await opened();
    expect(file).toMatchObject({ name: 'ny.csv', size: 140_000, mark: 'ny.csv 140000 1000001' });
    expect(await textOf(file?.bytes ?? (async function* () {})())).toBe('ny.csv\n'.repeat(20_000));
    await file?.close();
  });

  it('without a data file gives none', async () => {
    expect(await opened({ isData: () => false })).toBeUndefined();
  });

  it.each([
    ['fetch.host-key', { hostKey: 'SHA256:somebodyElse' }],
    ['fetch.refused', { secret: 'no such password' }],
    [
      'fetch.refused',
      { secret: '-----BEGIN OPENSSH PRIVATE KEY-----\nx\n-----END OPENSSH PRIVATE KEY-----' },
    ],
    ['fetch.unreachable', { address: 'sftp://127.0.0.1:1/x' }],
  ])('is not there: %s', async (code, more) => {
    await expect(opened(more)).rejects.toMatchObject({ code });
  });

  it('that does not exist is said', async () => {
    await expect(opened({ address: `${server.address}/no/such/folder` })).rejects.toMatchObject({
      code: 'fetch.no-folder',
    });
  });

  it('tells the key of a server that is new, and sends it no password', async () => {
    await expect(opened({ hostKey: '' })).rejects.toMatchObject({ found: server.fingerprint });
  });
});
