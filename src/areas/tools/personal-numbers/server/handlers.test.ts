import { idnr } from '@navikt/fnrvalidator';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';

import { maskNationalNumber } from '#server/national-number.ts';
import { type Caller, openHouse } from '#server/testing/house.ts';

import { personalNumbers } from '../contract.ts';
import { personalNumberHandlers } from './handlers.ts';
import { executeNumberChanges } from './service.ts';

/** Numbers of that birth date with right check digits, so made that they are nobody's: series not in use. */
function numbersOf(date: string, count: number): string[] {
  const found: string[] = [];
  for (let rest = 0; found.length < count; rest += 1) {
    const number = `${date}${String(rest).padStart(5, '0')}`;
    if (idnr(number).status === 'valid') found.push(number);
  }
  return found;
}

const [first = '', second = '', third = '', fourth = '', fifth = ''] = numbersOf('010112', 5);
const wrongDigits = `${first.slice(0, 10)}${(Number(first.at(-1)) + 1) % 10}`;

const house = await openHouse(personalNumberHandlers);
let ict: Caller;
let leader: Caller;
let elsewhere: Caller;
let superadmin: Caller;
let central: Caller;

interface Number_ {
  value: string;
  kind?: string;
  invalid?: boolean;
}

const columnsOf = ({ value, kind = 'fnr', invalid = false }: Number_) => ({
  national_number_cipher: house.services.vault.encrypt(value),
  national_number_hash: house.services.vault.hash(value),
  national_number_masked: maskNationalNumber(value),
  national_number_kind: kind,
  ...(invalid && { invalid_columns: '{nationalNumber}' }),
});

beforeAll(async () => {
  await house.seed(async (seed) => {
    await seed.school('FJB', 'Fjordby skole');
    await seed.school('LUN', 'Lunde skole');
    const person = (userName: string, code: string, number?: Number_, columns = {}) =>
      seed.user({
        userName,
        firstName: 'Prøve',
        lastName: userName,
        schools: [{ code }],
        columns: { source: 'sas', birth_date: '2012-01-01', ...(number && columnsOf(number)), ...columns },
      });
    await person('right', 'FJB', { value: first });
    await person('checksum', 'FJB', { value: wrongDigits, invalid: true });
    await person('date', 'FJB', { value: '32011212345', invalid: true });
    await person('provisional', 'FJB', { value: '010112ABCDEF', kind: 'provisional' });
    await person('missing', 'FJB');
    await person('gone', 'FJB', undefined, { expires_on: '2026-01-01' });
    await person('hidden', 'FJB', undefined, { shielded: true });
    await person('foreign', 'LUN');
    await person('twin.a', 'FJB', { value: second }, { last_name: 'Dobbel' });
    await person(
      'twin.b',
      'LUN',
      { value: second },
      { last_name: 'Dobbel', created_at: '2026-11-01T08:00:00Z' },
    );
  });
  ict = await house.signIn('schoolIct', { school: 'FJB' });
  leader = await house.signIn('schoolAdministrator', { school: 'FJB' });
  elsewhere = await house.signIn('schoolAdministrator', { school: 'LUN' });
  superadmin = await house.signIn('superadmin');
  central = await house.signIn('centralAdmin');
});

const eventsOf = async (event: string) =>
  (await sql`select from journal.operation where event = ${event}`.execute(house.db)).rows.length;

async function reasonsOf(event: string) {
  const { rows } = await sql<{ reason: string | null }>`
    select reason from journal.operation where event = ${event}`.execute(house.db);
  return rows.map(({ reason }) => reason);
}

const atTheImport = () =>
  house.seed(({ tx }) => executeNumberChanges(tx, { now: house.clock.now(), day: '2026-11-20' }));

const names = async (caller: Caller, question: object = {}) =>
  (await caller.call(personalNumbers.deviations, question)).Items.filter(({ source }) => source === 'sas')
    .map(({ userName }) => userName)
    .toSorted();

