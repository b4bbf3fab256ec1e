/** What the night does, beside a real import of the school's own file. */
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';

import { executeSchoolChanges } from '#areas/users/server/service.ts';
import { addDays } from '#kernel/dates.ts';
import { runImport } from '#server/import/run.ts';
import { file, group, members, person, request, school } from '#server/import/testing.ts';
import { type Caller, openHouse } from '#server/testing/house.ts';

import { blockedAccess, temporaryAccess } from '../contract.ts';
import { blockedAccessHandlers, temporaryAccessHandlers } from './handlers.ts';
import { runBlocks, runTemporaryAccess } from './service.ts';

const house = await openHouse([...temporaryAccessHandlers, ...blockedAccessHandlers]);
let leader: Caller;

const named = (id: string, given: string) =>
  person({ id, given, family: 'Prøve', username: given.toLowerCase() });
const night = file(
  named('1', 'Larsen'),
  named('2', 'Elvira'),
  named('3', 'Begge'),
  named('4', 'Gjest'),
  named('5', 'Vikar'),
  school('s1', 'Granlia skole'),
  school('s2', 'Solvika skole'),
  group('10a', 's1', 1, '10A'),
  members('s1', [{ person: '1', role: '02' }, '2', { person: '3', role: '02' }]),
  members('10a', ['2', '3']),
  members('s2', [{ person: '4', role: '02' }]),
  members('s2', [{ person: '5', role: '02' }]),
);

async function evening(day: string, text = night): Promise<unknown[]> {
  house.clock.set(`${day}T17:00:00Z`);
  const at = { now: house.clock.now(), day };
  await house.seed(async ({ tx }) => {
    await runTemporaryAccess(tx, at);
    await runBlocks(tx, at);
  });
  const { pool, clock, services } = house;
  const result = await runImport(
    { pool, clock, vault: services.vault },
    request(text, { acceptLeavers: true }),
  );
  if (result.status !== 'completed') throw new Error(result.failure.code);
  const { rows } = await sql`
    select table_name, after from journal.change where operation_id = ${result.operationId ?? 0}`.execute(
    house.db,
  );
  return rows;
}

async function placesAt(code: string): Promise<Record<string, string>> {
  const { rows } = await sql<{ name: string; place: string }>`
    select u.first_name as name, p.role || case when p.blocked then ' blocked' else '' end as place
      from school_user p join users u on u.id = p.user_id join school s on s.id = p.school_id
     where s.code = ${code} and u.last_name = 'Prøve' order by 1`.execute(house.db);
  return Object.fromEntries(rows.map(({ name, place }) => [name, place]));
}

const userName = async (given: string) => {
  const { rows } = await sql<{
    name: string;
  }>`select user_name as name from users where first_name = ${given}`.execute(house.db);
  return rows[0]?.name ?? '';
};

let code = '';
const today = '2026-11-20';
const ordinary = { Begge: 'employee', Elvira: 'student', Larsen: 'employee' };

beforeAll(async () => {
  await evening(today);
  const { rows } = await sql<{ code: string }>`select code from school where name like 'Granlia%'`.execute(
    house.db,
  );
  code = rows[0]?.code ?? '';
  leader = await house.signIn('schoolAdministrator', { school: code });
  house.clock.set(`${addDays(today, 1)}T09:00:00Z`);
});

const period = { start: '2026-11-23', end: '2026-11-25' };

