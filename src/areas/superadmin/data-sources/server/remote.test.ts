/** Data sources that are asked over the net, against real servers: OneRoster by REST, HTTPS and OpenSSH's sftp. */
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

import { basicAuthorization } from '#connectors/source/fetch/https.ts';
import { serveHttps, serveSftp, type SshServer, type TestServer } from '#connectors/source/fetch/testing.ts';
import {
  restClient,
  restPath,
  type RestProvider,
  serveRest,
} from '#connectors/source/oneroster/rest-testing.ts';
import { moveSourceSecrets } from '#server/import/moved-secrets.ts';
import { lookAtNight } from '#server/import/night.ts';
import { importsDone } from '#server/import/run.ts';
import { secretsOf } from '#server/import/sources.ts';
import { file, members, person, school } from '#server/import/testing.ts';
import { type Caller, openHouse } from '#server/testing/house.ts';
import { openVault } from '#server/vault.ts';

import { dataSources } from '../contract.ts';
import { dataSourceHandlers } from './handlers.ts';

const house = await openHouse(dataSourceHandlers);
let boss: Caller;
beforeAll(async () => {
  boss = await house.signIn('superadmin');
});
afterAll(importsDone);
beforeEach(async () => {
  for (const { id } of (await boss.call(dataSources.list, {})).Items)
    await boss.call(dataSources.remove, { id });
});

const basics = { name: 'Skolesystemet', source: 'pifu', runAt: '17:00', place: 1, enabled: true } as const;
const only = async () => (await boss.call(dataSources.list, {})).Items[0];
const night = (utc: string) => {
  house.clock.set(utc);
  const { db, pool, clock, services } = house;
  return lookAtNight({ ...services, db, pool, clock, importFolder: () => undefined, steps: [] });
};
const text = file(person({ id: '1' }), school('s1', 'Granlia skole'), members('s1', ['1']));

describe('OneRoster by REST', () => {
  let provider: RestProvider;
  beforeAll(async () => {
    provider = await serveRest();
  });
  afterAll(() => provider.stop());
  const access = () => ({
    method: 'oneroster-rest' as const,
    address: provider.address + restPath,
    tokenAddress: `${provider.address}/token`,
    userName: restClient.clientId,
    secret: restClient.secret,
  });

  it('is tested, imported at night and told of, and its secret is never shown', async () => {
    expect(await boss.call(dataSources.test, access())).toMatchObject({ state: 'ready' });
    expect(await boss.call(dataSources.test, { ...access(), secret: 'feil' })).toMatchObject({
      state: 'unreachable',
      problem: 'fetch.refused',
    });
    const saved = await boss.call(dataSources.save, { ...basics, source: 'oneroster', ...access() });
    expect(saved.Items).toMatchObject([{ hasSecret: true, folder: null, lastRun: null }]);
    await night('2026-11-23T16:30:00Z');
    expect(await only()).toMatchObject({
      lastRun: { outcome: 'completed', problem: null },
      pupils: 2,
      employees: 1,
      feed: `oneroster-rest ${saved.id}`,
    });
    const { rows } = await house.pool.query(
      `select (select string_agg(c::text, '') from journal.change c where c.table_name in ('data_source', 'kept_secret')) as journal,
              (select string_agg(d::text, '') from data_source d) as stored`,
    );
    expect(JSON.stringify([rows, saved, await only()])).not.toContain(restClient.secret);
    expect(JSON.stringify(rows)).toContain('***');
  });

  it('that cannot be reached is asked again after a while, the same night', async () => {
    await boss.call(dataSources.save, { ...basics, source: 'oneroster', ...access() });
    provider.broken.set('orgs', (response) => response.writeHead(503).end());
    provider.asked.length = 0;
    await night('2026-11-24T16:30:00Z');
    await night('2026-11-24T16:31:00Z');
    expect(provider.asked).toHaveLength(2);
    expect(await only()).toMatchObject({
      lastRun: { outcome: 'unreachable', problem: 'fetch.wrong-answer', runId: null },
    });
    provider.broken.clear();
    await night('2026-11-24T16:36:00Z');
    expect(await only()).toMatchObject({ lastRun: { outcome: 'completed', problem: null } });
  });

  it('keeps its secret with the others, also one that an earlier version kept in the source’s row', async () => {
    const { id } = await boss.call(dataSources.save, { ...basics, source: 'oneroster', ...access() });
    const secrets = () => house.services.keptSecrets.readAll(house.db, secretsOf(id));
    const before = await secrets();
    expect([...before]).toEqual([[`data-source/${id}/secret`, restClient.secret]]);
    const vault = openVault(Buffer.alloc(32, 9), 'data source');
    await house.seed(async ({ tx }) => {
      await house.services.keptSecrets.remove(tx, secretsOf(id));
      await sql`update data_source set secret_cipher = ${vault.encrypt(restClient.secret)} where id = ${id}`.execute(
        tx,
      );
    });
    const move = () =>
      moveSourceSecrets(house.db, { vault, keptSecrets: house.services.keptSecrets, now: house.clock.now() });
    expect([await move(), await move()]).toEqual([1, 0]);
    expect(await secrets()).toEqual(before);
    expect((await only())?.hasSecret).toBe(true);
  });

  it('keeps its secret for the address it was written for', async () => {
    const { id } = await boss.call(dataSources.save, { ...basics, source: 'oneroster', ...access() });
    const silent = { ...basics, source: 'oneroster', ...access(), id, secret: null } as const;
    await boss.call(dataSources.save, silent);
    expect(await boss.call(dataSources.test, { ...access(), id, secret: null })).toMatchObject({
      state: 'ready',
    });
    const elsewhere = { ...silent, address: 'https://example.org/ims' };
    for (const [route, input] of [
      [dataSources.save, elsewhere],
      [dataSources.test, { ...access(), id, secret: null, tokenAddress: 'https://example.org/token' }],
    ] as const) {
      expect(await boss.request(route.signature, input)).toMatchObject({
        status: 422,
        body: { fields: [{ path: 'secret', key: 'required' }] },
      });
    }
  });
});

