/**
 * Undoing is no way round a refusal: for every refusal of a command somebody has said what holds its undoing, and where it
 * is a rule of the row, the undoing is refused with the same code as the act it would repeat.
 */
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';

import { groupActs } from '#areas/groups/acts/contract.ts';
import { examGroups } from '#areas/internet/exams/contract.ts';
import { locks } from '#areas/internet/locks/contract.ts';
import { undoing } from '#areas/logs/contract.ts';
import { superadmins } from '#areas/superadmin/superadmins/contract.ts';
import { deactivations } from '#areas/tools/deactivations/contract.ts';
import { personalNumbers } from '#areas/tools/personal-numbers/contract.ts';
import { first } from '#areas/tools/personal-numbers/server/testing.ts';
import { blockedAccess, temporaryAccess } from '#areas/tools/school-access/contract.ts';
import { users } from '#areas/users/contract.ts';
import { passwords } from '#areas/users/passwords/contract.ts';
import { primarySchool } from '#areas/users/primary-school/contract.ts';
import { osloDay } from '#kernel/dates.ts';
import { type ErrorCode, errors } from '#kernel/errors.ts';
import { prove } from '#kernel/scope.ts';
import { endpoints } from '#server/areas.ts';
import { type Caller, openHouse } from '#server/testing/house.ts';
import { undoRules } from '#server/undo-rules.ts';

import { heldByPlan, noRuleOfRow } from './undo-codes.ts';

const house = await openHouse();

const refusing = new Set(
  endpoints
    .filter(({ route }) => route.kind === 'command')
    .flatMap(({ route }) => route.errors ?? [])
    .filter((code) => [403, 409, 423].includes(errors[code].status)),
);

/** The codes the rules can give, asked as a school's ICT and as a superadmin who stand at school 1. */
async function codesOfRules(): Promise<Set<ErrorCode>> {
  const codes: ErrorCode[] = [];
  for (const role of ['schoolIct', 'superadmin'] as const) {
    const actor = { ...ict.actor, displayName: '', schoolId: 1, roles: [role], sessionId: '' };
    const scope = prove(actor, 'operations.undo');
    if (!scope) throw new Error(`${role} undoes nothing`);
    const now = house.clock.now();
    const asker = {
      actor,
      scope,
      isSuperadmin: role === 'superadmin',
      isRequest: true,
      now,
      today: osloDay(now),
    };
    for (const rule of undoRules) {
      const refusals = (await rule.refusals?.(asker, house.db)) ?? [];
      codes.push(...refusals.map(({ code }) => code));
    }
  }
  return new Set(codes);
}

let ict: Caller;
let leader: Caller;
let above: Caller;
let begge: Caller;

beforeAll(async () => {
  await house.seed(async (seed) => {
    await seed.school('FJB', 'Fjordby skole');
    await seed.school('LUN', 'Lunde skole');
    const pupil = (userName: string, columns = {}) =>
      seed.user({ userName, schools: [{ code: 'FJB' }], columns });
    await pupil('anna', { email: 'anna@fjordby.no' });
    await pupil('bo', { email: 'bo@fjordby.no' });
    await pupil('cato', { locked_until: '2026-11-20T12:20:00Z' });
    await seed.user({ userName: 'laerer', role: 'employee', schools: [{ code: 'FJB' }] });
    await seed.user({ userName: 'begge', role: 'employee', schools: [{ code: 'FJB' }, { code: 'LUN' }] });
    await seed.user({ userName: 'lunde', role: 'employee', schools: [{ code: 'LUN' }] });
    const guest = await seed.user({ userName: 'gjest', role: 'employee', schools: [{ code: 'LUN' }] });
    await sql`insert into school_user (school_id, user_id, role, source, added_at)
      values (${await seed.schoolId('FJB')}, ${guest}, 'employee', 'temporary-access', now())`.execute(
      seed.tx,
    );
    await seed.group({ name: 'Alle', type: 'global' });
    await sql`insert into site_setting values ('mailDomain', '"fjordby.no"')`.execute(seed.tx);
    for (const name of ['En', 'To', 'Tre', 'Fire', 'Fem', 'Seks']) {
      await seed.group({ name: `FJB ${name}`, type: 'access', school: 'FJB' });
    }
  });
  ict = await house.signIn('schoolIct', { school: 'FJB' });
  leader = await house.signIn('schoolAdministrator', { school: 'FJB' });
  above = await house.signIn('superadmin', { school: 'FJB' });
});

