/** Candidates of an exam in a directory, simulated: made before, open on the day alone, gone after. */
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';

import { readSignIns } from './sign-ins.ts';
import { openReconciled, type Reconciled } from './testing.ts';

let house: Reconciled;

beforeEach(async () => {
  house = await openReconciled();
  await house.seed((rows) => rows.school('GRA', 'Grana skole'));
  await house.exam('GRA', '2026-11-25', 3, {
    homePathWin: '\\\\fil01\\eksamen\\',
    homePathMac: '/Volumes/eksamen',
    commonPathWin: '\\\\fil01\\felles',
  });
  await house.worker.turn();
});

async function accounts(): Promise<{ name: string; enabled: boolean; passwordSetAt: Date }[]> {
  const { rows } = await sql<{ name: string; enabled: boolean; passwordSetAt: Date }>`
    select name, (fields ->> 'enabled')::boolean as enabled, password_set_at from simulated_directory.object
     where kind = 'user' and not removed order by name`.execute(house.db);
  return rows;
}

const fieldsOf = async (name: string) => {
  const { rows } = await sql<{ fields: Record<string, unknown> }>`
    select fields from simulated_directory.object where name = ${name} and not removed`.execute(house.db);
  return rows[0]?.fields;
};

const openOn = async (moment: string) => {
  house.clock.set(moment);
  await house.worker.turn();
  return (await accounts()).map(({ enabled }) => enabled);
};

const update = (columns: object) =>
  house.seed(({ tx }) => tx.updateTable('examGroup').set(columns).execute());
const candidate = (name: string, columns: object) =>
  house.seed(({ tx }) => tx.updateTable('examCandidate').set(columns).where('userName', '=', name).execute());

describe('an account of a candidate', () => {
  it('is there as soon as the exam is, closed, without a name, with its paths', async () => {
    expect((await accounts()).map(({ name, enabled }) => [name, enabled])).toEqual([
      ['eks-1', false],
      ['eks-2', false],
      ['eks-3', false],
    ]);
    expect(await fieldsOf('eks-2')).toMatchObject({
      place: 'GRA/exams',
      displayName: 'Kandidat 2',
      description: 'Norsk hovedmål',
      firstName: null,
      role: 'examCandidate',
      expiresOn: '2026-11-25',
      homeFolder: '\\\\fil01\\eksamen\\eks-2',
      homeFolderMac: '/Volumes/eksamen/eks-2',
      commonFolders: '\\\\fil01\\felles',
      mustChange: false,
    });
    expect(await house.due()).toEqual([]);
  });

  it('is open on the day, closed the day after, and gone the day after that', async () => {
    expect(await openOn('2026-11-24T22:59:00Z')).toEqual([false, false, false]);
    expect(await openOn('2026-11-24T23:00:00Z')).toEqual([true, true, true]);
    expect(await openOn('2026-11-25T22:59:00Z')).toEqual([true, true, true]);
    expect(await openOn('2026-11-25T23:00:00Z')).toEqual([false, false, false]);
    expect(await openOn('2026-11-26T22:59:00Z')).toEqual([false, false, false]);
    expect(await openOn('2026-11-26T23:00:00Z')).toEqual([]);
    const { rows } = await sql`select from directory.object where kind = 'candidate'`.execute(house.db);
    expect(rows).toEqual([]);
    expect(await house.due()).toEqual([]);
  });

  it('is opened and cleared away also by a portal that was away for days', async () => {
    expect(await openOn('2026-11-29T09:00:00Z')).toEqual([]);
  });

  it('is opened by the next node when the one that began the day died in the middle', async () => {
    await sql`
      create function dies() returns trigger language plpgsql as $$ begin raise 'killed'; end $$`.execute(
      house.db,
    );
    await sql`create trigger dies before insert on directory.mark execute function dies()`.execute(house.db);
    house.clock.set('2026-11-24T23:00:00Z');
    await expect(house.worker.turn()).rejects.toThrow('killed');
    await sql`drop trigger dies on directory.mark`.execute(house.db);
    await house.worker.turn();
    expect((await accounts()).map(({ enabled }) => enabled)).toEqual([true, true, true]);
  });

  it('is closed at once when the exam is ended, and gone at once when it is deleted', async () => {
    expect(await openOn('2026-11-25T08:00:00Z')).toEqual([true, true, true]);
    await update({ endedAt: house.clock.now() });
    await house.worker.turn();
    expect((await accounts()).map(({ enabled }) => enabled)).toEqual([false, false, false]);
    await house.seed(({ tx }) => tx.deleteFrom('examGroup').execute());
    await house.worker.turn();
    expect(await accounts()).toEqual([]);
    expect(await house.due()).toEqual([]);
  });

  it('comes late: made and open in the middle of the day', async () => {
    await openOn('2026-11-25T08:00:00Z');
    await house.seed(({ tx }) =>
      sql`insert into exam_candidate (exam_group_id, number, user_name, late, created_at)
          select id, 4, 'eks-4', true, ${house.clock.now()} from exam_group`.execute(tx),
    );
    await house.worker.turn();
    expect((await accounts()).map(({ enabled }) => enabled)).toEqual([true, true, true, true]);
  });

  it('moves with its exam', async () => {
    await openOn('2026-11-25T08:00:00Z');
    await update({ examOn: '2026-11-27' });
    await house.worker.turn();
    expect((await accounts()).map(({ enabled }) => enabled)).toEqual([false, false, false]);
    expect(await openOn('2026-11-26T23:00:00Z')).toEqual([true, true, true]);
  });

  it('gets its password once, and a new one once', async () => {
    const sent: string[] = [];
    const { apply } = house.directory;
    house.directory.apply = (kind, changes) => {
      sent.push(...changes.flatMap((change) => ('password' in change && change.password) || []));
      return apply(kind, changes);
    };
    await openOn('2026-11-25T08:00:00Z');
    expect(sent).toEqual([]);
    const cipher = house.means.examPasswords.encrypt('Nytt-passord-9');
    await candidate('eks-1', { passwordCipher: cipher, passwordSetAt: house.clock.now() });
    await house.worker.turn();
    await update({ description: 'Matematikk' });
    await house.worker.turn();
    expect(sent).toEqual(['Nytt-passord-9']);
    // Somebody removed it in the directory: made anew, it has its password again.
    await sql`update simulated_directory.object set removed = true where name = 'eks-1'`.execute(house.db);
    await candidate('eks-1', { number: 9 });
    await house.worker.turn();
    expect(sent).toEqual(['Nytt-passord-9', 'Nytt-passord-9']);
    expect((await fieldsOf('eks-1'))?.['displayName']).toBe('Kandidat 9');
  });

  it('is no stranger to a sweep, and what somebody changed there is found', async () => {
    expect(await house.sweep()).toBe(5);
    expect(await house.drift()).toEqual([]);
    await sql`update simulated_directory.object set fields = fields || '{"enabled": true}' where name = 'eks-3'`.execute(
      house.db,
    );
    await house.sweep();
    expect(await house.drift()).toMatchObject([{ name: 'eks-3', field: 'enabled', wanted: 'false' }]);
  });

  it('tells when it was used, on the day', async () => {
    const signedIn = async () => {
      house.time.advance(20_000);
      await readSignIns(house.means, house.directory);
      const { rows } = await sql<{ name: string; at: Date }>`
        select c.user_name as name, i.last_login_at as at from exam_sign_in i join exam_candidate c on c.id = i.candidate_id`.execute(
        house.db,
      );
      return rows;
    };
    const at = new Date('2026-11-25T08:05:00Z');
    await sql`update simulated_directory.object set last_login_at = ${at} where name = 'eks-2'`.execute(
      house.db,
    );
    expect(await signedIn()).toEqual([]);
    await openOn('2026-11-25T08:10:00Z');
    expect(await signedIn()).toEqual([{ name: 'eks-2', at }]);
    expect(await readSignIns(house.means, house.directory)).toBe(0);
  });
});

