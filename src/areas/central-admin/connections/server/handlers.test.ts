import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';

import { PATH, REALM, simulatedClient } from '#connectors/federation/simulated/client.ts';
import { simulateFederation } from '#connectors/federation/simulated/mount.ts';
import { mailPassword, mailUser, openMailServer } from '#connectors/mail/testing/server.ts';
import { makeCertificates } from '#connectors/testing/certificates.ts';
import { simulatedPeople } from '#server/demo/simulated-people.ts';
import { openHouse } from '#server/testing/house.ts';

import { connections } from '../contract.ts';

const house = await openHouse();
const admin = await house.signIn('centralAdmin');
const live = house.services.connections;
const folder = mkdtempSync(join(tmpdir(), 'vaktmester-connections-'));
afterAll(() => rmSync(folder, { recursive: true }));

const SECRET = 'tjeneste-hemmelig-42';
const directory = {
  directoryUrl: 'ldaps://127.0.0.1:1',
  directoryUser: 'portal@skole.test',
  directoryPassword: SECRET,
  directoryBase: 'OU=Skoler,DC=skole,DC=test',
  directoryCa: '',
  directoryUserDomain: '',
};

const mail = {
  mailUrl: 'smtp://127.0.0.1:1/',
  mailUser,
  mailPassword,
  mailFrom: 'portal@skole.test',
  mailTo: 'drift@skole.test, vakt@skole.test',
  mailCa: '',
};

describe('settings written on a screen', () => {
  it('are used at once, on every node, and say where they come from', async () => {
    expect((await admin.call(connections.read, {})).directory).toMatchObject({
      source: 'none',
      hasSecret: false,
    });
    let followed = 0;
    live.onChange('directory', () => void (followed += 1));
    await admin.call(connections.setDirectory, directory);
    await expect.poll(() => live.current().directoryUrl).toBe('ldaps://127.0.0.1:1');
    expect(live.current().directoryPassword).toBe(SECRET);
    expect(followed).toBeGreaterThan(0);
    expect((await admin.call(connections.read, {})).directory).toMatchObject({
      source: 'portal',
      waitsForRestart: false,
      hasSecret: true,
      directoryUser: 'portal@skole.test',
    });
  });

  it('are answered without their secrets, which stand nowhere in clear', async () => {
    const answer = await admin.request('GET /connections');
    expect(answer.text).not.toContain(SECRET);
    const { rows } = await sql<{ text: string }>`
      select coalesce((select string_agg(c::text, ' ') from journal.change c), '')
          || coalesce((select string_agg(k::text, ' ') from kept_secret k), '')
          || coalesce((select string_agg(a::text, ' ') from journal.answer a), '') as text`.execute(house.db);
    expect(rows[0]?.text).toContain('directoryUrl');
    expect(rows[0]?.text).not.toContain(SECRET);
  });

  it('keep the secret that is not typed again, but only for the address it was given for', async () => {
    const again = { ...directory, directoryPassword: '', directoryUser: 'annen@skole.test' };
    await admin.call(connections.setDirectory, again);
    await expect.poll(() => live.current().directoryUser).toBe('annen@skole.test');
    expect(live.current().directoryPassword).toBe(SECRET);
    const elsewhere = { ...again, directoryUrl: 'ldaps://min.maskin.test' };
    for (const route of [connections.setDirectory, connections.testDirectory]) {
      expect(await admin.refused(route, elsewhere)).toMatchObject({
        code: 'connections.secret-needed',
        fields: [{ path: 'directoryPassword', key: 'required' }],
      });
    }
  });

  it('wait for a restart where they are fixed at the start', async () => {
    await admin.call(connections.setAddress, {
      publicUrl: 'https://portal.test',
      trustedProxies: '10.0.0.1',
    });
    await expect.poll(() => live.waitsForRestart('address')).toBe(true);
    expect((await admin.call(connections.read, {})).federation.callbackUrl).toBe(
      'https://portal.test/api/auth/feide/callback',
    );
  });

  it('are forgotten with their secrets', async () => {
    for (const group of ['directory', 'address'] as const)
      await admin.call(connections.disconnect, { group });
    await expect.poll(() => live.current().directoryUrl).toBeUndefined();
    await expect.poll(() => live.waitsForRestart('address')).toBe(false);
    const { rows } = await sql`select from kept_secret`.execute(house.db);
    expect(rows).toEqual([]);
  });

  it.each([
    [connections.setDirectory, { ...directory, directoryUrl: 'http://dc1' }, 'directoryUrl', 'url'],
    [connections.setDirectory, { ...directory, directoryBase: 'Skoler' }, 'directoryBase', 'directoryBase'],
    [connections.setDirectory, { ...directory, directoryCa: 'x' }, 'directoryCa', 'certificate'],
    [connections.setMail, { ...mail, mailTo: 'drift' }, 'mailTo', 'emails'],
    [connections.setMail, { ...mail, mailFrom: 'a@b.no\r\nRCPT TO:<x@y.no>' }, 'mailFrom', 'email'],
    [
      connections.setFederation,
      { oidcIssuer: 'http://feide.test', oidcClientId: 'a', oidcClientSecret: 'b', oidcRealms: 'c.no' },
      'oidcIssuer',
      'https',
    ],
  ])('are refused at the field that is wrong (%#)', async (route, input, path, key) => {
    expect(await admin.refused(route, input)).toMatchObject({ fields: [{ path, key }] });
  });
});

