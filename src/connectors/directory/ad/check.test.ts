/** The test of a directory's rights against a real domain controller, with accounts that have some, all or none. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { checkDirectory, type RightCheck } from './check.ts';
import { LONG_MS, sambaForTests } from './testing/for-tests.ts';

const { samba, skipped } = await sambaForTests();
const outcomes = (checks: readonly RightCheck[]) =>
  Object.fromEntries(checks.map(({ name, outcome }) => [name, outcome]));

describe.skipIf(skipped !== '')(`trying a directory right by right${skipped}`, () => {
  const base = `OU=Skoler,${samba.domain}`;
  const password = 'Tjeneste-konto-47';
  const check = (user: string, more = {}) =>
    checkDirectory({ url: samba.url, ca: samba.ca, base, user: `${user}@skole.test`, password, ...more });
  const sidOf = async (user: string) =>
    /objectSid: (S-[\d-]+)/.exec(await samba.stored(`(sAMAccountName=${user})`, 'objectSid'))?.[1] ?? '';

  beforeAll(async () => {
    await samba.tool('ou', 'add', base);
    for (const user of ['uten', 'noen', 'alle']) await samba.tool('user', 'create', user, password);
    const allow = async (user: string, rights: string) =>
      samba.tool(
        'dsacl',
        'set',
        `--objectdn=${base}`,
        '--action=allow',
        `--sddl=(${rights}${await sidOf(user)})`,
      );
    // Units and accounts may be made, but nobody's password reset: GUIDs of organizationalUnit and user.
    await allow('noen', 'OA;CI;CCDC;bf967aa5-0de6-11d0-a285-00aa003049e2;;');
    await allow('noen', 'OA;CI;CCDC;bf967aba-0de6-11d0-a285-00aa003049e2;;');
    await allow('alle', 'A;CI;GA;;;');
  }, LONG_MS);
  afterAll(() => samba.stop(), LONG_MS);

  it('finds everything in order with full control, and leaves nothing behind', async () => {
    const found = outcomes(await check('alle'));
    expect(found).toMatchObject({
      'sign-in': 'ok',
      base: 'ok',
      units: 'ok',
      accounts: 'ok',
      passwords: 'ok',
      changes: 'ok',
      moves: 'ok',
      groups: 'ok',
      removals: 'ok',
    });
    expect(await samba.stored('(ou=vaktmester-test-*)')).not.toContain('dn: OU=');
  });

  it('sees deleted objects with an account that may', async () => {
    const found = await checkDirectory({ url: samba.url, ca: samba.ca, base, ...samba.admin });
    expect(new Set(found.map(({ outcome }) => outcome))).toEqual(new Set(['ok']));
    expect(found.find(({ name }) => name === 'password-policy')?.said).toBe('7');
  });

  it('names the first right that is missing', async () => {
    expect(outcomes(await check('uten'))).toMatchObject({ base: 'ok', units: 'failed', accounts: 'skipped' });
    expect(outcomes(await check('noen'))).toMatchObject({ units: 'ok', groups: 'failed' });
  });

  it.each([
    ['sign-in', { password: 'feil' }],
    ['base', { base: `OU=Finnes ikke,${samba.domain}` }],
    ['certificate', { ca: undefined }],
    ['reached', { url: 'ldaps://127.0.0.1:1' }],
  ])('says that the %s is wrong, and tries nothing that needs it', async (name, more) => {
    const checks = await check('alle', more);
    const at = checks.findIndex((one) => one.name === name);
    expect(checks[at]?.outcome).toBe('failed');
    expect(checks[at]?.said).not.toBe('');
    expect(checks.slice(at + 1).every(({ outcome }) => outcome === 'skipped')).toBe(true);
  });
});
