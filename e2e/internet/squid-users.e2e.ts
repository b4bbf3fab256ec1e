/**
 * People who sign in at Squid with their account in a real directory (Samba): by name and password over LDAPS, and by
 * Kerberos without being asked; by curl, and in a browser.
 */
import { execFile } from 'node:child_process';
import { chmodSync, chownSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type Samba, startSamba } from '../../src/connectors/directory/ad/testing/samba.ts';
import { openLink } from '../../src/connectors/web-filter/protocol/link.ts';
import { openPortalTime } from '../../src/connectors/web-filter/protocol/portal-time.ts';
import { openSquidPoint, type SquidPoint } from '../../src/connectors/web-filter/squid/point.ts';
import { openTestPortal, type TestPortal } from '../../src/connectors/web-filter/squid/testing/portal.ts';
import {
  curl,
  freePort,
  includeHosts,
  lease,
  squidAccount,
  squidFolder,
  whyNoSquid,
} from '../../src/connectors/web-filter/squid/testing/squid.ts';
import { openWorld, type World } from '../../src/connectors/web-filter/squid/testing/world.ts';
import { findBrowser } from '../support/browser.ts';

const noSquid = whyNoSquid(['squid', 'ss', 'curl', 'openssl', 'kinit']);
const started = noSquid ?? (await startSamba());
const reason = typeof started === 'string' ? started : undefined;

const PASSWORD = 'Hemmelig-ugle-1';
const PROXY = 'proxy.skole.test';
const SERVICE = `HTTP/${PROXY}`;
const LONG_MS = 120_000;
/** `kári` is somebody else to Samba; to Windows it is `kari`. */
const spellings = ['KARI', 'Kari', 'kari '];

