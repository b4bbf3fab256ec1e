/** The directory made an object and the portal never heard of it: the connection broke, or the process was killed. */
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';

import { DirectoryError } from '#connectors/directory/port.ts';

import { openReconciled, type Reconciled } from './testing.ts';

let house: Reconciled;

beforeEach(async () => {
  house = await openReconciled();
  await house.seed(async (rows) => {
    await rows.school('GRA', 'Grana skole');
    await rows.school('LIA', 'Lia skole');
  });
  await house.worker.turn();
});

/** What is due is done there, and nobody hears of it. */
async function unheard(): Promise<void> {
  const { apply } = house.directory;
  house.directory.apply = async (kind, changes) => {
    await apply(kind, changes);
    throw new DirectoryError('unreachable', 'The connection broke');
  };
  await house.worker.turn();
  house.directory.apply = apply;
  house.time.advance(60_000);
}

async function there(kind: string) {
  const { rows } = await sql<{ name: string; enabled: boolean | null }>`
    select name, (fields ->> 'enabled')::boolean as enabled from simulated_directory.object
     where kind = ${kind} and not removed order by name`.execute(house.db);
  return rows;
}

const rename = (from: string, to: string) =>
  house.seed(({ tx }) =>
    tx.updateTable('users').set({ userName: to }).where('userName', '=', from).execute(),
  );

describe('an account that was made unheard', () => {
  beforeEach(async () => {
    await house.seed((rows) => rows.user({ userName: 'kari', schools: [{ code: 'GRA' }] }));
    await house.setPassword('kari', 'Blå-ugle-27');
    await unheard();
  });

  it('is taken for what it is', async () => {
    expect(await there('user')).toEqual([{ name: 'kari', enabled: true }]);
    await house.worker.turn();
    expect(await there('user')).toEqual([{ name: 'kari', enabled: true }]);
    expect(await house.due()).toEqual([]);
  });

  it('is renamed when its owner was meanwhile: nobody has two', async () => {
    await rename('kari', 'kari.berg');
    await house.worker.turn();
    expect(await there('user')).toEqual([{ name: 'kari.berg', enabled: true }]);
    expect(await house.due()).toEqual([]);
  });

  it('is renamed unheard as well, and is still the only one, with its groups', async () => {
    await house.seed(async (rows) => {
      await rows.group({ name: 'GRA-8A', school: 'GRA' });
      await rows.member({ group: 'GRA-8A', user: 'kari' });
    });
    await rename('kari', 'kari.berg');
    await unheard();
    expect(await there('user')).toEqual([{ name: 'kari.berg', enabled: true }]);
    await rename('kari.berg', 'kari.by');
    await house.worker.turn();
    expect(await there('user')).toEqual([{ name: 'kari.by', enabled: true }]);
    const { rows } = await sql`select from simulated_directory.member`.execute(house.db);
    expect(rows).toHaveLength(1);
    expect(await house.due()).toEqual([]);
  });

  it('is closed when its owner is gone meanwhile, and removed after the days of grace', async () => {
    await house.seed(({ tx }) => tx.deleteFrom('users').where('userName', '=', 'kari').execute());
    await house.worker.turn();
    expect(await there('user')).toEqual([{ name: 'kari', enabled: false }]);
    house.clock.advance(31 * 86_400_000);
    await house.worker.turn();
    expect(await there('user')).toEqual([]);
    expect(await house.due()).toEqual([]);
  });

  it('stays its owner’s when somebody else has that name now', async () => {
    await rename('kari', 'kari.berg');
    await house.seed((rows) => rows.user({ userName: 'kari', firstName: 'Ny', schools: [{ code: 'LIA' }] }));
    // As urgent as the other.
    await house.setPassword('kari', 'Rød-rev-31');
    await house.worker.turn();
    expect(await there('user')).toEqual([{ name: 'kari.berg', enabled: true }]);
    // The name is free now.
    house.time.advance(5_000);
    await house.worker.turn();
    expect(await there('user')).toEqual([
      { name: 'kari', enabled: true },
      { name: 'kari.berg', enabled: true },
    ]);
    const { rows } = await sql<{ place: string }>`
      select fields ->> 'place' as place from simulated_directory.object where name = 'kari.berg'`.execute(
      house.db,
    );
    expect(rows).toEqual([{ place: 'GRA/students' }]);
    expect(await house.due()).toEqual([]);
  });
});

describe('a group that was made unheard', () => {
  it('is renamed when it was meanwhile, and has its members', async () => {
    await house.seed(async (rows) => {
      await rows.user({ userName: 'kari', schools: [{ code: 'GRA' }] });
    });
    await house.worker.turn();
    await house.seed(async (rows) => {
      await rows.group({ name: 'GRA-8A', school: 'GRA' });
      await rows.member({ group: 'GRA-8A', user: 'kari' });
    });
    await unheard();
    await house.seed(({ tx }) => tx.updateTable('groups').set({ name: 'GRA-8B' }).execute());
    await house.worker.turn();
    expect(await there('group')).toEqual([{ name: 'GRA-8B', enabled: null }]);
    const { rows } = await sql`select from simulated_directory.member`.execute(house.db);
    expect(rows).toHaveLength(1);
    expect(await house.due()).toEqual([]);
  });
});