const outcomes = ({ Items }: { Items: { name: string; outcome: string }[] }) =>
  Object.fromEntries(Items.map(({ name, outcome }) => [name, outcome]));

describe('a test', () => {
  it('of the mail server sends a mail with what stands in the form, and the kept password to its own address', async () => {
    const certificates = join(folder, 'certificates');
    const mailCa = await makeCertificates(certificates, 'localhost', '127.0.0.1');
    const server = await openMailServer(certificates);
    const input = { ...mail, mailUrl: `smtp://localhost:${server.port}/`, mailCa };
    await admin.call(connections.setMail, input);
    await expect.poll(() => live.current().mailTo).toEqual(['drift@skole.test', 'vakt@skole.test']);
    const again = { ...input, mailPassword: '' };
    expect(outcomes(await admin.call(connections.testMail, again))).toEqual({
      'mail.reached': 'ok',
      'mail.encrypted': 'ok',
      'mail.sign-in': 'ok',
      'mail.accepted': 'ok',
    });
    expect(server.messages).toHaveLength(1);
    server.close();
    expect(await admin.refused(connections.testMail, { ...again, mailUrl: mail.mailUrl })).toMatchObject({
      code: 'connections.secret-needed',
    });
    await admin.call(connections.setMail, { ...again, mailUser: '' });
    await expect.poll(() => live.current().mailUser).toBeUndefined();
    expect((await admin.call(connections.read, {})).mail).toMatchObject({
      hasSecret: false,
      source: 'portal',
    });
  });

  it('of a folder tries to move a file in it', async () => {
    const good = await admin.call(connections.testFiles, { importFolder: folder });
    expect(outcomes(good)).toEqual({ 'files.folder': 'ok', 'files.writable': 'ok' });
    const missing = await admin.call(connections.testFiles, { importFolder: join(folder, 'borte') });
    expect(outcomes(missing)).toEqual({ 'files.folder': 'failed', 'files.writable': 'skipped' });
  });

  it.skipIf(process.getuid?.() === 0)('of a folder that cannot be written says so', async () => {
    chmodSync(folder, 0o500);
    const closed = await admin.call(connections.testFiles, { importFolder: folder });
    expect(outcomes(closed)).toEqual({ 'files.folder': 'ok', 'files.writable': 'failed' });
    chmodSync(folder, 0o700);
  });

  it('of a directory that cannot be reached says that, and tries nothing more', async () => {
    const { Items } = await admin.call(connections.testDirectory, directory);
    expect(Items[0]).toMatchObject({ name: 'directory.reached', outcome: 'failed' });
    expect(new Set(Items.slice(1).map(({ outcome }) => outcome))).toEqual(new Set(['skipped']));
  });

  it('of the federation tells a wrong address from a wrong secret', async () => {
    const provider = await openHouse([]);
    const simulated = simulateFederation(simulatedPeople(provider.db), { portal: 'http://127.0.0.1' });
    await simulated.mount(provider.app);
    await provider.app.listen({ port: 0, host: '127.0.0.1' });
    const { demo } = house.services;
    house.services.demo = true; // where http is allowed
    const input = {
      oidcIssuer: provider.app.listeningOrigin + PATH,
      oidcClientId: simulatedClient.id,
      oidcClientSecret: simulatedClient.secret,
      oidcRealms: REALM,
    };
    expect(outcomes(await admin.call(connections.testFederation, input))).toEqual({
      'federation.discovery': 'ok',
      'federation.client': 'ok',
    });
    const wrongSecret = { ...input, oidcClientSecret: 'feil' };
    expect(outcomes(await admin.call(connections.testFederation, wrongSecret))).toEqual({
      'federation.discovery': 'ok',
      'federation.client': 'failed',
    });
    const nowhere = { ...input, oidcIssuer: 'http://127.0.0.1:1' };
    expect(outcomes(await admin.call(connections.testFederation, nowhere))).toEqual({
      'federation.discovery': 'failed',
      'federation.client': 'skipped',
    });
    house.services.demo = demo;
  });

  it('of the public address asks whether it is this portal that answers there', async () => {
    await house.app.listen({ port: 0, host: '127.0.0.1' });
    const publicUrl = house.app.listeningOrigin;
    const here = await admin.call(connections.testAddress, { publicUrl, trustedProxies: '' });
    expect(outcomes(here)).toMatchObject({ 'address.https': 'warning', 'address.same': 'ok' });
    const another = await openHouse([]);
    await another.app.listen({ port: 0, host: '127.0.0.1' });
    const there = { publicUrl: another.app.listeningOrigin, trustedProxies: '' };
    expect(outcomes(await admin.call(connections.testAddress, there))).toMatchObject({
      'address.reached': 'ok',
      'address.same': 'failed',
    });
  });

  it('is logged', async () => {
    const { rows } = await sql<{ event: string }>`
      select distinct event from journal.operation where event like 'connections.%' order by 1`.execute(
      house.db,
    );
    expect(rows.map(({ event }) => event)).toEqual([
      'connections.changed',
      'connections.removed',
      'connections.tested',
    ]);
  });
});
