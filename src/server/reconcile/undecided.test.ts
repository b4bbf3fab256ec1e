/** What somebody changed in the directory stays as it is until a superadmin decides (decision 0014). */
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';

import { openReconciled, type Reconciled } from './testing.ts';

let house: Reconciled;

beforeEach(async () => {
  house = await openReconciled();
  await house.seed(async (rows) => {
    await rows.school('GRA', 'Grana skole');
    await rows.user({ userName: 'kari', firstName: 'Kari', lastName: 'Ås', schools: [{ code: 'GRA' }] });
    await rows.user({ userName: 'lars', role: 'employee', schools: [{ code: 'GRA' }] });
    await rows.user({ userName: 'siv', role: 'employee', schools: [{ code: 'GRA' }] });
    await rows.group({ name: 'GRA-8A', school: 'GRA' });
    await rows.member({ group: 'GRA-8A', user: 'kari' });
  });
  await house.worker.turn();
  await house.look();
});

interface Entry {
  fields: Record<string, unknown>;
  members: string[];
  removed: boolean;
}

async function entry(name: string): Promise<Entry | undefined> {
  const { rows } = await sql<Entry>`
    select o.fields, o.removed, array(select m.name from simulated_directory.member x
                             join simulated_directory.object m on m.id = x.member_id
                            where x.group_id = o.id order by 1) as members
      from simulated_directory.object o where o.name = ${name} order by removed`.execute(house.db);
  return rows[0];
}

const inDirectory = (fields: object, name: string) =>
  sql`update simulated_directory.object set fields = fields || ${JSON.stringify(fields)}::jsonb,
        usn = nextval('simulated_directory.usn') where name = ${name}`.execute(house.db);

const update = (userName: string, columns: Record<string, unknown>) =>
  house.seed(({ tx }) => tx.updateTable('users').set(columns).where('userName', '=', userName).execute());

/** As the nightly import writes a person whose row changed. */
const changeAndReconcile = async (userName: string, columns: Record<string, unknown>) => {
  await update(userName, columns);
  await house.worker.turn();
};

const removeKari = () =>
  sql`update simulated_directory.object set removed = true, usn = nextval('simulated_directory.usn')
       where name = 'kari'`.execute(house.db);
/** As a superadmin's decision about the difference leaves it. */
const enforceKari = async () => {
  await sql`update directory.object set brought = null where name = 'kari'`.execute(house.db);
  await sql`insert into directory.mark select kind, key, true from directory.object where name = 'kari'`.execute(
    house.db,
  );
  await house.worker.turn();
};
const rememberedKari = () =>
  house.db
    .selectFrom('directory.object')
    .select(['objectId', 'withoutPassword'])
    .where('name', '=', 'kari')
    .executeTakeFirstOrThrow();

const closed = { name: 'kari', field: 'enabled', wanted: 'true', observed: 'false' };

describe('an account that was closed in the directory', () => {
  it.each(['seen before', 'not seen before'])('stays closed, %s, when the person changes', async (when) => {
    await inDirectory({ enabled: false }, 'kari');
    if (when === 'seen before') await house.look();
    await changeAndReconcile('kari', { title: 'Elevrådsleder', lastName: 'Berg' });
    expect((await entry('kari'))?.fields).toMatchObject({
      enabled: false,
      title: 'Elevrådsleder',
      displayName: 'Kari Berg',
    });
    expect(await house.drift()).toEqual([closed]);
    await house.sweep();
    expect(await house.drift()).toEqual([closed]);
    expect(await house.due()).toEqual([]);
  });

  it('keeps the day it was found, however often the person changes', async () => {
    await inDirectory({ enabled: false }, 'kari');
    await house.look();
    const found = () => house.db.selectFrom('directory.drift').select(['id', 'foundAt']).execute();
    const first = await found();
    house.clock.advance(86_400_000);
    await changeAndReconcile('kari', { title: 'Vikar' });
    expect(await found()).toEqual(first);
  });

  it('stays closed with a new password, and is opened when the portal opens it', async () => {
    await inDirectory({ enabled: false }, 'kari');
    await house.setPassword('kari', 'Blå-ugle-27');
    await house.worker.turn();
    expect((await entry('kari'))?.fields['enabled']).toBe(false);
    await changeAndReconcile('kari', { deactivated: true });
    expect(await house.drift()).toEqual([]);
    await changeAndReconcile('kari', { deactivated: false });
    expect((await entry('kari'))?.fields['enabled']).toBe(true);
  });

  it('stays closed when the portal was upgraded while the difference was undecided', async () => {
    await inDirectory({ enabled: false }, 'kari');
    await house.look();
    // As migration 0058 leaves an object with a difference that was found before it.
    await sql`update directory.object set brought = '{"enabled": true}' where name = 'kari'`.execute(
      house.db,
    );
    await changeAndReconcile('kari', { title: 'Vikar' });
    expect((await entry('kari'))?.fields).toMatchObject({ enabled: false, title: 'Vikar' });
  });
});

