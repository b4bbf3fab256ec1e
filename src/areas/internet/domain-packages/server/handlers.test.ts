import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';

import { locks } from '#areas/internet/locks/contract.ts';
import { lockHandlers } from '#areas/internet/locks/server/handlers.ts';
import { type Caller, openHouse } from '#server/testing/house.ts';

import { alwaysOpen, examResources, globalPackages, schoolPackages } from '../contract.ts';
import {
  alwaysOpenHandlers,
  examResourceHandlers,
  globalPackageHandlers,
  schoolPackageHandlers,
} from './handlers.ts';

const house = await openHouse([
  ...lockHandlers,
  ...schoolPackageHandlers,
  ...globalPackageHandlers,
  ...alwaysOpenHandlers,
  ...examResourceHandlers,
]);
let ict: Caller;
let elsewhere: Caller;
let superadmin: Caller;
let teacher: Caller;

beforeAll(async () => {
  await house.seed(async (seed) => {
    await seed.school('FJB', 'Fjordby skole');
    await seed.school('LUN', 'Lunde skole');
    await seed.group({ name: 'FJB 8A', displayName: '8A', school: 'FJB' });
  });
  ict = await house.signIn('schoolIct', { school: 'FJB' });
  elsewhere = await house.signIn('schoolIct', { school: 'LUN' });
  superadmin = await house.signIn('superadmin');
  teacher = await house.signIn('teacher', { school: 'FJB' });
});

const eventsOf = async (event: string) =>
  (await sql`select from journal.operation where event = ${event}`.execute(house.db)).rows.length;

const lockWith = (id: number) => ({
  description: 'Prøve',
  groupNames: ['FJB 8A'],
  immediate: true,
  end: '2026-11-20T14:00:00Z',
  domainPackageIds: [id],
});

describe('a school’s domain package', () => {
  let id: number;

  it('is made with its domains as they are kept', async () => {
    const made = await ict.call(schoolPackages.add, {
      name: 'Nyheter',
      domains: ['NRK.no', 'nrk.no', 'a.no'],
    });
    expect(made).toMatchObject({ scope: 'school', domains: ['a.no', 'nrk.no'], domainCount: 2, inUse: 0 });
    ({ id } = made);
    expect(await eventsOf('domain-package.added')).toBe(1);
  });

  it.each([
    [{ name: '', domains: ['a.no'] }, 'name required'],
    [{ name: '<b>', domains: ['a.no'] }, 'name angles'],
    [{ name: 'x', domains: [] }, 'domains required'],
    [{ name: 'x', domains: ['a.no', '.b.no'] }, 'domains period'],
    [{ name: 'x', domains: ['https://a.no'] }, 'domains scheme'],
  ])('is refused for %o', async (wanted, field) => {
    const problem = await ict.refused(schoolPackages.add, wanted);
    expect(problem.fields.map(({ path, key }) => `${path} ${key}`)).toEqual([field]);
  });

  it('has a name of its own at the school, and another school may use it too', async () => {
    const taken = { name: 'NYHETER', domains: ['b.no'] };
    expect(await ict.refused(schoolPackages.add, taken)).toMatchObject({
      status: 409,
      code: 'domain-package.name-taken',
    });
    expect(await elsewhere.call(schoolPackages.add, taken)).toMatchObject({ name: 'NYHETER' });
    expect(await superadmin.refused(schoolPackages.add, taken)).toMatchObject({ code: 'school.not-chosen' });
    expect(await teacher.refused(schoolPackages.add, taken)).toMatchObject({ code: 'access.denied' });
  });

  it('is changed, and a lock in force opens the new list at once', async () => {
    const lock = await ict.call(locks.add, lockWith(id));
    const { version } = await ict.call(schoolPackages.detail, { id });
    expect(await ict.call(schoolPackages.update, { id, version, domains: ['c.no'] })).toMatchObject({
      name: 'Nyheter',
      domains: ['c.no'],
      version: version + 1,
      inUse: 1,
    });
    const { open } = await ict.call(locks.detail, { id: lock.id });
    expect(open.map(({ domain }) => domain)).toEqual(['c.no']);
    expect(await ict.refused(schoolPackages.update, { id, version, name: 'x' })).toMatchObject({
      code: 'row.stale',
    });
    expect(await elsewhere.refused(schoolPackages.update, { id, name: 'x' })).toMatchObject({
      code: 'domain-package.not-found',
    });
    expect(await eventsOf('domain-package.changed')).toBe(1);
  });

  it('in use is not deleted, and says so by name; afterwards it is', async () => {
    expect((await ict.call(schoolPackages.detail, { id })).usedBy).toMatchObject([{ description: 'Prøve' }]);
    expect(await ict.call(schoolPackages.remove, { ids: [id] })).toMatchObject({
      succeeded: [],
      failed: [{ code: 'domain-package.in-use', params: { name: 'Nyheter' } }],
    });
    expect(await elsewhere.call(schoolPackages.remove, { ids: [id] })).toMatchObject({
      failed: [{ code: 'domain-package.not-found' }],
    });
    house.clock.set('2026-11-20T14:00:00Z');
    expect((await ict.call(schoolPackages.remove, { ids: [id] })).succeeded).toEqual([String(id)]);
    expect(await ict.refused(schoolPackages.detail, { id })).toMatchObject({
      code: 'domain-package.not-found',
    });
  });

  it.each(['name', 'domainCount', 'inUse', 'changed', 'changedBy'] as const)(
    'stands in the list sorted by %s',
    async (sortBy) => {
      const { Items } = await elsewhere.call(schoolPackages.list, { sortBy, search: 'b.no' });
      expect(Items.map(({ name }) => name)).toEqual(['NYHETER']);
      expect((await ict.call(schoolPackages.list, { sortBy })).TotalItems).toBe(0);
    },
  );
});