describe('a block', () => {
  it('takes the place at the school, or the employee role of somebody who is also a pupil', async () => {
    expect(await placesAt(code)).toEqual(ordinary);
    for (const [given, role] of [
      ['Larsen', 'employee'],
      ['Elvira', 'student'],
      ['Begge', 'employee'],
    ] as const) {
      await leader.call(blockedAccess.create, { ...period, userName: await userName(given), role });
    }
    await evening('2026-11-21');
    expect(await placesAt(code)).toEqual(ordinary);
    await evening('2026-11-22');
    expect(await placesAt(code)).toEqual({
      Begge: 'studentBlockedEmployee',
      Elvira: 'student blocked',
      Larsen: 'employee blocked',
    });
    const { rows } = await sql`select role from users where first_name = 'Begge'`.execute(house.db);
    expect(rows).toEqual([{ role: 'studentBlockedEmployee' }]);
  });

  it('is nothing the import undoes, night after night', async () => {
    expect(await evening('2026-11-23')).toEqual([]);
    expect((await placesAt(code))['Larsen']).toBe('employee blocked');
  });

  it('ends on its last day, or at the next import when somebody ended it', async () => {
    const { Items } = await leader.call(blockedAccess.list, { userName: await userName('Elvira') });
    await leader.call(blockedAccess.remove, { ids: [Items[0]?.id ?? 0] });
    await evening('2026-11-24');
    expect(await placesAt(code)).toEqual({
      Begge: 'studentBlockedEmployee',
      Elvira: 'student',
      Larsen: 'employee blocked',
    });
    await evening('2026-11-25');
    expect(await placesAt(code)).toEqual(ordinary);
    const { rows } = await sql`select role from users where first_name = 'Begge'`.execute(house.db);
    expect(rows).toEqual([{ role: 'employee' }]);
    expect((await leader.call(blockedAccess.list, { status: ['ended'] })).TotalItems).toBe(3);
  });

  it('fails where there is no such role any more', async () => {
    const wish = {
      userName: await userName('Larsen'),
      role: 'employee',
      start: '2026-11-27',
      end: '2026-11-30',
    } as const;
    const { id } = await leader.call(blockedAccess.create, wish);
    await house.seed(({ tx }) =>
      sql`delete from school_user p using users u where u.id = p.user_id and u.first_name = 'Larsen'`.execute(
        tx,
      ),
    );
    house.clock.set('2026-11-26T17:00:00Z');
    await house.seed(({ tx }) => runBlocks(tx, { now: house.clock.now(), day: '2026-11-26' }));
    expect(await leader.call(blockedAccess.id, { id })).toMatchObject({
      status: 'failed',
      message: 'no-role',
      can: [],
    });
    expect(await leader.refused(blockedAccess.update, { id, end: '2026-12-01' })).toMatchObject({
      code: 'school-access.over',
    });
  });
});

const order = async (given: string) =>
  leader.call(temporaryAccess.create, {
    userName: await userName(given),
    role: 'employee',
    start: '2026-11-28',
    end: '2026-11-29',
  });

