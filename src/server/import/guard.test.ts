/** What an import holds back by school and kind, and what people's decisions do to the next one. */
import { describe, expect, it, vi } from 'vitest';

import { ids, openGuard, people } from './testing-guard.ts';
import { file, group, members, person, school } from './testing.ts';

// Several whole imports each, on cores that others use too.
vi.setConfig({ testTimeout: 60_000 });

const { pool, clock, rows, imported, countsOf, slicesOf, changesOf, decide } = await openGuard();

const granlia = school('s1', 'Granlia skole');
const solvika = school('s2', 'Solvika skole');
const both = (
  atGranlia: readonly string[],
  atSolvika: readonly string[],
  all = [...atGranlia, ...atSolvika],
) => file(people(all), granlia, solvika, members('s1', atGranlia), members('s2', atSolvika));

describe('a file with one school missing', () => {
  const whole = both(ids(0, 30), ids(30, 45));
  const partial = file(people(ids(30, 46)), solvika, members('s2', ids(30, 46)));

  it('takes nobody there, holds that slice, and does every other school', async () => {
    await imported(whole);
    const result = await imported(partial);
    expect(await countsOf(result)).toMatchObject({ person: { held: 30, new: 1, unchanged: 15 } });
    expect(await slicesOf(result)).toEqual([
      { code: 'GRA', kind: 'left', rows: 30, people: 30, verdict: 'held' },
      { code: 'SOL', kind: 'new', rows: 1, people: 15, verdict: 'within' },
    ]);
    expect(await rows('select from users where expires_on is not null')).toEqual([]);
    expect(await changesOf(await imported(partial))).toEqual([]);
  });

  it('lets them go when somebody has accepted it, once', async () => {
    await imported(whole);
    await decide(await imported(partial), 'accepted');
    const rehearsed = await imported(partial, { dryRun: true });
    expect(await slicesOf(rehearsed)).toMatchObject([{ verdict: 'accepted' }]);
    expect(await rows('select from import_decision')).toHaveLength(1);

    expect(await countsOf(await imported(partial))).toMatchObject({ person: { left: 30 } });
    expect(await rows('select from import_decision')).toEqual([]);
  });

  it('asks again when more would go than were accepted', async () => {
    await imported(whole);
    await decide(await imported(partial), 'accepted', { rows: 29 });
    expect(await slicesOf(await imported(partial))).toMatchObject([{ verdict: 'held' }]);
  });

  it('does not ask again after a rejection, until the file is right', async () => {
    await imported(whole);
    await decide(await imported(partial), 'rejected');
    expect(await slicesOf(await imported(partial))).toMatchObject([{ verdict: 'rejected' }]);
    await imported(both(ids(0, 30), ids(30, 46)));
    expect(await rows('select from import_decision')).toEqual([]);
    expect(await slicesOf(await imported(partial))).toMatchObject([{ verdict: 'held' }]);
  });

  it('waits until the day it was postponed to', async () => {
    await imported(whole);
    await decide(await imported(partial), 'postponed', { until: '2026-11-22' });
    expect(await slicesOf(await imported(partial))).toMatchObject([{ verdict: 'postponed' }]);
    clock.set('2026-11-22T17:00:00Z');
    expect(await slicesOf(await imported(partial))).toMatchObject([{ verdict: 'held' }]);
  });
});

describe('newcomers', () => {
  const before = both(ids(0, 60), ids(60, 70));

  it('are held at a school where an unusual lot would come, and nowhere else', async () => {
    await imported(before);
    const next = both([...ids(0, 60), ...ids(100, 155)], [...ids(60, 70), '200']);
    const result = await imported(next);
    expect(await slicesOf(result)).toEqual([
      { code: 'GRA', kind: 'new', rows: 55, people: 60, verdict: 'held' },
      { code: 'SOL', kind: 'new', rows: 1, people: 10, verdict: 'within' },
    ]);
    expect(await rows('select count(*)::integer as n from users')).toEqual([{ n: 71 }]);
    expect(
      await rows(
        `select held_as, count(*)::integer as n from import_plan where run_id = $1 and outcome = 'held'
                   group by 1`,
        [result.runId],
      ),
    ).toEqual([{ held_as: 'new', n: 55 }]);
    expect(await changesOf(await imported(next))).toEqual([]);

    await decide(await imported(next), 'accepted');
    await imported(next);
    expect(await rows('select count(*)::integer as n from users')).toEqual([{ n: 126 }]);
  });

  it('are all welcome at a school that is new itself', async () => {
    const result = await imported(before);
    expect(await slicesOf(result)).toMatchObject([{ verdict: 'within' }, { verdict: 'within' }]);
  });
});

