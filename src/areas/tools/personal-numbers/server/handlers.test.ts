import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';

import { numbersOf } from '#server/testing/national-numbers.ts';

import { personalNumbers } from '../contract.ts';
import { executeNumberChanges } from './service.ts';
import { columnsOf, fifth, first, fourth, openNumbers, second, third, wrongDigits } from './testing.ts';

const { house, ict, leader, elsewhere, superadmin, eventsOf } = await openNumbers();

async function reasonsOf(event: string) {
  const { rows } = await sql<{ reason: string | null }>`
    select reason from journal.operation where event = ${event}`.execute(house.db);
  return rows.map(({ reason }) => reason);
}

const atTheImport = () =>
  house.seed(({ tx }) => executeNumberChanges(tx, { now: house.clock.now(), day: '2026-11-20' }));

describe('checking a number', () => {
  it.each([
    [() => first, { valid: true, kind: 'fnr', inUse: true, userName: 'right' }],
    [
      () => `${fifth.slice(0, 6)} ${fifth.slice(6)}`,
      { valid: true, kind: 'fnr', inUse: false, userName: null },
    ],
    [() => wrongDigits, { valid: false, kind: 'fnr', inUse: true, userName: 'checksum' }],
    [() => 'ukjent', { valid: false, kind: 'none', inUse: false, userName: null }],
  ])('says what it is and who has it', async (number, answer) => {
    expect(await superadmin.call(personalNumbers.check, { ssn: number() })).toEqual(answer);
  });

  it('is logged, and the superadmin’s alone', async () => {
    expect(await eventsOf('national-number.checked')).toBe(4);
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
    [{ newSsn: '0101AB' }, 422, 'request.invalid', 'newSsn notANumber'],
    [{ newSsn: 'ukjent' }, 422, 'request.invalid', 'newSsn notANumber'],
    [{ oldSsn: 'ukjent' }, 409, 'number-change.not-the-number', 'oldSsn notTheNumber'],
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

  it('is of the school that is named, where the person is', async () => {
    const wish = { userName: 'date', oldSsn: '32011212345', newSsn: fourth };
    for (const school of ['LUN', 'XXX']) {
      expect(await superadmin.refused(personalNumbers.update, { ...wish, school })).toMatchObject({
        status: 404,
        code: 'school.not-found',
        fields: [{ path: 'school', key: 'invalid' }],
      });
    }
    await house.seed(({ tx }) =>
      sql`insert into school_user (school_id, user_id, role, is_primary, added_at)
          select s.id, u.id, 'student', false, now() from school s, users u
           where s.code = 'LUN' and u.user_name = 'date'`.execute(tx),
    );
    expect((await leader.refused(personalNumbers.update, { ...wish, school: 'LUN' })).code).toBe(
      'school.not-found',
    );
    for (const [school, code] of [
      ['lun', 'LUN'],
      [undefined, 'FJB'],
    ] as const) {
      const { changeId: id } = await superadmin.call(personalNumbers.update, { ...wish, school });
      expect(
        (await superadmin.call(personalNumbers.list, { id, school: code.toLowerCase() })).Items,
      ).toMatchObject([{ school: { code } }]);
      expect((await superadmin.call(personalNumbers.list, { id, school: 'XXX' })).TotalItems).toBe(0);
      expect((await leader.call(personalNumbers.list, { id, school: 'FJB' })).TotalItems).toBe(1);
      await superadmin.call(personalNumbers.remove, { ids: [id] });
    }
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
      seed.user({
        userName: 'quicker',
        schools: [{ code: 'LUN' }],
        columns: columnsOf(house, { value: fifth }),
      }),
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

describe('what is asked about numbers', () => {
  it('and changed stands in the journal, with what was wanted and never with a number', async () => {
    expect(await eventsOf('national-number.change-registered')).toBe(5);
    expect(await eventsOf('national-number.change-deleted')).toBe(4);
    const { rows } = await sql<{ text: string }>`
      select string_agg(o::text, ' ') || (select string_agg(c::text, ' ') from journal.change c) as text
        from journal.operation o`.execute(house.db);
    for (const number of [first, third, fourth, fifth]) expect(rows[0]?.text).not.toContain(number);
  });

  it.each([
    [personalNumbers.check, { ssn: '123' }, 'ssn'],
    [personalNumbers.update, { userName: '', newSsn: fourth }, 'userName'],
    [personalNumbers.update, { userName: 'right', newSsn: fourth, comment: '<b>' }, 'comment'],
    [personalNumbers.list, { status: ['gone'] }, 'status.0'],
    [personalNumbers.remove, { ids: [] }, 'ids'],
    [personalNumbers.show, { id: 0 }, 'id'],
    [personalNumbers.show, { id: 1, reason: '<b>' }, 'reason'],
    [personalNumbers.merge, { keep: 'twin.a' }, 'remove'],
    [personalNumbers.ignore, { id: 'x' }, 'id'],
    [personalNumbers.deviations, { reason: ['gone'] }, 'reason.0'],
    [personalNumbers.duplicates, { pageSize: 0 }, 'pageSize'],
    [personalNumbers.log, { at: 'i går' }, 'at'],
  ] as const)('is asked in right words: $signature %o', async ({ signature }, input, path) => {
    const { status, body } = await superadmin.request(signature, input);
    expect([status, body]).toMatchObject([422, { code: 'request.invalid', fields: [{ path }] }]);
  });

  it('is told to school ICT as deviations alone, and of other schools to nobody at one', async () => {
    for (const route of [
      personalNumbers.update,
      personalNumbers.remove,
      personalNumbers.list,
      personalNumbers.show,
      personalNumbers.log,
      personalNumbers.check,
    ]) {
      expect((await ict.request(route.signature)).body).toMatchObject({ code: 'access.denied' });
    }
    const { changeId } = await leader.call(personalNumbers.update, {
      userName: 'checksum',
      oldSsn: wrongDigits,
      newSsn: fourth,
    });
    expect((await elsewhere.call(personalNumbers.remove, { ids: [changeId] })).failed).toMatchObject([
      { id: String(changeId), code: 'number-change.not-found' },
    ]);
    expect(
      await superadmin.refused(personalNumbers.merge, { keep: 'nobody', remove: 'right' }),
    ).toMatchObject({ code: 'user.not-found' });
    expect((await leader.call(personalNumbers.remove, { ids: [changeId] })).succeeded).toEqual([
      String(changeId),
    ]);
  });
});

describe('the log of changes', () => {
  it('tells what was registered and what an import brought, masked, newest first', async () => {
    const { Items } = await leader.call(personalNumbers.log, { userName: 'right', status: ['done'] });
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
    const within = async (question: object) => (await leader.call(personalNumbers.log, question)).TotalItems;
    expect(await within({ at: '2020-01-01..2020-01-02' })).toBe(0);
    expect(await within({ from: '2020-01-01', to: '2020-01-02' })).toBe(0);
    expect(await within({ from: '2026-11-20', to: '2026-11-20' })).toBe(
      await within({ at: '2026-11-20..2026-11-20' }),
    );
    expect(await within({ from: '2026-11-20' })).toBeGreaterThan(0);
    expect((await leader.call(personalNumbers.log, { to: '2020-01-02' })).TotalItems).toBe(0);
    expect((await leader.call(personalNumbers.log, { from: '2020-01-01' })).TotalItems).toBeGreaterThan(2);
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
    const at = async (caller: typeof superadmin, school: string) =>
      (await caller.call(personalNumbers.log, { userName: 'right', school, status: ['done'] })).TotalItems;
    expect([await at(superadmin, 'FJB'), await at(superadmin, 'LUN'), await at(leader, 'LUN')]).toEqual([
      2, 0, 0,
    ]);
    expect((await superadmin.call(personalNumbers.log, { userName: 'right' })).TotalItems).toBeGreaterThan(2);
    expect(await ict.refused(personalNumbers.log, {})).toMatchObject({ code: 'access.denied' });
  });
});

describe('a number of two people, and guesses', () => {
  it('is refused when it waits for somebody else already, and at the night neither gets it', async () => {
    house.clock.set('2026-11-20T12:00:00Z');
    await house.seed(async (seed) => {
      for (const userName of ['same.one', 'same.two'])
        await seed.user({ userName, schools: [{ code: 'FJB' }] });
    });
    const [number = '', later = ''] = numbersOf('020212', 2);
    await leader.call(personalNumbers.update, { userName: 'same.one', newSsn: number });
    expect(
      await leader.refused(personalNumbers.update, { userName: 'same.two', newSsn: number }),
    ).toMatchObject({
      code: 'number-change.in-use',
      fields: [{ path: 'newSsn', key: 'inUse' }],
    });
    const both = await Promise.all(
      ['same.two', 'provisional'].map((userName) =>
        leader.request(personalNumbers.update.signature, {
          userName,
          newSsn: later,
          ...(userName === 'provisional' && { oldSsn: '010112ABCDEF' }),
        }),
      ),
    );
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);

    // As two that were registered before this was refused.
    await house.seed(({ tx }) =>
      sql`update number_change set new_hash = ${house.services.vault.hash(number)} where status = 'registered'`.execute(
        tx,
      ),
    );
    await atTheImport();
    const { Items } = await leader.call(personalNumbers.list, { status: ['failed'], userName: 'same.one' });
    expect(Items).toMatchObject([{ message: 'registered-twice' }]);
    expect(await superadmin.call(personalNumbers.check, { ssn: number })).toMatchObject({ inUse: false });
  });

  it('is guessed only so often, and each who was found by a guess stands in the log', async () => {
    const guesser = await house.signIn('schoolAdministrator', { school: 'FJB' });
    const guess = { userName: 'checksum', oldSsn: wrongDigits, newSsn: second };
    expect(await guesser.refused(personalNumbers.update, guess)).toMatchObject({
      code: 'number-change.in-use',
    });
    const { Items } = await leader.call(personalNumbers.log, { status: ['found'], userName: 'twin.a' });
    expect(Items.map(({ actor }) => actor)).toContain(guesser.actor.userName);
    const { rows } = await sql<{ status: string; messageCode: string }>`
      select status, message_code from journal.operation where actor_id = ${guesser.actor.userId}`.execute(
      house.db,
    );
    expect(rows).toEqual([{ status: 'failed', messageCode: 'number-change.in-use' }]);

    await sql`insert into budget_use (user_id, kind, used_at, amount)
              values (${guesser.actor.userId}, 'number-misses', ${house.clock.now()}, 98)`.execute(house.db);
    for (const code of ['number-change.not-the-number', 'probing.too-many', 'probing.too-many']) {
      expect(
        (await guesser.refused(personalNumbers.update, { ...guess, oldSsn: first, newSsn: fourth })).code,
      ).toBe(code);
    }
  });
});