describe('temporary access', () => {
  // Four evenings with an import each: on a busy machine that takes its time.
  it(
    'is a place the import leaves alone; groups somebody was put into by hand go with it',
    { timeout: 60_000 },
    async () => {
      const { id } = await order('Gjest');
      await evening('2026-11-26');
      expect((await placesAt(code))['Gjest']).toBeUndefined();
      await evening('2026-11-27');
      expect((await placesAt(code))['Gjest']).toBe('employee');
      await house.seed(({ tx }) =>
        sql`insert into membership (group_id, user_id, role, added_at)
        select g.id, u.id, 'teacher', now() from groups g, users u
         where g.display_name = '10A' and u.first_name = 'Gjest'`.execute(tx),
      );
      expect(await evening('2026-11-28')).toEqual([]);
      await evening('2026-11-29');
      expect((await placesAt(code))['Gjest']).toBeUndefined();
      expect(await leader.call(temporaryAccess.id, { id })).toMatchObject({ status: 'ended' });
      const { rows } = await sql`
      select from membership m join users u on u.id = m.user_id where u.first_name = 'Gjest'`.execute(
        house.db,
      );
      expect(rows).toEqual([]);
    },
  );

  it.each([
    ['user-left', sql`update users set expires_on = '2026-11-01' where first_name = 'Gjest'`],
    [
      'already-here',
      sql`insert into school_user (school_id, user_id, role, added_at)
        select s.id, u.id, 'employee', now() from school s, users u where s.name like 'Granlia%' and u.first_name = 'Gjest'`,
    ],
  ] as const)('fails when it can no longer be given: %s', async (message, meanwhile) => {
    house.clock.set('2026-11-26T09:00:00Z');
    const { id } = await order('Gjest');
    await house.seed(({ tx }) => meanwhile.execute(tx));
    await house.seed(({ tx }) => runTemporaryAccess(tx, { now: house.clock.now(), day: '2026-11-27' }));
    expect(await leader.call(temporaryAccess.id, { id })).toMatchObject({ status: 'failed', message });
    await house.seed(({ tx }) =>
      sql`update users set expires_on = null where first_name = 'Gjest'`.execute(tx),
    );
  });

  it(
    'is the source’s own place while that gives it, and for its time again when it takes it away',
    { timeout: 60_000 },
    async () => {
      house.clock.set('2026-12-01T09:00:00Z');
      const { id } = await leader.call(temporaryAccess.create, {
        userName: await userName('Vikar'),
        role: 'employee',
        start: '2026-12-02',
        end: '2026-12-10',
      });
      const moved = night
        .replace(members('s2', [{ person: '5', role: '02' }]), '')
        .replace(
          members('10a', ['2', '3']),
          members('10a', ['2', '3']) + members('s1', [{ person: '5', role: '02' }]),
        );
      const place = async () => {
        const { rows } = await sql`
          select s.name, p.source, p.is_primary as "isPrimary", p.end_on as "end"
            from school_user p join users u on u.id = p.user_id join school s on s.id = p.school_id
           where u.first_name = 'Vikar' order by 1`.execute(house.db);
        return rows;
      };
      const given = {
        name: 'Granlia skole',
        source: 'temporary-access',
        isPrimary: false,
        end: '2026-12-10',
      };
      const own = { name: 'Granlia skole', source: 'sas', isPrimary: true, end: null };
      const home = { name: 'Solvika skole', source: 'sas', isPrimary: true, end: null };
      await evening('2026-12-01');
      expect(await place()).toEqual([given, home]);
      await evening('2026-12-02', moved);
      expect(await place()).toEqual([own]);
      await evening('2026-12-03');
      expect(await place()).toEqual([given, home]);
      await evening('2026-12-04', moved);
      await leader.call(temporaryAccess.remove, { ids: [id] });
      await evening('2026-12-05', moved);
      expect(await leader.call(temporaryAccess.id, { id })).toMatchObject({ status: 'ended' });
      expect(await place()).toEqual([own]);
      expect(await evening('2026-12-06', moved)).toEqual([]);
      await evening('2026-12-07');
    },
  );

  it('leaves the place to whoever has moved to the school meanwhile', async () => {
    house.clock.set('2026-11-26T09:00:00Z');
    await house.seed((seed) =>
      seed.user({ userName: 'flytter', firstName: 'Flytter', lastName: 'Prøve', role: 'employee' }),
    );
    const { id } = await order('Flytter');
    const at = (day: string) => ({ now: house.clock.now(), day });
    await house.seed(({ tx }) => runTemporaryAccess(tx, at('2026-11-27')));
    await house.seed(async ({ tx }) => {
      await sql`insert into school_change (user_id, to_school_id, registered_by, registered_at)
        select u.id, s.id, 'Rektor', now() from users u, school s
         where u.user_name = 'flytter' and s.code = ${code}`.execute(tx);
      await executeSchoolChanges(tx, at('2026-11-28'));
    });
    await house.seed(({ tx }) => runTemporaryAccess(tx, at('2026-11-29')));
    expect(await leader.call(temporaryAccess.id, { id })).toMatchObject({ status: 'ended' });
    expect((await placesAt(code))['Flytter']).toBe('employee');
  });
});