describe('the deviations', () => {
  it('are told with their reason and a masked number, at the own school', async () => {
    const page = await ict.call(personalNumbers.deviations, { sortBy: 'userName', sortDir: 'asc' });
    const told = page.Items.filter(({ source }) => source === 'sas');
    expect(told.map(({ userName, reason, ssnMasked }) => [userName, reason, ssnMasked])).toEqual([
      ['checksum', 'invalidChecksum', '010112*****'],
      ['date', 'invalidDate', '320112*****'],
      ['missing', 'missing', null],
      ['provisional', 'provisional', '010112******'],
    ]);
    expect(JSON.stringify(page)).not.toContain(wrongDigits);
  });

  it('are filtered, searched and seen by whom they concern', async () => {
    expect(await names(ict, { reason: ['missing', 'provisional'] })).toEqual(['missing', 'provisional']);
    expect(await names(ict, { search: 'check' })).toEqual(['checksum']);
    expect(await names(leader, { reason: ['missing'] })).toEqual(['hidden', 'missing']);
    expect(await names(elsewhere)).toEqual(['foreign']);
    expect(await names(central, { reason: ['missing'] })).toEqual(['foreign', 'missing']);
    expect(await names(central, { school: 'LUN' })).toEqual(['foreign']);
  });

  it('leave out accounts that several people share, which are nobody’s', async () => {
    expect(await names(ict)).toContain('missing');
    await house.seed(({ tx }) =>
      sql`insert into common_user (user_id) select id from users where user_name = 'missing'`.execute(tx),
    );
    expect(await names(ict)).not.toContain('missing');
    await house.seed(({ tx }) => sql`delete from common_user`.execute(tx));
  });

  it.each(['displayName', 'school', 'reason', 'source', 'found'] as const)('sort by %s', async (sortBy) => {
    expect((await ict.call(personalNumbers.deviations, { sortBy })).TotalItems).toBeGreaterThanOrEqual(4);
  });
});

describe('the duplicates', () => {
  it('show a school its own account and that there is another, the owner both', async () => {
    const { Items: own } = await ict.call(personalNumbers.duplicates, {});
    expect(own).toMatchObject([
      { ssnMasked: '010112*****', elsewhere: 1, suggestion: 'merge', accounts: [{ userName: 'twin.a' }] },
    ]);
    expect(JSON.stringify(own)).not.toContain('twin.b');
    const { Items: all } = await superadmin.call(personalNumbers.duplicates, { search: 'twin.b' });
    expect(all).toMatchObject([{ elsewhere: 0, accounts: [{ userName: 'twin.a' }, { userName: 'twin.b' }] }]);
    expect((await superadmin.call(personalNumbers.duplicates, { suggestion: 'changeNumber' })).Items).toEqual(
      [],
    );
  });

  it('are not asked about again once somebody said they are two people', async () => {
    const [duplicate] = (await superadmin.call(personalNumbers.duplicates, {})).Items;
    const id = duplicate?.id ?? 0;
    expect(await leader.refused(personalNumbers.ignore, { id })).toMatchObject({ code: 'access.denied' });
    await superadmin.call(personalNumbers.ignore, { id });
    expect((await superadmin.call(personalNumbers.duplicates, {})).TotalItems).toBe(0);
    expect(await superadmin.refused(personalNumbers.ignore, { id })).toMatchObject({
      code: 'number-duplicate.not-found',
    });
    expect(await eventsOf('national-number.pair-settled')).toBe(1);
    await house.seed(({ tx }) => sql`delete from number_pair_settled`.execute(tx));
  });

  it('are made one: the kept account has what the other had, which is over', async () => {
    await house.seed(async (seed) => {
      await seed.group({ name: 'LUN kor', school: 'LUN' });
      await seed.member({ group: 'LUN kor', user: 'twin.b' });
    });
    expect(
      await superadmin.refused(personalNumbers.merge, { keep: 'twin.a', remove: 'right' }),
    ).toMatchObject({
      code: 'number-duplicate.not-found',
    });
    expect(
      await superadmin.refused(personalNumbers.merge, { keep: 'twin.a', remove: 'twin.a' }),
    ).toMatchObject({
      fields: [{ path: 'remove' }],
    });
    expect(await leader.refused(personalNumbers.merge, { keep: 'twin.a', remove: 'twin.b' })).toMatchObject({
      code: 'access.denied',
    });
    await superadmin.call(personalNumbers.merge, { keep: 'twin.a', remove: 'twin.b' });
    const { rows } = await sql`
      select u.user_name, u.expires_on, u.national_number_hash is null as "numberless",
             (select count(*)::int from school_user p where p.user_id = u.id) as schools,
             (select count(*)::int from membership m where m.user_id = u.id) as groups
        from users u where u.user_name like 'twin.%' order by 1`.execute(house.db);
    expect(rows).toEqual([
      { userName: 'twin.a', expiresOn: null, numberless: false, schools: 2, groups: 1 },
      { userName: 'twin.b', expiresOn: '2026-11-19', numberless: true, schools: 0, groups: 0 },
    ]);
    expect((await superadmin.call(personalNumbers.duplicates, {})).TotalItems).toBe(0);
    expect(await eventsOf('user.merged')).toBe(1);
  });
});

