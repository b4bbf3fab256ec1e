/**
 * The portal is killed (`kill -9`) at random moments while a real directory (Samba) follows it. Looked at past LDAP, by
 * Samba's own tools: nobody is there twice, no membership is lacking or too many, and everything is as it is wanted.
 * `KILLS=100` asks for more than the few of every run.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { Client } from 'ldapts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { LONG_MS, sambaForTests } from '#connectors/directory/ad/testing/for-tests.ts';
import { testDatabase } from '#server/testing/database.ts';

import {
  changeMuch,
  firstPeople,
  passwordOf,
  people,
  wantedAccounts,
  wantedGroups,
} from './directory-rounds.ts';
import { storedAccounts, storedGroups } from './directory-stored.ts';
import { random } from './nights.ts';
import { type CrashingPortal, crashingPortal, seedPortal, silence } from './portal.ts';

const KILLS = Number(process.env['KILLS'] ?? 3);
const SEED = Number(process.env['KILLS_SEED'] ?? 20_261_122);

const TAKEN = 'directory.due where taken_until is not null';
const LEFT = '(select from directory.due union all select from directory.mark) waiting';

const { samba, skipped } = await sambaForTests();

describe.skipIf(skipped !== '')(
  `Active Directory, the portal killed ${KILLS} times (seed ${SEED})${skipped}`,
  () => {
    const base = `OU=Skoler,${samba.domain}`;
    let database: Awaited<ReturnType<typeof testDatabase>>;
    let portal: CrashingPortal;
    let folder = '';

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'vaktmester-kills-'));
      const ca = join(folder, 'ca.pem');
      await writeFile(ca, samba.ca);
      await samba.tool('ou', 'add', base);
      database = await testDatabase();
      await seedPortal(database, []);
      await firstPeople(database.db);
      portal = crashingPortal(database.url, {
        DIRECTORY_URL: samba.url,
        DIRECTORY_USER: samba.admin.user,
        DIRECTORY_PASSWORD: samba.admin.password,
        DIRECTORY_BASE: base,
        DIRECTORY_CA: ca,
      });
    }, LONG_MS);
    afterAll(async () => {
      await portal.kill();
      await samba.stop();
      await rm(folder, { recursive: true, force: true });
    }, LONG_MS);

    const count = async (query: string): Promise<number> => {
      const { rows } = await database.pool.query<{ count: number }>(`select count(*)::int from ${query}`);
      return rows[0]?.count ?? 0;
    };

    /** The portal has begun to bring something over. */
    async function atWork(): Promise<void> {
      await expect.poll(() => count(TAKEN), { timeout: LONG_MS, interval: 5 }).toBeGreaterThan(0);
    }

    async function settled(): Promise<void> {
      await expect.poll(() => count(LEFT), { timeout: LONG_MS + KILLS * 5_000, interval: 50 }).toBe(0);
    }

    it('comes to what is wanted, whenever it was killed', { timeout: 400_000 + KILLS * 60_000 }, async () => {
      await portal.start();
      await atWork();
      const begun = performance.now();
      await settled();
      const span = performance.now() - begun;

      const chance = random(SEED);
      for (let round = 1; round <= KILLS; round += 1) {
        await changeMuch(database.db, round);
        await atWork();
        await delay(chance() * span);
        await portal.kill();
        await silence(database);
        await portal.start();
      }
      await settled();
      expect(await count('directory.object')).toBeGreaterThan(people(KILLS));
      await portal.stop();
    });

    it('has every account once, where it belongs and as it is wanted', { timeout: LONG_MS }, async () => {
      const accounts = await storedAccounts(samba, base);
      expect(accounts).toEqual(await wantedAccounts(database.db));
      expect(accounts.length).toBeGreaterThan(people(KILLS));
      const listed = await samba.tool('user', 'list', `--base-dn=${base}`);
      expect(listed.trim().split('\n').toSorted()).toEqual(accounts.map(({ name }) => name).toSorted());
    });

    it('has every membership once, and none besides', { timeout: LONG_MS }, async () => {
      const groups = await storedGroups(samba, base);
      expect(groups).toEqual(await wantedGroups(database.db));
      const [{ name, members } = { name: '', members: [] }] = groups;
      const listed = await samba.tool('group', 'listmembers', name);
      expect(listed.trim().split('\n').toSorted()).toEqual(members);
    });

    it('has a database in which every link has its other end', { timeout: LONG_MS }, async () => {
      expect(await samba.tool('dbcheck', base, '--scope=SUB')).toMatch(/Checked \d+ objects \(0 errors\)/);
    });

    it('has handed over every password, and keeps none', { timeout: LONG_MS }, async () => {
      expect(await count('account_password where cipher is not null')).toBe(0);
      const { rows } = await database.pool.query<{ userName: string; id: number }>(
        `select user_name as "userName", id from users where not deactivated and primary_school_id is not null
        order by md5(id::text) limit 5`,
      );
      for (const { userName, id } of rows) {
        const client = new Client({ url: samba.url, tlsOptions: { ca: samba.ca }, timeout: 30_000 });
        await client.bind(`${userName}@skole.test`, passwordOf(id));
        await client.unbind();
      }
      expect(rows).toHaveLength(5);
    });
  },
);