describe('what else was changed in the directory', () => {
  it('stays: the demand for a new password', async () => {
    await inDirectory({ mustChange: true }, 'kari');
    await changeAndReconcile('kari', { title: 'Vikar' });
    await changeAndReconcile('kari', { title: 'Lærer' });
    expect((await entry('kari'))?.fields).toMatchObject({ mustChange: true, title: 'Lærer' });
    expect(await house.drift()).toMatchObject([{ field: 'mustChange', wanted: 'false', observed: 'true' }]);
  });

  it('stays: the object’s own name, until it is corrected', async () => {
    await inDirectory({ commonName: 'Kari Ås' }, 'kari');
    await house.look();
    const renamed = { name: 'kari', field: 'commonName', wanted: 'kari', observed: 'Kari Ås' };
    expect(await house.drift()).toEqual([renamed]);
    await changeAndReconcile('kari', { title: 'Vikar' });
    expect([(await entry('kari'))?.fields['commonName'], await house.drift()]).toEqual([
      'Kari Ås',
      [renamed],
    ]);
    await enforceKari();
    expect([(await entry('kari'))?.fields['commonName'], await house.drift()]).toEqual(['kari', []]);
  });

  it('stays: an account that was deleted is not made again', async () => {
    await sql`update simulated_directory.object set removed = true, usn = nextval('simulated_directory.usn')
               where name = 'kari'`.execute(house.db);
    await changeAndReconcile('kari', { title: 'Vikar' });
    expect(await entry('kari')).toMatchObject({ removed: true });
    expect(await house.drift()).toMatchObject([{ name: 'kari', field: 'object', observed: null }]);
  });

  it('stays: who was put into a group or taken out of it, while others come and go', async () => {
    await house.seed((rows) => rows.member({ group: 'GRA-8A', user: 'lars', role: 'teacher' }));
    await house.worker.turn();
    await sql`delete from simulated_directory.member m using simulated_directory.object o
               where o.id = m.member_id and o.name = 'kari'`.execute(house.db);
    await sql`insert into simulated_directory.member
               select g.id, u.id from simulated_directory.object g, simulated_directory.object u
                where g.name = 'GRA-8A' and u.name = 'siv'`.execute(house.db);
    await house.seed(({ tx }) => tx.deleteFrom('membership').where('role', '=', 'teacher').execute());
    await house.worker.turn();
    expect((await entry('GRA-8A'))?.members).toEqual(['siv']);
    const found = (await house.drift()).map(({ name, field, wanted }) => `${name} ${field} ${wanted}`);
    expect(found.toSorted()).toEqual(['GRA-8A member null', 'GRA-8A member present']);
  });

  it('follows the portal where the portal changes the very same member', async () => {
    await sql`delete from simulated_directory.member`.execute(house.db);
    await house.seed(({ tx }) => tx.deleteFrom('membership').execute());
    await house.worker.turn();
    expect(await house.drift()).toEqual([]);
    await house.seed((rows) => rows.member({ group: 'GRA-8A', user: 'kari' }));
    await house.worker.turn();
    expect((await entry('GRA-8A'))?.members).toEqual(['kari']);
  });

  it('is brought back when the portal never brought what it changed meanwhile', async () => {
    await sql`update simulated_directory.object set removed = true, usn = nextval('simulated_directory.usn')
               where name = 'kari'`.execute(house.db);
    await changeAndReconcile('kari', { title: 'Vikar' });
    await sql`update simulated_directory.object set removed = false, usn = nextval('simulated_directory.usn')
               where name = 'kari'`.execute(house.db);
    await house.look();
    await house.worker.turn();
    expect((await entry('kari'))?.fields).toMatchObject({ title: 'Vikar' });
    expect(await house.drift()).toEqual([]);
  });
});

describe('an account that was deleted in the directory', () => {
  it('comes back from the recycle bin as it was, with what changed meanwhile and its groups', async () => {
    await house.setPassword('kari', 'Blå-ugle-27');
    await house.worker.turn();
    const before = await rememberedKari();
    expect(before.withoutPassword).toBeNull();
    await removeKari();
    await changeAndReconcile('kari', { title: 'Vikar' });
    await enforceKari();
    expect(await rememberedKari()).toEqual(before);
    expect(await entry('kari')).toMatchObject({ removed: false, fields: { title: 'Vikar' } });
    expect((await entry('GRA-8A'))?.members).toEqual(['kari']);
    expect([await house.drift(), await house.due()]).toEqual([[], []]);
  });

  it('is made again without a password where the bin is empty, and remembered as such until it has one', async () => {
    await house.setPassword('kari', 'Blå-ugle-27');
    await house.worker.turn();
    await removeKari();
    await house.look();
    await sql`delete from simulated_directory.object where name = 'kari'`.execute(house.db);
    await enforceKari();
    expect(await rememberedKari()).toMatchObject({ withoutPassword: 'again' });
    expect((await entry('GRA-8A'))?.members).toEqual(['kari']);
    await changeAndReconcile('kari', { title: 'Vikar' });
    expect(await rememberedKari()).toMatchObject({ withoutPassword: 'again' });
    house.clock.advance(1_000);
    await house.setPassword('kari', 'Rød-rev-31');
    await house.worker.turn();
    expect(await rememberedKari()).toMatchObject({ withoutPassword: null });
  });
});
