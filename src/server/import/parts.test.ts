/** The part somebody has at a school, of all they are a member of there: whatever is looked at first, nothing is lost. */
import { expect, it } from 'vitest';

import { fixedClock } from '#server/clock.ts';
import { openVault } from '#server/national-number.ts';
import { testDatabase } from '#server/testing/database.ts';

import { runImport } from './run.ts';
import { file, group, type Member, members, person, request, school } from './testing.ts';

const { pool } = await testDatabase({ statementTimeoutMs: 0 });
const deps = { pool, clock: fixedClock('2026-11-20T17:00:00Z'), vault: openVault(Buffer.alloc(32, 7)) };

type Facts = Omit<Member, 'person'>;

const year: Facts = { begin: '2026-08-01', end: '2027-07-31' };
const term: Facts = { begin: '2026-08-01', end: '2027-01-15' };
const longer: Facts = { begin: '2025-08-01', end: '2028-07-31' };
const over: Facts = { begin: '2025-08-01', end: '2026-06-30' };
const teacher: Facts = { role: '02' };

/** At the school itself, in a class of it, and in another group of it. */
const atSchool = [undefined, {}, year, over, { ...term, ...teacher }];
const inClass = [undefined, {}, term, longer];
const inGroup = [undefined, {}, term, longer, over, teacher];

const people = atSchool.flatMap((direct) =>
  inClass.flatMap((ofClass) => inGroup.map((ofGroup) => ({ direct, ofClass, ofGroup }))),
);
const idOf = (at: number): string => `p${String(at).padStart(3, '0')}`;

const counts = (facts: Facts | undefined): facts is Facts => facts !== undefined && facts !== over;

/** As the rule is said: the first day to the last, open where one is; the role at the school itself before any other. */
function partOf({ direct, ofClass, ofGroup }: (typeof people)[number]) {
  const all = [direct, ofClass, ofGroup].filter(counts);
  if (all.length === 0) return undefined;
  const deciding = counts(direct) ? [direct] : all;
  const days = (key: 'begin' | 'end'): string[] =>
    all.flatMap((facts) => facts[key] ?? []).toSorted((a, b) => a.localeCompare(b));
  return {
    role: deciding.some(({ role = '01' }) => role !== '01') ? 'employee' : 'student',
    start: all.some(({ begin }) => begin === undefined) ? null : days('begin')[0],
    end: all.some(({ end }) => end === undefined) ? null : days('end').at(-1),
  };
}

it('lasts from the first day to the last of all that gives it, with the role at the school itself', async () => {
  const membersOf = (key: 'direct' | 'ofClass' | 'ofGroup'): Member[] =>
    people.flatMap((each, at) => (each[key] ? [{ person: idOf(at), ...each[key] }] : []));
  const result = await runImport(
    deps,
    request(
      file(
        school('s1', 'Granlia barneskole'),
        group('c1', 's1', 1, '5A'),
        group('g1', 's1', 2, '5A norsk'),
        ...people.map((_, at) => person({ id: idOf(at) })),
        members('s1', membersOf('direct')),
        members('c1', membersOf('ofClass')),
        members('g1', membersOf('ofGroup')),
      ),
    ),
  );
  expect(result.status).toBe('completed');

  const { rows } = await pool.query(`
    select k.source_id as id, su.role, su.start_on::text as start, su.end_on::text as end
      from school_user su join user_source k using (user_id) order by 1`);
  const expected = people.flatMap((each, at) => {
    const part = partOf(each);
    return part ? [{ id: idOf(at), ...part }] : [];
  });
  expect(expected.length).toBeGreaterThan(100);
  expect(rows).toEqual(expected);

  // Which of the groups was the class is what is looked at first.
  const types = await pool.query<{ type: string }>('select type from groups order by name');
  expect(new Set(types.rows.map(({ type }) => type)).size).toBe(2);
});