describe('a file by HTTPS', () => {
  let server: TestServer;
  let mark = '"1"';
  beforeAll(async () => {
    server = await serveHttps((request, response) => {
      const isIn = request.headers.authorization === basicAuthorization('portal', 'hemmelig');
      if (isIn) response.writeHead(200, { etag: mark }).end(text);
      else response.writeHead(401).end();
    });
  });
  afterAll(() => server.stop());

  it('is imported once, and again when it is another', async () => {
    const access = {
      method: 'https' as const,
      address: `${server.address}/natt.xml`,
      userName: 'portal',
      secret: 'hemmelig',
    };
    expect(await boss.call(dataSources.test, access)).toMatchObject({
      state: 'ready',
      looksLike: 'pifu',
      files: [{ name: 'natt.xml' }],
    });
    const { id } = await boss.call(dataSources.save, { ...basics, ...access });
    const { runId } = await boss.call(dataSources.run, { id, dryRun: false });
    await vi.waitFor(async () => {
      expect(await only()).toMatchObject({ lastRun: { outcome: 'completed', runId } });
    }, 10_000);
    await night('2026-11-25T16:30:00Z');
    expect(await only()).toMatchObject({ lastRun: { outcome: 'no-file' } });
    mark = '"2"';
    await night('2026-11-25T16:36:00Z');
    expect(await only()).toMatchObject({ lastRun: { outcome: 'completed' } });
  });
});

/** Debian: openssh-server. */
describe.skipIf(!existsSync('/usr/sbin/sshd'))('a folder by SFTP', () => {
  let server: SshServer;
  beforeAll(async () => {
    server = await serveSftp();
    await writeFile(join(server.folder, 'natt.xml'), text);
  });
  afterAll(() => server.stop());

  it('tells its key in a test, and is imported when that is confirmed', async () => {
    const access = {
      method: 'sftp' as const,
      address: server.address + server.folder,
      userName: server.userName,
      secret: server.privateKey,
    };
    const { hostKey, ...found } = await boss.call(dataSources.test, access);
    expect([found, hostKey]).toMatchObject([{ problem: 'fetch.host-key' }, server.fingerprint]);
    expect(await boss.refused(dataSources.save, { ...basics, ...access })).toMatchObject({
      fields: [{ path: 'hostKey', key: 'required' }],
    });
    await boss.call(dataSources.save, { ...basics, ...access, hostKey });
    await night('2026-11-26T16:30:00Z');
    expect(await only()).toMatchObject({ lastRun: { outcome: 'completed' }, hostKey });
  });
});

it.each([
  ['address', { method: 'https', address: 'http://x.no/a.xml' }, 'address'],
  ['address', { method: 'https', address: 'https://kari:hemmelig@x.no/a.xml' }, 'address'],
  ['address', { method: 'https', address: 'sftp://x.no/a' }, 'https'],
  [
    'address',
    {
      method: 'sftp',
      address: 'https://x.no/a',
      userName: 'a',
      secret: 'b',
      hostKey: `SHA256:${'a'.repeat(43)}`,
    },
    'sftp',
  ],
  ['userName', { method: 'sftp', address: 'sftp://x.no/a' }, 'required'],
  ['tokenAddress', { method: 'oneroster-rest', address: 'https://x.no/a' }, 'required'],
  ['hostKey', { method: 'sftp', address: 'sftp://x.no/a', hostKey: 'aa:bb' }, 'hostKey'],
  ['folder', { method: 'folder' }, 'required'],
])('is refused by its %s: %j', async (path, access, key) => {
  const { body } = await boss.request(dataSources.save.signature, { ...basics, ...access });
  expect(body).toMatchObject({ code: 'request.invalid', fields: [{ path, key }] });
});