describe('changes', () => {
  it('of nearly everybody at a school are held with their parts, and the plan says what they were', async () => {
    const class7 = group('7a', 's1', 1, '7A');
    const class8 = group('8a', 's1', 1, '8A');
    const all = ids(0, 55);
    const at = (family: string, at7: string): string =>
      file(people(all, family), granlia, class7, class8, members('s1', all), members(at7, all));
    await imported(at('Hansen', '7a'));
    const result = await imported(at('Olsen', '8a'));
    expect(await slicesOf(result)).toMatchObject([
      { kind: 'changed', rows: 55, people: 55, verdict: 'held' },
    ]);
    expect(await rows('select distinct last_name from users')).toEqual([{ last_name: 'Hansen' }]);
    expect(await rows('select distinct class_name from school_user')).toEqual([{ class_name: '7A' }]);
    expect(
      await rows(
        `select changes, class_name from import_plan where run_id = $1 and held_as = 'changed' limit 1`,
        [result.runId],
      ),
    ).toEqual([{ changes: { lastName: ['Hansen', 'Olsen'] }, class_name: '7A' }]);
  });

  it('of one person stand in the plan field by field, with the class', async () => {
    const all = ids(0, 3);
    const at = (email: string, of: string) =>
      file(
        person({ id: '0', email }),
        people(['1', '2']),
        granlia,
        group('7a', 's1', 1, '7A'),
        group('7b', 's1', 1, '7B'),
        members('s1', all),
        members(of, ['0']),
        members('7a', ['1', '2']),
      );
    await imported(at('before@skole.no', '7a'));
    const result = await imported(at('after@skole.no', '7b'));
    expect(
      await rows(
        `select outcome, class_name, changes from import_plan where run_id = $1 and subject = 'person'`,
        [result.runId],
      ),
    ).toEqual([
      {
        outcome: 'changed',
        class_name: '7B',
        changes: { email: ['before@skole.no', 'after@skole.no'], className: ['7A', '7B'] },
      },
    ]);
  });
});

describe('limits', () => {
  it('can be absolute, of the site and of a source', async () => {
    await pool.query(`begin; select journal.begin('test.set', 'test');
      insert into site_setting values ('import', '{"thresholds": {"new": {"share": null, "atMost": 2}}}'); commit`);
    await imported(both(ids(0, 5), ids(5, 10)));
    const next = both([...ids(0, 5), ...ids(20, 23)], ids(5, 10));
    expect(await slicesOf(await imported(next, { dryRun: true }))).toMatchObject([{ verdict: 'held' }]);
    const [own] = await rows(`insert into data_source (name, kind, folder, run_at, place, created_at)
      select 'own', 'pifu', 'own', '17:00', 1, now() from journal.begin('test.source', 'test') returning id`);
    const source = { id: Number(own?.['id']), thresholds: { new: { share: null, atMost: 3 } } };
    expect(await slicesOf(await imported(next, { dryRun: true, source }))).toMatchObject([
      { verdict: 'within' },
    ]);
  });

  it('hold memberships a school would lose, and count them only where enough would go', async () => {
    const all = ids(0, 30);
    const groups = ids(0, 10)
      .map((id) => group(`g${id}`, 's1', 2, `Gruppe ${id}`))
      .join('');
    const full = file(
      people(all),
      granlia,
      groups,
      members('s1', all),
      ...ids(0, 10).map((id) => members(`g${id}`, all)),
    );
    const bare = file(people(all), granlia, groups, members('s1', all), members('g0', all));
    await imported(full);
    const result = await imported(bare);
    expect(await slicesOf(result)).toEqual([
      { code: 'GRA', kind: 'memberships', rows: 270, people: 300, verdict: 'held' },
    ]);
    expect(await rows('select count(*)::integer as n from membership')).toEqual([{ n: 300 }]);
    const inPlan = await rows(
      `select key, outcome, held_as, changes from import_plan where run_id = $1 and subject = 'group' order by key`,
      [result.runId],
    );
    expect(inPlan).toHaveLength(9);
    expect(inPlan[0]).toEqual({
      key: 'GRA Gruppe 1',
      outcome: 'held',
      held_as: 'changed',
      changes: { members: ['30', '0'] },
    });
    await decide(result, 'accepted');
    await imported(bare);
    expect(await rows('select count(*)::integer as n from membership')).toEqual([{ n: 30 }]);
  });
});

describe('a rehearsal of the year change', () => {
  it('is for its own day, and tells of names, leavers with roles and classes without contact teacher', async () => {
    await imported(file(people(ids(0, 3)), granlia, group('7a', 's1', 1, '7A'), members('s1', ids(0, 3))));
    await pool.query(`begin; select journal.begin('test.granted', 'test');
      insert into role_grant (user_id, role, school_id, added_at)
      select u.id, 'schoolIct', s.id, now() from users u, school s where u.user_name = 'norhan0003'; commit`);
    const next = file(
      people(['0', '1', '9']),
      granlia,
      group('8a', 's1', 1, '8A'),
      group('7b', 's1', 1, '7A'),
      members('s1', [{ person: '0', end: '2027-06-20' }, '1', { person: '9', begin: '2027-08-15' }]),
      members('8a', ['1', '9']),
    );
    const result = await imported(next, { dryRun: true, asOf: '2027-08-20', acceptLeavers: true });
    expect(await countsOf(result)).toMatchObject({ person: { left: 2, new: 1 } });
    const [run] = await rows('select report, as_of::text from import_run where id = $1', [result.runId]);
    expect(run?.['as_of']).toBe('2027-08-20');
    expect(run?.['report']).toEqual({ class: 1, group: 1, leaver: 2, name: 1 });
    expect(
      await rows('select kind, name, key, note from import_report where run_id = $1 order by kind, number', [
        result.runId,
      ]),
    ).toEqual([
      expect.objectContaining({ kind: 'class', name: '8A', note: '2' }),
      expect.objectContaining({ kind: 'group', name: '7A', key: 'GRA 7A_2' }),
      expect.objectContaining({ kind: 'leaver', key: 'norhan0003', note: 'schoolIct' }),
      expect.objectContaining({ kind: 'leaver', key: 'norhan0001', note: '' }),
      expect.objectContaining({ kind: 'name', name: 'Nora Hansen' }),
    ]);
    expect(await rows('select from users where expires_on is not null')).toEqual([]);
  });
});