describe('checking a number', () => {
  it.each([
    [() => first, { valid: true, kind: 'fnr', inUse: true, userName: 'right' }],
    [
      () => `${fifth.slice(0, 6)} ${fifth.slice(6)}`,
      { valid: true, kind: 'fnr', inUse: false, userName: null },
    ],
    [() => wrongDigits, { valid: false, kind: 'fnr', inUse: true, userName: 'checksum' }],
  ])('says what it is and who has it', async (number, answer) => {
    expect(await superadmin.call(personalNumbers.check, { ssn: number() })).toEqual(answer);
  });

  it('is logged, and the superadmin’s alone', async () => {
    expect(await eventsOf('national-number.checked')).toBe(3);
    expect(await leader.refused(personalNumbers.check, { ssn: first })).toMatchObject({
      code: 'access.denied',
    });
  });
});

describe('a change of number', () => {
  const change = { userName: 'right', oldSsn: first, newSsn: third };

  it.each([
    [{ userName: 'nobody' }, 404, 'user.not-found', 'userName noUser'],
    [{ userName: 'foreign', oldSsn: '' }, 404, 'user.not-found', 'userName noUser'],
    [{ oldSsn: fourth }, 409, 'number-change.not-the-number', 'oldSsn notTheNumber'],
    [{ oldSsn: '' }, 409, 'number-change.not-the-number', 'oldSsn notTheNumber'],
    [{ newSsn: wrongDigits }, 422, 'request.invalid', 'newSsn checkDigits'],
    [{ newSsn: '32011212345' }, 422, 'request.invalid', 'newSsn date'],
    [{ newSsn: '0101AB' }, 422, 'request.invalid', 'newSsn short'],
    [{ newSsn: second }, 409, 'number-change.in-use', 'newSsn inUse'],
    [{ newSsn: first }, 409, 'number-change.in-use', 'newSsn same'],
  ])('is refused for %o', async (wrong, status, code, field) => {
    const problem = await leader.refused(personalNumbers.update, { ...change, ...wrong });
    expect(problem).toMatchObject({ status, code });
    expect(problem.fields.map(({ path, key }) => `${path} ${key}`)).toEqual([field]);
  });

  it('waits for the import, masked, and tells the numbers only to who asks, which is logged', async () => {
    const { changeId, status } = await leader.call(personalNumbers.update, {
      ...change,
      comment: 'Fikk fødselsnummer',
    });
    expect(status).toBe('registered');
    const page = await leader.call(personalNumbers.list, {});
    expect(page.Items).toMatchObject([
      {
        id: changeId,
        userName: 'right',
        oldMasked: '010112*****',
        newMasked: '010112*****',
        status: 'registered',
      },
    ]);
    expect(await leader.refused(personalNumbers.update, change)).toMatchObject({
      code: 'number-change.exists',
    });
    expect(await leader.call(personalNumbers.show, { id: changeId, reason: 'Etter telefon' })).toEqual({
      oldSsn: first,
      newSsn: third,
    });
    expect(await elsewhere.refused(personalNumbers.show, { id: changeId })).toMatchObject({
      code: 'number-change.not-found',
    });
    expect((await elsewhere.call(personalNumbers.list, {})).TotalItems).toBe(0);
    expect(
      (await superadmin.call(personalNumbers.list, { school: 'FJB', userName: 'RIGHT' })).TotalItems,
    ).toBe(1);
    expect(await ict.refused(personalNumbers.list, {})).toMatchObject({ code: 'access.denied' });
    expect(await reasonsOf('user.national-number-shown')).toEqual(['Etter telefon']);

    const { rows } = await sql<{ text: string }>`
      select coalesce(string_agg(before::text || after::text, ' '), '') as text from journal.change`.execute(
      house.db,
    );
    expect(rows[0]?.text).not.toContain(third);
  });

  it('is closed from 16:00 to 22:00, and while an import runs', async () => {
    const [registered] = (await leader.call(personalNumbers.list, {})).Items;
    const ids = [registered?.id ?? 0];
    house.clock.set('2026-11-20T15:00:00Z');
    expect(await leader.refused(personalNumbers.remove, { ids })).toMatchObject({
      status: 423,
      code: 'number-change.closed',
      params: { from: '16:00', to: '22:00' },
    });
    const late = { userName: 'missing', newSsn: fourth };
    expect(await leader.refused(personalNumbers.update, late)).toMatchObject({
      code: 'number-change.closed',
    });

    house.clock.set('2026-11-20T12:00:00Z');
    await sql`insert into import_run (file_name, started_via, dry_run, started_by, started_at)
      values ('natt.xml', 'folder', false, 'portal', now())`.execute(house.db);
    expect(await leader.refused(personalNumbers.update, late)).toMatchObject({
      code: 'number-change.closed',
    });
    await sql`update import_run set status = 'completed'`.execute(house.db);
    await leader.call(personalNumbers.update, late);
  });

  it('is deleted before that, and carried out by the import otherwise', async () => {
    const { Items } = await leader.call(personalNumbers.list, { userName: 'missing' });
    const id = Items[0]?.id ?? 0;
    expect(await leader.call(personalNumbers.remove, { ids: [id, 999] })).toMatchObject({
      succeeded: [String(id)],
      failed: [{ id: '999', code: 'number-change.not-found' }],
    });
    expect(await atTheImport()).toEqual({ changed: 1 });
    expect(await atTheImport()).toEqual({ changed: 0 });
    expect(await superadmin.call(personalNumbers.check, { ssn: third })).toMatchObject({ userName: 'right' });
    const [done] = (await leader.call(personalNumbers.list, { status: ['done'] })).Items;
    expect(await leader.call(personalNumbers.remove, { ids: [done?.id ?? 0] })).toMatchObject({
      failed: [{ code: 'number-change.done' }],
    });
  });

  it('is not carried out for a number somebody else has by then', async () => {
    await leader.call(personalNumbers.update, { userName: 'missing', newSsn: fifth });
    await house.seed((seed) =>
      seed.user({ userName: 'quicker', schools: [{ code: 'LUN' }], columns: columnsOf({ value: fifth }) }),
    );
    await atTheImport();
    expect((await leader.call(personalNumbers.list, { userName: 'missing' })).Items).toMatchObject([
      { status: 'failed', message: 'number-in-use' },
    ]);
  });

  it('is a deviation again when the source sends another number afterwards', async () => {
    await house.seed(({ tx }) =>
      sql`update users set national_number_hash = ${house.services.vault.hash(first)} where user_name = 'right'`.execute(
        tx,
      ),
    );
    const { Items } = await ict.call(personalNumbers.deviations, { reason: ['differsFromSource'] });
    expect(Items).toMatchObject([{ userName: 'right', otherMasked: '010112*****' }]);
  });
});