describe('a domain package of all schools', () => {
  it('is made by the owner, read and used by every school', async () => {
    const wanted = { name: 'Udir', domains: ['udir.no'] };
    const { id } = await superadmin.call(globalPackages.add, wanted);
    expect(await superadmin.refused(globalPackages.add, wanted)).toMatchObject({
      code: 'domain-package.name-taken',
    });
    expect(await ict.refused(globalPackages.add, wanted)).toMatchObject({ code: 'access.denied' });
    expect((await ict.call(globalPackages.list, { inUse: false })).Items).toMatchObject([{ id, inUse: 0 }]);
    const end = '2026-11-20T15:00:00Z';
    expect(await ict.call(locks.add, { ...lockWith(id), end })).toMatchObject({ packageCount: 1 });
    expect((await elsewhere.call(globalPackages.detail, { id })).usedBy).toEqual([]);
    expect(
      await superadmin.call(globalPackages.update, { id, name: 'Utdanningsdirektoratet' }),
    ).toMatchObject({ scope: 'global', name: 'Utdanningsdirektoratet' });
    expect((await superadmin.call(globalPackages.remove, { ids: [id] })).failed).toMatchObject([
      { code: 'domain-package.in-use' },
    ]);
    // A school's own act does not reach it.
    expect(await ict.refused(schoolPackages.update, { id, name: 'x' })).toMatchObject({
      code: 'domain-package.not-found',
    });
  });
});

describe('pages that are always open', () => {
  it('are everybody’s, which a school reads, and the school’s own', async () => {
    await superadmin.call(alwaysOpen.update, { global: ['Fjordby.no'] });
    expect(await ict.call(alwaysOpen.update, { school: ['fjb.no', 'a.fjb.no', 'FJB.no'] })).toEqual({
      global: ['fjordby.no'],
      school: ['a.fjb.no', 'fjb.no'],
    });
    expect(await ict.call(alwaysOpen.update, { school: ['fjb.no'] })).toMatchObject({ school: ['fjb.no'] });
    expect(await elsewhere.call(alwaysOpen.get, {})).toEqual({ global: ['fjordby.no'], school: [] });
    expect(await ict.refused(alwaysOpen.update, { global: [] })).toMatchObject({
      status: 403,
      why: { rule: 'domains.global', grantedBy: ['superadmin'] },
    });
    expect(await superadmin.refused(alwaysOpen.update, { school: [] })).toMatchObject({
      code: 'school.not-chosen',
    });
    const faulty = await ict.refused(alwaysOpen.update, { school: ['ok.no', 'nei'] });
    expect(faulty.fields).toMatchObject([{ path: 'school', key: 'domain', params: { domain: 'nei' } }]);
    expect(await teacher.refused(alwaysOpen.get, {})).toMatchObject({ code: 'access.denied' });
    const { rows } = await sql<{ changes: number }>`
      select count(*)::int as changes from journal.change where table_name = 'always_open_page'`.execute(
      house.db,
    );
    expect(rows[0]?.changes).toBe(4);
  });
});

describe('exam resources', () => {
  it('are everybody’s and the school’s own, kept by their ids', async () => {
    await superadmin.call(examResources.update, {
      global: [{ name: 'Geogebra', domains: ['geogebra.org'] }],
    });
    const { school } = await ict.call(examResources.update, {
      school: [
        { name: 'Ordbok', domains: ['ordbokene.no'] },
        { name: 'Kart', domains: ['kart.no'] },
      ],
    });
    expect(school.map(({ name }) => name)).toEqual(['Kart', 'Ordbok']);
    const [kart] = school;
    const changed = await ict.call(examResources.update, {
      school: [{ id: kart?.id, name: 'Norgeskart', domains: ['norgeskart.no'] }],
    });
    expect(changed).toMatchObject({
      global: [{ name: 'Geogebra' }],
      school: [{ id: kart?.id, name: 'Norgeskart', domains: ['norgeskart.no'] }],
    });
    expect((await elsewhere.call(examResources.get, {})).school).toEqual([]);
    // An id of another school is not theirs to change.
    await elsewhere.call(examResources.update, {
      school: [{ id: kart?.id, name: 'Stjålet', domains: ['a.no'] }],
    });
    expect((await ict.call(examResources.get, {})).school).toMatchObject([{ name: 'Norgeskart' }]);
  });

  it('are refused with a faulty domain, a name twice, or everybody’s by a school', async () => {
    const faulty = await ict.refused(examResources.update, {
      school: [{ name: 'Kart', domains: ['http://kart.no'] }],
    });
    expect(faulty.fields).toMatchObject([{ path: 'school.0.domains', key: 'scheme' }]);
    const twice = ['Kart', 'KART'].map((name) => ({ name, domains: ['kart.no'] }));
    expect(await ict.refused(examResources.update, { school: twice })).toMatchObject({
      code: 'exam-resource.name-taken',
    });
    expect(await ict.refused(examResources.update, { global: [] })).toMatchObject({ code: 'access.denied' });
  });
});
