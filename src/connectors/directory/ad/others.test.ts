/** What somebody did in a real directory (Samba) past the portal: renamed, deleted, made accounts of their own. */
import { sql } from 'kysely';
import { Client } from 'ldapts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { openReconciled, type Reconciled } from '#server/reconcile/testing.ts';

import type { Directory } from '../port.ts';
import { openActiveDirectory } from './directory.ts';
import { subCodeOf } from './errors.ts';
import { LONG_MS, sambaForTests } from './testing/for-tests.ts';

const { samba, skipped } = await sambaForTests();

/** As an administrator does once for a whole forest (MS-ADTS 3.1.1.3.3.1: the feature of that id). */
const enableRecycleBin = (): Promise<void> =>
  samba.modify(`dn:
changetype: modify
add: enableOptionalFeature
enableOptionalFeature: CN=Partitions,CN=Configuration,${samba.domain}:766ddcd8-acd0-445e-f3b9-a7f9b6744f2a
`);

describe.skipIf(skipped !== '')(`Others in Active Directory${skipped}`, () => {
  const base = `OU=Skoler,${samba.domain}`;
  let house: Reconciled;
  let directory: Directory;

  /** What became of a sign-in at the directory itself: `ok`, or the code it gives. */
  async function signIn(userName: string, password: string): Promise<string> {
    const client = new Client({ url: samba.url, tlsOptions: { ca: samba.ca }, timeout: 30_000 });
    try {
      await client.bind(`${userName}@skole.test`, password);
      return 'ok';
    } catch (error) {
      return subCodeOf(String(error)) ?? String(error);
    } finally {
      await client.unbind().catch(() => {});
    }
  }

  const update = (userName: string, columns: Record<string, unknown>) =>
    house.seed(({ tx }) => tx.updateTable('users').set(columns).where('userName', '=', userName).execute());
  const membersOf = async (group: string) =>
    [...(await samba.stored(`(sAMAccountName=${group})`, 'member')).matchAll(/^member: CN=([^,]+),/gm)].map(
      ([, name = '']) => name,
    );

  async function settle(): Promise<void> {
    await house.worker.turn();
    const { rows } = await sql`select kind, key, error, error_text from directory.due`.execute(house.db);
    expect(rows).toEqual([]);
  }

  beforeAll(async () => {
    await samba.tool('ou', 'add', base);
    directory = openActiveDirectory({ url: samba.url, ...samba.admin, base, ca: samba.ca });
    house = await openReconciled(directory);
    await house.seed(async (rows) => {
      await rows.school('GRA', 'Gråstein skole');
      await rows.school('LIA');
      await rows.user({ userName: 'elev', schools: [{ code: 'GRA' }] });
      await rows.user({ userName: 'lars', role: 'employee', schools: [{ code: 'GRA' }] });
      await rows.group({ name: 'GRA-8A', displayName: '8A', school: 'GRA' });
    });
    await settle();
    await house.look();
  }, LONG_MS);

  afterAll(async () => {
    await directory.close();
    await samba.stop();
  }, LONG_MS);

  it(
    'makes a deleted account again on request, without a password where the directory cannot restore it',
    async () => {
      // With a recycle bin the account is asked back first, which Samba refuses.
      await enableRecycleBin();
      await house.setPassword('elev', 'Gul-gaupe-44');
      await settle();
      const sidOf = async (name: string) =>
        /^objectSid: (\S+)/m.exec(await samba.stored(`(sAMAccountName=${name})`, 'objectSid'))?.[1];
      const sid = await sidOf('elev');
      await house.seed((rows) => rows.member({ group: 'GRA-8A', user: 'elev' }));
      await settle();
      await samba.tool('user', 'delete', 'elev');
      await house.look();
      await update('elev', { title: 'Vikar' });
      await settle();
      expect(await samba.stored('(sAMAccountName=elev)', 'cn')).not.toContain('cn: elev');
      const remembered = house.db.selectFrom('directory.object').where('name', '=', 'elev');
      await house.db
        .updateTable('directory.object')
        .set({ brought: null })
        .where('name', '=', 'elev')
        .execute();
      await update('elev', { department: 'Kontoret' });
      await settle();
      expect(await samba.stored('(sAMAccountName=elev)')).toContain('title: Vikar');
      expect(await signIn('elev', 'Gul-gaupe-44')).toBe('52e');
      // Another account of the same name: with its groups, without its identity, and the reason is remembered.
      expect(await sidOf('elev')).not.toBe(sid);
      expect(await membersOf('GRA-8A')).toContain('elev');
      expect(
        await remembered.select(['withoutPassword', 'restoreError', 'restoreErrorText']).executeTakeFirst(),
      ).toEqual({
        withoutPassword: 'again',
        restoreError: expect.any(String),
        restoreErrorText: expect.stringContaining('isRecycled'),
      });
      house.clock.advance(1_000);
      await house.setPassword('elev', 'Rød-gaupe-45');
      await settle();
      expect(await remembered.select(['withoutPassword', 'restoreError']).executeTakeFirst()).toEqual({
        withoutPassword: null,
        restoreError: null,
      });
      expect(await signIn('elev', 'Rød-gaupe-45')).toBe('ok');
    },
    LONG_MS,
  );

  it(
    'finds a renamed object, keeps its new name through a move, and gives the old one back on request',
    async () => {
      const dn = (await samba.stored('(sAMAccountName=lars)', 'cn')).match(/^dn: (.+)$/m)?.[1] ?? '';
      await samba.modify(`dn: ${dn}\nchangetype: modrdn\nnewrdn: CN=Lars Lærer\ndeleteoldrdn: 1\n`);
      await house.look();
      expect(await house.drift()).toContainEqual({
        name: 'lars',
        field: 'commonName',
        wanted: 'lars',
        observed: 'Lars Lærer',
      });
      await update('lars', { title: 'Rektor' });
      await settle();
      expect(await samba.stored('(sAMAccountName=lars)')).toContain('title: Rektor');
      expect(await samba.stored('(sAMAccountName=lars)', 'cn')).toContain('cn: Lars Lærer');
      const lia = await house.db
        .selectFrom('school')
        .select('id')
        .where('code', '=', 'LIA')
        .executeTakeFirst();
      await update('lars', { primary_school_id: lia?.id });
      await settle();
      expect(await samba.stored('(sAMAccountName=lars)', 'cn')).toContain('cn: Lars Lærer');
      expect(await samba.stored('(sAMAccountName=lars)', 'cn')).toContain(`OU=Ansatte,OU=LIA,${base}`);
      await sql`update directory.object set brought = brought - 'commonName' where name = 'lars'`.execute(
        house.db,
      );
      await sql`insert into directory.mark select kind, key, true from directory.object where name = 'lars'`.execute(
        house.db,
      );
      await settle();
      expect(await samba.stored('(sAMAccountName=lars)', 'cn')).toContain(
        `dn: CN=lars,OU=Ansatte,OU=LIA,${base}`,
      );
      expect((await house.drift()).filter(({ name }) => name === 'lars')).toEqual([]);
    },
    LONG_MS,
  );

  it(
    'lists accounts that are not the portal’s, knows administrators through groups, and takes one over',
    async () => {
      await samba.tool('ou', 'add', `OU=Gamle,${base}`);
      const make = (name: string, ...more: string[]) =>
        samba.tool('user', 'create', name, 'Passord-12345', '--userou=OU=Gamle,OU=Skoler', ...more);
      await make('nils.ny', '--given-name=Nils', '--surname=Ny');
      await make('sjef');
      await samba.tool('group', 'add', 'Driftere');
      await samba.tool('group', 'addmembers', 'Driftere', 'sjef');
      await samba.tool('group', 'addmembers', 'Domain Admins', 'Driftere');
      await house.seed((rows) =>
        rows.user({ userName: 'nilny01', firstName: 'Nils', lastName: 'Ny', schools: [{ code: 'GRA' }] }),
      );
      await house.seed((rows) => rows.user({ userName: 'sjef', schools: [{ code: 'GRA' }] }));
      await house.worker.turn();
      expect(await house.due()).toMatchObject([{ error: 'name-taken', stopped: true }]);
      await house.sweep();
      const { rows } = await sql`
        select name, obstacle, cardinality(candidates) as fits, enabled from directory.stranger order by name`.execute(
        house.db,
      );
      expect(rows).toContainEqual({ name: 'nils.ny', obstacle: null, fits: 1, enabled: true });
      expect(rows).toContainEqual({ name: 'sjef', obstacle: 'administrator', fits: 1, enabled: true });

      await samba.tool('user', 'delete', 'nilny01');
      await house.look();
      await sql`
        update directory.object o set object_id = s.object_id, brought = null, missing_since = null
          from directory.stranger s where o.name = 'nilny01' and s.name = 'nils.ny'`.execute(house.db);
      await sql`insert into directory.mark select kind, key, true from directory.object where name = 'nilny01'`.execute(
        house.db,
      );
      await house.worker.turn();
      expect(await samba.stored('(sAMAccountName=nilny01)')).toContain(
        `dn: CN=nilny01,OU=Elever,OU=GRA,${base}`,
      );
      expect(await samba.stored('(sAMAccountName=nils.ny)', 'cn')).not.toContain('cn: nils.ny');
      expect(await signIn('nilny01', 'Passord-12345')).toBe('ok');
      await house.seed(({ tx }) => tx.deleteFrom('users').where('userName', '=', 'sjef').execute());
      await settle();
      expect(await signIn('sjef', 'Passord-12345')).toBe('ok');
    },
    LONG_MS,
  );
});