describe('the log of changes', () => {
  it('tells what was registered and what an import brought, masked, newest first', async () => {
    const { Items } = await leader.call(personalNumbers.log, { userName: 'right' });
    expect(Items.map(({ status, oldMasked, newMasked }) => [status, oldMasked, newMasked])).toEqual([
      ['done', '010112*****', '010112*****'],
      ['done', '010112*****', '010112*****'],
    ]);
    const { Items: registered } = await superadmin.call(personalNumbers.list, { userName: 'right' });
    expect(Items.map(({ actor }) => actor)).toContain(registered[0]?.registeredBy);
    expect(JSON.stringify(Items)).not.toContain(third);
  });

  it('is filtered, and sorted by every column that sorts', async () => {
    const { Items } = await leader.call(personalNumbers.log, { status: ['failed'] });
    expect(Items).toMatchObject([{ userName: 'missing', status: 'failed', importRun: null }]);
    expect((await leader.call(personalNumbers.log, { at: '2020-01-01..2020-01-02' })).TotalItems).toBe(0);
    for (const sortBy of [
      'time',
      'actor',
      'displayName',
      'userName',
      'school',
      'status',
      'importRun',
    ] as const) {
      expect((await leader.call(personalNumbers.log, { sortBy })).TotalItems).toBeGreaterThan(2);
    }
  });

  it('is seen where the person is, by those who may', async () => {
    expect((await elsewhere.call(personalNumbers.log, { userName: 'right' })).TotalItems).toBe(0);
    expect((await central.call(personalNumbers.log, { userName: 'right' })).TotalItems).toBe(2);
    expect(await ict.refused(personalNumbers.log, {})).toMatchObject({ code: 'access.denied' });
  });
});