describe('the group of an exam', () => {
  interface Group {
    name: string;
    fields: Record<string, unknown>;
    members: string[];
  }
  async function groups(): Promise<Group[]> {
    const { rows } = await sql<Group>`
      select g.name, g.fields, array(select o.name from simulated_directory.member m
                                       join simulated_directory.object o on o.id = m.member_id and not o.removed
                                      where m.group_id = g.id order by o.name) as members
        from simulated_directory.object g where g.kind = 'group' and not g.removed`.execute(house.db);
    return rows;
  }

  it('has the candidates as members, also who comes late, and none that is gone', async () => {
    expect(await groups()).toEqual([
      {
        name: 'GRA eksamen 2026-11-25',
        fields: expect.objectContaining({ place: 'GRA/exams', displayName: 'Norsk hovedmål', hidden: true }),
        members: ['eks-1', 'eks-2', 'eks-3'],
      },
    ]);
    await house.seed(({ tx }) =>
      sql`insert into exam_candidate (exam_group_id, number, user_name, late, created_at)
          select id, 4, 'eks-4', true, ${house.clock.now()} from exam_group`.execute(tx),
    );
    await house.worker.turn();
    expect((await groups())[0]?.members).toEqual(['eks-1', 'eks-2', 'eks-3', 'eks-4']);
    await house.seed(({ tx }) => tx.deleteFrom('examCandidate').where('userName', '=', 'eks-1').execute());
    await house.worker.turn();
    expect((await groups())[0]?.members).toEqual(['eks-2', 'eks-3', 'eks-4']);
    expect(await house.due()).toEqual([]);
  });

  it('is there as long as their accounts are, whether its exam is ended or moved', async () => {
    await update({ description: 'Matematikk', endedAt: house.clock.now() });
    await house.worker.turn();
    expect(await groups()).toMatchObject([{ fields: { displayName: 'Matematikk' } }]);
    await openOn('2026-11-26T22:59:00Z');
    expect(await groups()).toHaveLength(1);
    await openOn('2026-11-26T23:00:00Z');
    expect(await groups()).toEqual([]);
    await update({ examOn: '2026-12-01', endedAt: null });
    await house.worker.turn();
    expect(await groups()).toMatchObject([{ members: ['eks-1', 'eks-2', 'eks-3'] }]);
    await house.seed(({ tx }) => tx.deleteFrom('examGroup').execute());
    await house.worker.turn();
    expect(await groups()).toEqual([]);
    expect(await house.due()).toEqual([]);
  });

  it('is made anew, with its members, when somebody removed it in the directory', async () => {
    await sql`update simulated_directory.object set removed = true where kind = 'group'`.execute(house.db);
    await update({ description: 'Matematikk' });
    await house.worker.turn();
    expect(await groups()).toMatchObject([{ members: ['eks-1', 'eks-2', 'eks-3'] }]);
  });
});