const run = (statement: ReturnType<typeof sql>) =>
  house.seed(async ({ tx }) => void (await statement.execute(tx)));

async function newest(): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select max(id)::int as id from journal.operation where event not like 'test.%'`.execute(house.db);
  return rows[0]?.id ?? 0;
}

async function update(by: Caller, userName: string, changes: object): Promise<void> {
  const { version } = await above.call(users.get, { name: userName });
  await by.call(users.update, { userName, version, ...changes });
}

const member = (id: string, role?: 'teacher') => ({ kind: 'user' as const, id, ...(role && { role }) });
const name = (who: () => Caller) => who().actor.userName;
const addTo = (by: Caller, groupName: string, id: string, role?: 'teacher') =>
  by.call(groupActs.addMembers, { groupName, members: [member(id, role)] });
const nest = (by: Caller, groupName: string, id: string) =>
  by.call(groupActs.addMembers, { groupName, members: [{ kind: 'group', id }] });

/** Registers a period in the past of the test, so that its own rules are not asked. */
const planned = (userName: string) =>
  run(sql`insert into deactivation (user_id, start_on, end_on, registered_by, added_at)
    select id, '2026-12-01', '2026-12-10', 'før', now() from users where user_name = ${userName}`);
async function deletePeriod(by: Caller, userName: string): Promise<void> {
  const { Items } = await by.call(deactivations.list, { userName });
  await by.call(deactivations.remove, { ids: Items.map(({ id }) => id) });
}

const order = { role: 'employee' as const, end: '2026-12-20', start: '2026-12-01', comment: null };
async function orderAndDelete(kind: typeof temporaryAccess | typeof blockedAccess, userName: string) {
  const { id } = await above.call(kind.create, { ...order, userName, iktCanModify: true });
  await above.call(kind.remove, { ids: [id] });
}

const lock = (groupName: string, more = {}) => ({
  description: 'Prøve',
  groupNames: [groupName],
  start: '2026-11-20T13:00:00Z',
  end: '2026-11-20T14:00:00Z',
  immediate: false,
  ownDomains: [],
  domainPackageIds: [],
  examResources: false,
  chat: 'none' as const,
  ...more,
});

interface Story {
  /** Somebody who may does it, and what is undone is the last that happened, unless the story answers an id. */
  happened: () => Promise<number | void>;
  /** What became true afterwards, if the refusal is not there from the beginning. */
  since?: () => Promise<unknown>;
  by?: () => Caller;
}

const stories: Partial<Record<ErrorCode, Story>> = {
  'user.own-account': {
    happened: () =>
      update(
        above,
        name(() => ict),
        { expiryDate: '2027-01-01' },
      ),
  },
  'user.admin-account': {
    happened: () =>
      update(
        above,
        name(() => leader),
        { expiryDate: '2027-01-01' },
      ),
  },
  'user.other-school': { happened: () => update(above, 'begge', { expiryDate: '2027-01-01' }) },
  'user.closed-by-owner': {
    happened: () => update(ict, 'anna', { expiryDate: '2027-02-01' }),
    since: () => run(sql`update users set expires_by_owner = true where user_name = 'anna'`),
  },
  'user.guest': { happened: () => update(above, 'gjest', { title: 'Gjest' }) },
  'user.field-owned-by-source': {
    happened: () => update(ict, 'anna', { title: 'Elevråd' }),
    since: () => run(sql`update users set owned_fields = '{title}' where user_name = 'anna'`),
  },
  'user.email-taken': {
    happened: () => update(ict, 'anna', { email: 'anna.ny@fjordby.no' }),
    since: () => run(sql`update groups set email = 'anna@fjordby.no' where name = 'FJB Seks'`),
  },
  'user.expired': {
    happened: async () => void (await ict.call(passwords.unlock, { userName: 'cato' })),
    since: () => run(sql`update users set expires_on = '2026-11-01' where user_name = 'cato'`),
  },
  'user.already-there': {
    happened: async () => {
      await ict.call(primarySchool.change, { userName: 'bo', toSchool: 'LUN' });
      await ict.call(primarySchool.change, { userName: 'bo', cancel: true });
    },
    since: () =>
      run(
        sql`update users set primary_school_id = (select id from school where code = 'LUN') where user_name = 'bo'`,
      ),
  },
  'password.own': {
    happened: async () => void (await above.call(passwords.unlock, { userName: name(() => ict) })),
  },
  'password.admin-account': {
    happened: async () => void (await above.call(passwords.unlock, { userName: name(() => leader) })),
  },
  'deactivation.self': {
    happened: async () => {
      await planned(name(() => ict));
      await deletePeriod(
        above,
        name(() => ict),
      );
    },
  },
  'deactivation.superadmin': {
    happened: async () => {
      await planned(name(() => above));
      await deletePeriod(
        above,
        name(() => above),
      );
    },
  },
  'school-access.not-yours': {
    happened: async () =>
      void (await leader.call(temporaryAccess.create, { ...order, userName: 'lunde', iktCanModify: false })),
  },
  'school-access.over': {
    happened: async () => {
      const { Items } = await leader.call(temporaryAccess.list, {});
      const [entry] = Items;
      await leader.call(temporaryAccess.update, { id: entry?.id ?? 0, comment: 'Ny', iktCanModify: true });
    },
    since: () => run(sql`update access_entry set status = 'ended', ended_at = now()`),
  },
  'school-access.self': {
    happened: () =>
      orderAndDelete(
        blockedAccess,
        name(() => ict),
      ),
  },
  'school-access.already-here': {
    happened: () => orderAndDelete(temporaryAccess, 'lunde'),
    since: () =>
      run(sql`insert into school_user (school_id, user_id, role, added_at)
        select s.id, u.id, 'employee', now() from school s, users u where s.code = 'FJB' and u.user_name = 'lunde'`),
  },
  'school-access.not-here': {
    happened: () => orderAndDelete(blockedAccess, 'laerer'),
    since: () =>
      run(
        sql`update school_user set role = 'student' where user_id = (select id from users where user_name = 'laerer')`,
      ),
  },
  'group.owner-only': { happened: async () => void (await addTo(above, 'Alle', 'anna')) },
  'group.owned-by-import': {
    happened: async () => void (await addTo(ict, 'FJB En', 'anna')),
    since: () => run(sql`update groups set source = 'pifu' where name = 'FJB En'`),
  },
  'group.archived': {
    happened: async () => void (await addTo(ict, 'FJB To', 'anna')),
    since: () => ict.call(groupActs.remove, { names: ['FJB To'] }),
  },
  'group.delete-prevented': {
    happened: async () => {
      await ict.call(groupActs.remove, { names: ['FJB Tre'] });
      await ict.call(groupActs.restore, { names: ['FJB Tre'] });
    },
    since: () => ict.call(groupActs.protect, { groupName: 'FJB Tre', prevent: true }),
  },
  'group.has-team': {
    happened: async () => {
      await ict.call(groupActs.remove, { names: ['FJB Fire'] });
      await ict.call(groupActs.restore, { names: ['FJB Fire'] });
    },
    since: () => run(sql`update groups set team_status = 'created' where name = 'FJB Fire'`),
  },
  'group.own-teacher': {
    happened: async () => {
      await addTo(
        leader,
        'FJB Fem',
        name(() => ict),
        'teacher',
      );
      await leader.call(groupActs.removeMembers, {
        groupName: 'FJB Fem',
        members: [member(name(() => ict))],
      });
    },
  },
  'group.loop': {
    happened: async () => {
      await nest(ict, 'FJB Fem', 'FJB Seks');
      await ict.call(groupActs.removeMembers, {
        groupName: 'FJB Fem',
        members: [{ kind: 'group', id: 'FJB Seks' }],
      });
    },
    since: () => nest(ict, 'FJB Seks', 'FJB Fem'),
  },
  'group.email-taken': {
    happened: async () => {
      await ict.call(groupActs.addEmail, { groupName: 'FJB Fem', alias: 'fem' });
      await ict.call(groupActs.addEmail, { groupName: 'FJB Fem', alias: 'femte' });
    },
    since: () => run(sql`update users set email = 'fem@fjordby.no' where user_name = 'laerer'`),
  },
  'internet-lock.collision': {
    happened: async () => {
      const { id } = await ict.call(locks.add, lock('FJB Fem'));
      await ict.call(locks.removeMany, { ids: [id] });
    },
    since: () => ict.call(locks.add, lock('FJB Fem')),
  },
  'internet-lock.begun': {
    happened: async () => {
      const { id } = await ict.call(locks.add, lock('FJB Seks'));
      await ict.call(locks.update, { id, start: '2026-11-20T13:30:00Z' });
    },
    since: async () => house.clock.set('2026-11-20T13:40:00Z'),
  },
  'internet-lock.finished': {
    happened: async () => {
      const { Items } = await ict.call(locks.list, { status: 'active' });
      await ict.call(locks.removeMany, { ids: Items.map(({ id }) => id) });
    },
    since: async () => house.clock.set('2026-11-20T14:30:00Z'),
  },
  'number-change.closed': {
    happened: async () =>
      void (await leader.call(personalNumbers.update, { userName: 'anna', newSsn: first })),
    since: async () => house.clock.set('2026-11-20T15:30:00Z'),
    by: () => leader,
  },
  'exam-group.over': {
    happened: async () => {
      const { id, version } = await ict.call(examGroups.add, {
        description: 'Matematikk',
        examDate: '2026-11-21',
        candidates: 1,
        teacherUserName: name(() => ict),
      });
      await ict.call(examGroups.update, { id, version, description: 'Norsk' });
    },
    since: async () => house.clock.set('2026-11-22T08:00:00Z'),
  },
  'superadmin.self': {
    happened: async () =>
      void (await above.call(superadmins.add, {
        userName: 'begge',
        groupId: 'superadmin',
        comment: 'Vikar',
      })),
    by: () => begge,
  },
  'superadmin.not-employee': {
    happened: async () =>
      void (await above.call(superadmins.remove, { userName: 'begge', groupId: 'superadmin' })),
    since: () => run(sql`update users set role = 'student' where user_name = 'begge'`),
    by: () => above,
  },
};

/** What became of each row of an act on many. */
describe('undoing', () => {
  it('has a rule for every table the journal watches, but those that are never undone', async () => {
    const { rows } = await sql<{ table: string }>`
      select table_id::regclass::text as "table" from journal.watched order by 1`.execute(house.db);
    const never = ['demo_clock', 'federation_identity', 'recovery_code', 'second_factor', 'user_credential'];
    const ruled = [...undoRules.flatMap(({ tables }) => tables), ...never].toSorted();
    expect(ruled).toEqual(rows.map(({ table }) => table).toSorted());
  });

  it('knows of every refusal of a command what holds its undoing', async () => {
    const held = new Set<ErrorCode>([...(await codesOfRules()), ...heldByPlan, ...noRuleOfRow]);
    expect([...refusing].filter((code) => !held.has(code))).toEqual([]);
  });

  it('has a story for every refusal of its rules', async () => {
    const codes = await codesOfRules();
    // Whoever would take the role from the last superadmin is that superadmin, which is refused before.
    const untold = [...codes].filter((code) => !stories[code] && code !== 'superadmin.last');
    expect(untold).toEqual([]);
  });

  it.each(Object.entries(stories))('is refused as the act itself: %s', async (code, story) => {
    if (code === 'superadmin.self')
      begge = await house.signIn('superadmin', { school: 'FJB', userName: 'begge', granted: false });
    const id = (await story.happened()) ?? (await newest());
    await story.since?.();
    const by = story.by?.() ?? ict;
    const before = await dump();
    expect((await by.refused(undoing.undo, { id })).code).toBe(code);
    const { Items } = await by.call(undoing.preview, { id, outcome: 'cannot' });
    expect(Items).toContainEqual(expect.objectContaining({ reason: 'refused', code }));
    expect(await dump()).toEqual(before);
  });
});

async function dump(): Promise<unknown> {
  const { rows } = await sql`
    select (select count(*) from journal.change) as changes, (select count(*) from journal.operation where undo_of is not null) as undoings`.execute(
    house.db,
  );
  return rows;
}
