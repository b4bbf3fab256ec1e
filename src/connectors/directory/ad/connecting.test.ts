/** A directory that the portal cannot reach, sign in to, or trust (Samba). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { openActiveDirectory } from './directory.ts';
import { LONG_MS, sambaForTests } from './testing/for-tests.ts';

const { samba, skipped } = await sambaForTests();

describe.skipIf(skipped !== '')(`the way to an Active Directory${skipped}`, () => {
  const base = `OU=Skoler,${samba.domain}`;

  beforeAll(async () => {
    await samba.tool('ou', 'add', base);
  }, LONG_MS);
  afterAll(() => samba.stop(), LONG_MS);

  it(
    'is asked once with a wrong password, however much is to be done',
    async () => {
      await samba.tool('user', 'create', 'portal', 'Portal-pass-1');
      const other = openActiveDirectory({
        url: samba.url,
        user: 'portal@skole.test',
        password: 'Portal-pass-2',
        base,
        ca: samba.ca,
      });
      const tried = () => samba.stored('(sAMAccountName=portal)', 'badPwdCount');
      const lookups = [{ id: undefined, name: 'ase.berg' }];
      const asked = await Promise.allSettled([
        other.connect(),
        ...Array.from({ length: 20 }, () => other.read('user', lookups)),
      ]);
      expect(asked.map(({ status }) => status)).not.toContain('fulfilled');
      await expect(other.read('user', lookups)).rejects.toMatchObject({ code: 'sign-in-refused' });
      expect(await tried()).toContain('badPwdCount: 1');
      // Connecting is what tries again: the password was put right in the directory.
      await samba.tool('user', 'setpassword', 'portal', '--newpassword=Portal-pass-2');
      await other.connect().catch(() => undefined);
      expect(await tried()).toMatch(/badPwdCount: [01]/);
      await other.close();
    },
    LONG_MS,
  );

  it(
    'says what is wrong when it cannot be reached, signed in to, or trusted',
    async () => {
      const failure = async (changed: Partial<Parameters<typeof openActiveDirectory>[0]>) => {
        const other = openActiveDirectory({ url: samba.url, ...samba.admin, base, ca: samba.ca, ...changed });
        try {
          return await other.connect().then(
            () => 'no failure',
            (error: Error & { code?: string }) => `${error.code}: ${error.message}`,
          );
        } finally {
          await other.close();
        }
      };
      expect(await failure({ url: `ldaps://${samba.address}:1` })).toMatch(/^unreachable: .*ECONNREFUSED/);
      expect(await failure({ password: 'feil' })).toMatch(/^sign-in-refused: wrong password/);
      expect(await failure({ ca: undefined })).toMatch(/^unreachable: .*certificate/i);
      expect(await failure({ base: `OU=Borte,${samba.domain}` })).toMatch(/^unreachable: The place OU=Borte/);
      expect(await failure({ url: `ldap://${samba.address}` })).toBe('no failure');
    },
    LONG_MS,
  );
});