describe.skipIf(reason !== undefined)(
  `Users of a directory at Squid${reason ? `, skipped: ${reason}` : ''}`,
  () => {
    // oxlint-disable-next-line no-unsafe-type-assertion -- else this was skipped
    const samba = started as Samba;
    const { folder, remove } = reason === undefined ? squidFolder() : { folder: '', remove: () => {} };
    const kerberos = join(folder, 'krb5.conf');
    let world: World;
    let portal: TestPortal;
    let point: SquidPoint;
    let proxy: string;
    let port: number;

    const byPassword = async (user: string, password: string, url: string) =>
      (await curl(proxy, url, ['--proxy-basic', '--proxy-user', `${user}:${password}`])).code;
    const byTicket = async (user: string, url: string) =>
      (
        await curl(
          `http://${PROXY}:${port}`,
          url,
          ['--resolve', `${PROXY}:${port}:127.0.0.1`, '--proxy-negotiate', '--proxy-user', ':'],
          { KRB5_CONFIG: kerberos, KRB5CCNAME: join(folder, `ticket-${user}`) },
        )
      ).code;

    /** Signs in at the domain as a machine does for its user. */
    function signIn(user: string, principal = `${user}@SKOLE.TEST`, ...flags: string[]): Promise<void> {
      return new Promise((resolve, reject) => {
        const cache = join(folder, `ticket-${user}`);
        const child = execFile(
          'kinit',
          ['-c', cache, ...flags, principal],
          { env: { ...process.env, KRB5_CONFIG: kerberos } },
          (error, _output, errors) => (error ? reject(new Error(errors)) : resolve()),
        );
        child.stdin?.end(`${PASSWORD}\n`);
      });
    }

    /** Readable for Squid alone, as it is in a school. */
    function secretFile(name: string, content?: string): string {
      const file = join(folder, name);
      if (content !== undefined) writeFileSync(file, content);
      const { uid, gid } = squidAccount();
      chownSync(file, uid, gid);
      chmodSync(file, 0o400);
      return file;
    }

    beforeAll(async () => {
      writeFileSync(
        kerberos,
        `[libdefaults]\n default_realm = SKOLE.TEST\n dns_lookup_realm = false\n dns_lookup_kdc = false\n rdns = false\n` +
          `[realms]\n SKOLE.TEST = {\n  kdc = ${samba.address}\n }\n[domain_realm]\n .skole.test = SKOLE.TEST\n`,
      );
      for (const user of ['squid-svc', 'kari', 'ola', 'graeks-1001']) {
        await samba.tool('user', 'create', user, PASSWORD);
      }
      await samba.tool('spn', 'add', SERVICE, 'squid-svc');
      await samba.tool('domain', 'exportkeytab', join(folder, 'proxy.keytab'), `--principal=${SERVICE}`);
      await Promise.all(['kari', 'ola', 'graeks-1001', ...spellings].map((user) => signIn(user)));
      portal = await openTestPortal();
      portal.set([
        // Not in an hour: in the evening that is another day, and is told in another way.
        lease(1, ['kari'], { open: ['udir.no'], until: '2030-06-03T10:00:00.000Z' }),
        lease(2, ['graeks-1001'], { exam: true, examUsers: ['graeks-1001'], examResources: ['snl.no'] }),
      ]);
      world = await openWorld(folder, ['vg.no', 'udir.no', 'sok.udir.no', 'snl.no']);
      port = await freePort();
      proxy = `http://127.0.0.1:${port}`;
      writeFileSync(join(folder, 'ca.pem'), samba.ca);
      const time = openPortalTime();
      point = await openSquidPoint({
        point: portal.key.id,
        link: openLink({ portal: portal.url, key: portal.key, time }),
        time,
        software: 'squid',
        folder: join(folder, 'point'),
        account: squidAccount(),
        identity: {
          kerberos: {
            keytab: secretFile('proxy.keytab'),
            service: SERVICE,
            configuration: kerberos,
          },
          ldaps: {
            url: samba.url,
            base: samba.domain,
            user: `CN=squid-svc,CN=Users,${samba.domain}`,
            passwordFile: secretFile('password', PASSWORD),
            ca: join(folder, 'ca.pem'),
          },
        },
        byAddress: false,
        place: { host: '127.0.0.1', port },
        squid: {
          program: 'squid',
          listen: [`127.0.0.1:${port}`],
          clients: ['127.0.0.0/8'],
          hostName: PROXY,
          include: includeHosts(folder, world.hostsFile),
        },
        say: () => {},
      });
    }, LONG_MS);

    afterAll(async () => {
      await point.close();
      await Promise.all([portal.stop(), world.stop(), samba.stop()]);
      remove();
    });

    it('asks those it does not know, and shuts out those who cannot say who they are', async () => {
      await expect
        .poll(async () => (await curl(proxy, 'http://udir.no/')).code, { timeout: 20_000 })
        .toBe('407');
      expect((await curl(proxy, 'https://udir.no/')).code).toBe('407');
      expect(await byPassword('kari', 'feil', 'http://udir.no/')).toBe('407');
      expect(await byPassword('nobody', PASSWORD, 'http://udir.no/')).toBe('407');
    });

    it.each([
      ['kari', '200', '200', '403', '403'],
      ['ola', '200', '200', '200', '200'],
      ['graeks-1001', '403', '403', '200', '403'],
    ])('knows %s by password and by ticket', async (user, open, under, resource, other) => {
      for (const ask of [
        (url: string) => byPassword(user, PASSWORD, url),
        (url: string) => byTicket(user, url),
      ]) {
        expect(await ask('http://udir.no/')).toBe(open);
        expect(await ask('https://sok.udir.no/')).toBe(under);
        expect(await ask('https://snl.no/')).toBe(resource);
        expect(await ask('http://vg.no/')).toBe(other);
      }
    });

    it.each(spellings)('takes %j for whom the directory takes them', async (spelling) => {
      expect(await byPassword(spelling, PASSWORD, 'http://vg.no/')).not.toBe('200');
      expect(await byPassword(spelling, PASSWORD, 'https://vg.no/')).not.toBe('200');
      expect(await byTicket(spelling, 'http://udir.no/')).toBe('200');
      expect(await byTicket(spelling, 'http://vg.no/')).toBe('403');
    });

    it('takes who asks for a ticket by a whole address for nobody else', async () => {
      await signIn('whole', 'kari@skole.test', '-E');
      expect(await byTicket('whole', 'http://udir.no/')).toBe('200');
      expect(await byTicket('whole', 'http://vg.no/')).toBe('403');
    });

    it(
      'shuts and opens for somebody in a browser',
      async () => {
        const { path, flags } = await findBrowser();
        const browser = await chromium.launch({
          executablePath: path,
          args: [...flags],
          proxy: { server: proxy },
        });
        try {
          const context = await browser.newContext({
            ignoreHTTPSErrors: true,
            proxy: { server: proxy, username: 'kari', password: PASSWORD },
          });
          const page = await context.newPage();
          await page.goto('https://sok.udir.no/');
          expect(await page.title()).toBe('sok.udir.no');
          const refused = await page.goto('http://vg.no/');
          expect(refused?.status()).toBe(403);
          expect(await page.getByRole('heading').textContent()).toBe(
            'Internett er sperret til 03.06.2030 kl. 12.00',
          );
          await expect(page.goto('https://vg.no/')).rejects.toThrow('ERR_TUNNEL_CONNECTION_FAILED');
          portal.set([]);
          await expect
            .poll(async () => (await page.goto('http://vg.no/'))?.status(), { timeout: 5_000 })
            .toBe(200);
          await page.goto('https://vg.no/');
          expect(await page.title()).toBe('vg.no');
        } finally {
          await browser.close();
        }
      },
      LONG_MS,
    );
  },
);
