/**
 * The portal and a real Active Directory domain controller (Samba), which is looked at past LDAP with its own tools.
 * Where there is none, the reason stands in the name of what was skipped.
 */
import { sql } from 'kysely';
import { Client } from 'ldapts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { addDays, osloDay } from '#kernel/dates.ts';
import { readSignIns } from '#server/reconcile/sign-ins.ts';
import { openReconciled, type Reconciled } from '#server/reconcile/testing.ts';

import type { Directory } from '../port.ts';
import { openActiveDirectory } from './directory.ts';
import { subCodeOf } from './errors.ts';
import { LONG_MS, sambaForTests } from './testing/for-tests.ts';

const { samba, skipped } = await sambaForTests();

describe.skipIf(skipped !== '')(`Active Directory over LDAPS${skipped}`, () => {
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
  const userRow = (userName: string) =>
    house.db.selectFrom('users').selectAll().where('userName', '=', userName).executeTakeFirstOrThrow();
  const membersOf = async (group: string) =>
    [...(await samba.stored(`(sAMAccountName=${group})`, 'member')).matchAll(/^member: CN=([^,]+),/gm)]
      .map(([, name = '']) => name)
      .toSorted((a, b) => a.localeCompare(b));

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
      await rows.user({
        userName: 'ase',
        firstName: 'Åse',
        lastName: 'Ødegård, født Ås',
        schools: [{ code: 'GRA' }],
        columns: { email: 'ase@fjordby.no', mobile_phone: '+4799999999', expires_on: '2027-06-20' },
      });
      await rows.user({
        userName: 'lars',
        role: 'employee',
        schools: [{ code: 'GRA' }],
        columns: { title: 'Lærer' },
      });
      await rows.user({ userName: 'en.ansatt.med.langt.navn', role: 'employee' });
      await rows.group({ name: 'GRA-8A', displayName: '8A', school: 'GRA' });
      await rows.group({ name: 'GRA-8', displayName: '8. trinn', school: 'GRA' });
      await rows.member({ group: 'GRA-8A', user: 'ase' });
      await rows.nest('GRA-8', 'GRA-8A');
    });
    await house.setPassword('ase', 'Blå-ugle-27');
    await house.setPassword('lars', 'Rød-rev-31');
    await settle();
  }, LONG_MS);

  afterAll(async () => {
    await directory.close();
    await samba.stop();
  }, LONG_MS);

  it('says what it found: the policy, and that this schema has no address lists', async () => {
    expect((await directory.connect()).features).toEqual({
      addressLists: false,
      lockAfter: 10,
      lockMinutes: 30,
      passwordLength: 7,
    });
  });

  it(
    'has a place per school, people with every field, and signs them in',
    async () => {
      const stored = await samba.stored('(sAMAccountName=ase)');
      expect(stored).toContain(`dn: CN=ase,OU=Elever,OU=GRA,${base}`);
      expect(stored).toContain('displayName: Åse Ødegård, født Ås');
      expect(stored).toContain('mail: ase@fjordby.no');
      expect(stored).toContain('userPrincipalName: ase@skole.test');
      // Midnight after the last day, in Norway: 20 June 2027 22:00 UTC, in ticks since 1601.
      expect(stored).toContain(
        `accountExpires: ${(BigInt(Date.parse('2027-06-20T22:00:00Z')) + 11_644_473_600_000n) * 10_000n}`,
      );
      expect(await samba.stored('(sAMAccountName=lars)')).toContain(`dn: CN=lars,OU=Ansatte,OU=GRA,${base}`);
      expect(await samba.stored('(ou=GRA)')).toContain('description: Gråstein skole');
      expect(await samba.stored('(userPrincipalName=en.ansatt.med.langt.navn@skole.test)')).toMatch(
        /^sAMAccountName: en\.ansatt\.med\.l.{4,5}$/m,
      );
      expect(await signIn('ase', 'Blå-ugle-27')).toBe('ok');
      expect(await signIn('lars', 'Rød-rev-31')).toBe('ok');
      expect(await samba.stored('(sAMAccountName=GRA-8)', 'member')).toContain(
        'member: CN=GRA-8A,OU=Grupper',
      );
    },
    LONG_MS,
  );

  it(
    'moves and renames a person with groups and password',
    async () => {
      await house.seed(async ({ tx, schoolId }) => {
        await tx
          .updateTable('users')
          .set({
            userName: 'ase.berg',
            lastName: 'Berg',
            primarySchoolId: await schoolId('LIA'),
            email: null,
          })
          .where('userName', '=', 'ase')
          .execute();
      });
      await settle();
      const stored = await samba.stored('(sAMAccountName=ase.berg)');
      expect(stored).toContain(`dn: CN=ase.berg,OU=Elever,OU=LIA,${base}`);
      expect(stored).not.toMatch(/^mail:/m);
      expect(await membersOf('GRA-8A')).toEqual(['ase.berg']);
      expect([await signIn('ase.berg', 'Blå-ugle-27'), await signIn('ase', 'Blå-ugle-27')]).toEqual([
        'ok',
        '52e',
      ]);
    },
    LONG_MS,
  );

  it(
    'asks for a new password at the next sign-in, and learns that it was chosen',
    async () => {
      await house.setPassword('lars', 'Ny-start-55', true);
      await settle();
      expect(await signIn('lars', 'Ny-start-55')).toBe('773');
      expect(await userRow('lars')).toMatchObject({ mustChangePassword: true });
      await house.look();
      // As when he chooses one himself: the directory no longer asks.
      await samba.tool('user', 'setpassword', 'lars', '--newpassword=Valgt-selv-1');
      await house.look();
      expect(await userRow('lars')).toMatchObject({ mustChangePassword: false });
      await settle();
      expect(await signIn('lars', 'Valgt-selv-1')).toBe('ok');

      await update('lars', { mustChangePassword: true });
      await settle();
      expect(await signIn('lars', 'Valgt-selv-1')).toBe('773');
      await update('lars', { mustChangePassword: false });
      await settle();
      expect(await signIn('lars', 'Valgt-selv-1')).toBe('ok');
    },
    LONG_MS,
  );

  it(
    'closes, opens and expires accounts',
    async () => {
      await update('lars', { deactivated: true });
      await settle();
      expect(await signIn('lars', 'Valgt-selv-1')).toBe('533');
      await update('lars', { deactivated: false, expiresOn: '2020-01-31' });
      await settle();
      expect(await signIn('lars', 'Valgt-selv-1')).toBe('701');
      await update('lars', { expiresOn: null });
      await settle();
      expect(await signIn('lars', 'Valgt-selv-1')).toBe('ok');
    },
    LONG_MS,
  );

  it(
    'tells of a lock after ten wrong passwords, and lifts it with a new password',
    async () => {
      // The directory locks by real time, so the portal has to live in it here.
      house.clock.set(new Date());
      await house.worker.turn();
      await house.look();
      for (let tries = 0; tries < 11; tries += 1) await signIn('lars', `feil-${tries}`);
      expect(await signIn('lars', 'Valgt-selv-1')).toBe('775');
      await house.look();
      const { lockedUntil } = await userRow('lars');
      const minutes = ((lockedUntil?.getTime() ?? 0) - Date.now()) / 60_000;
      expect(minutes).toBeGreaterThan(20);
      expect(minutes).toBeLessThanOrEqual(30.1);

      house.clock.set(new Date(Date.now() + 1_000));
      await house.setPassword('lars', 'Åpnet-igjen-9');
      await settle();
      expect(await signIn('lars', 'Åpnet-igjen-9')).toBe('ok');
      expect((await userRow('lars')).lockedUntil).toBeNull();
    },
    LONG_MS,
  );

  it(
    'says why a password is refused, sets it aside, and takes the next one',
    async () => {
      await house.setPassword('lars', 'kort1');
      await house.worker.turn();
      expect(await house.due()).toMatchObject([{ error: 'password-refused', stopped: true }]);
      expect(JSON.stringify(await house.db.selectFrom('directory.due').selectAll().execute())).not.toContain(
        'kort1',
      );
      await house.setPassword('lars', 'Lang-nok-77');
      await settle();
      expect(await signIn('lars', 'Lang-nok-77')).toBe('ok');
    },
    LONG_MS,
  );

  it(
    'keeps large groups: members in portions and ranges, and those already there or gone are no failure',
    async () => {
      const names = Array.from({ length: 30 }, (_, index) => `elev${index}`);
      await house.seed(async (rows) => {
        for (const userName of names) await rows.user({ userName, schools: [{ code: 'LIA' }] });
        await rows.group({ name: 'LIA-alle', school: 'LIA' });
        for (const user of names) await rows.member({ group: 'LIA-alle', user });
      });
      await settle();
      expect(await membersOf('LIA-alle')).toEqual(names.toSorted((a, b) => a.localeCompare(b)));

      const [group] = await directory.read('group', [{ id: undefined, name: 'LIA-alle' }]);
      const members = [...(group?.members ?? [])];
      expect(members).toHaveLength(30);
      if (!group) return;
      // As if the reading were old: half of them are there already, and half gone.
      await samba.tool('group', 'removemembers', 'LIA-alle', names.slice(0, 10).join(','));
      const again = await directory.apply('group', [
        { act: 'change', seen: group, fields: {}, addMembers: members },
      ]);
      expect(again).toEqual([{ id: group.id }]);
      expect(await membersOf('LIA-alle')).toHaveLength(30);
      await samba.tool('group', 'removemembers', 'LIA-alle', names.slice(0, 10).join(','));
      const emptied = await directory.apply('group', [
        { act: 'change', seen: group, fields: {}, removeMembers: members },
      ]);
      expect(emptied).toEqual([{ id: group.id }]);
      expect(await membersOf('LIA-alle')).toEqual([]);
    },
    LONG_MS,
  );

  it(
    'finds what somebody changed in the directory, soon and by a sweep',
    async () => {
      await house.sweep();
      await house.look();
      await samba.tool('user', 'disable', 'elev3');
      await samba.tool('group', 'addmembers', 'GRA-8A', 'elev4');
      await samba.tool('user', 'delete', 'elev5');
      await house.look();
      const found = await house.drift();
      expect(found).toContainEqual({ name: 'elev3', field: 'enabled', wanted: 'true', observed: 'false' });
      expect(found).toContainEqual({ name: 'GRA-8A', field: 'member', wanted: null, observed: 'present' });
      expect(found).toContainEqual({ name: 'elev5', field: 'object', wanted: 'present', observed: null });

      await house.db.deleteFrom('directory.drift').execute();
      await house.sweep();
      const swept = await house.drift();
      for (const one of found) expect(swept).toContainEqual(one);
      // What somebody changed stays while the person's other fields follow the portal.
      await update('elev3', { title: 'Vikar' });
      await settle();
      expect(await samba.stored('(sAMAccountName=elev3)')).toMatch(/userAccountControl: 514[^]*title: Vikar/);
      expect(await house.drift()).toContainEqual({
        name: 'elev3',
        field: 'enabled',
        wanted: 'true',
        observed: 'false',
      });
      // Enforced: everything is as the portal wants it.
      await house.db.updateTable('directory.object').set({ brought: null }).execute();
      await house.db
        .insertInto('directory.mark')
        .columns(['kind', 'key', 'urgent'])
        .expression((from) =>
          from.selectFrom('directory.drift').select((to) => ['kind', 'key', to.val(false).as('urgent')]),
        )
        .execute();
      await settle();
      expect(await house.drift()).toEqual([]);
      expect(await samba.stored('(sAMAccountName=elev5)')).toContain('elev5');
      await house.sweep();
      expect(await house.drift()).toEqual([]);
    },
    LONG_MS,
  );

  it(
    'leaves alone what is not of the portal, and refuses a name that is somebody’s elsewhere',
    async () => {
      await samba.tool('user', 'create', 'fremmed', 'Passord-12345');
      await house.seed((rows) => rows.user({ userName: 'fremmed' }));
      await house.worker.turn();
      expect(await house.due()).toMatchObject([{ error: 'name-taken', stopped: true }]);
      await house.sweep();
      const { rows } = await sql`
        select obstacle, place from directory.stranger where name = 'fremmed'`.execute(house.db);
      expect(rows).toEqual([{ obstacle: 'outside', place: `CN=Users,${samba.domain}` }]);
      expect(await signIn('fremmed', 'Passord-12345')).toBe('ok');
      await house.seed(({ tx }) => tx.deleteFrom('users').where('userName', '=', 'fremmed').execute());
      await settle();
      expect(await signIn('fremmed', 'Passord-12345')).toBe('ok');
    },
    LONG_MS,
  );

  it(
    'removes an account after the days of grace',
    async () => {
      await house.seed(({ tx }) => tx.deleteFrom('users').where('userName', '=', 'elev1').execute());
      await settle();
      expect(await samba.stored('(sAMAccountName=elev1)', 'userAccountControl')).toContain(
        'userAccountControl: 514',
      );
      house.clock.advance(31 * 86_400_000);
      await settle();
      expect(await samba.stored('(sAMAccountName=elev1)', 'cn')).not.toContain('elev1');
    },
    LONG_MS,
  );

  it(
    'opens a candidate’s account for the day of the exam alone, and tells when it was used',
    async () => {
      // The directory goes by a clock of its own.
      house.clock.set(new Date().toISOString());
      const today = osloDay(house.clock.now());
      const id = await house.exam('GRA', addDays(today, 1), 2, {
        homePathWin: '\\\\fil01\\eksamen',
        homePathMac: '/Volumes/eksamen',
        commonPathWin: '\\\\fil01\\felles',
      });
      await settle();
      const stored = await samba.stored('(sAMAccountName=eks-1)');
      expect(stored).toContain(`dn: CN=eks-1,OU=Eksamen,OU=GRA,${base}`);
      expect(stored).toContain('displayName: Kandidat 1');
      expect(stored).toContain('homeDirectory: \\\\fil01\\eksamen\\eks-1');
      expect(stored).toContain('homeDrive: H:');
      expect(stored).toContain('unixHomeDirectory: /Volumes/eksamen/eks-1');
      expect(stored).toContain('info: \\\\fil01\\felles');
      expect(await signIn('eks-1', 'Eksamen-1')).toBe('533');
      const group = await samba.stored('(&(objectClass=group)(displayName=Norsk hovedmål))');
      expect(group).toContain(`dn: CN=GRA eksamen ${addDays(today, 1)},OU=Eksamen,OU=GRA,${base}`);
      for (const name of ['eks-1', 'eks-2']) {
        expect(group).toContain(`member: CN=${name},OU=Eksamen,OU=GRA,${base}`);
      }

      const exam = (columns: object) =>
        house.seed(({ tx }) => tx.updateTable('examGroup').set(columns).where('id', '=', id).execute());
      await exam({ examOn: today });
      await settle();
      // Of a plain bind Samba keeps the time only after a failed one; of a machine's it always does.
      expect(await signIn('eks-1', 'Eksamen-9')).toBe('52e');
      expect(await signIn('eks-1', 'Eksamen-1')).toBe('ok');
      house.time.advance(20_000);
      expect(await readSignIns(house.means, directory)).toBe(1);

      await exam({ endedAt: house.clock.now() });
      await settle();
      expect(await signIn('eks-1', 'Eksamen-1')).toBe('533');
      await house.seed(({ tx }) => tx.deleteFrom('examGroup').where('id', '=', id).execute());
      await settle();
      expect(await samba.stored('(sAMAccountName=eks-*)')).not.toContain('dn: ');
      expect(await samba.stored('(displayName=Norsk hovedmål)')).not.toContain('dn: ');
    },
    LONG_MS,
  );
});
