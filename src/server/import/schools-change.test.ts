/** Schools that are replaced, merged, split, renamed, closed or swapped: one hold, one decision, and nothing half done. */
import { describe, expect, it, vi } from 'vitest';

import { ids, openGuard, people } from './testing-guard.ts';
import { file, group, members, school } from './testing.ts';

vi.setConfig({ testTimeout: 60_000 });

const { rows, imported, countsOf, holdsOf, slicesOf, changesOf, decide } = await openGuard();

const granlia = school('s1', 'Granlia skole');
const solvika = school('s2', 'Solvika skole');
const nordby = school('s3', 'Nordby skole');

/** How many people have their place at which schools, the primary one in capitals. */
const places = async () =>
  (
    await rows(
      `select at, count(*)::integer as n
         from (select string_agg(case when su.is_primary then s.code else lower(s.code) end, ' ' order by s.code) as at
                 from users u
                 left join school_user su on su.user_id = u.id
                 left join school s on s.id = su.school_id
                where u.expires_on is null group by u.id) x
        group by at order by at`,
    )
  ).map(({ at, n }) => `${String(at)}: ${String(n)}`);
const decisions = () => rows('select kind, decision from import_decision order by kind');

/** Imports the file until nothing is held any more, and says how often somebody had to decide. */
async function acceptedUntilThrough(text: string): Promise<number> {
  for (let asked = 0; asked < 4; asked += 1) {
    const result = await imported(text);
    const held = (await slicesOf(result)).filter(({ verdict }) => verdict === 'held');
    if (held.length === 0) return asked;
    await decide(result, 'accepted');
  }
  throw new Error('Still held after four decisions');
}

describe('a school', () => {
  const all = ids(0, 60);
  const others = ids(60, 130);
  const class7 = (of: string) => group('7a', of, 1, '7A') + members('7a', all);
  const before = file(
    people([...all, ...others]),
    granlia,
    solvika,
    members('s1', all),
    members('s2', others),
    class7('s1'),
  );

  it('that is replaced by a new one is one hold, and goes over with its classes by one decision', async () => {
    await imported(before);
    const replaced = file(
      people([...all, ...others]),
      nordby,
      solvika,
      members('s3', all),
      members('s2', others),
      class7('s3'),
    );
    const first = await imported(replaced);
    expect(await holdsOf(first)).toEqual(['GRA left 60']);
    expect(await places()).toEqual(['GRA: 60', 'SOL: 70']);
    const groupAt = 'select s.code from groups g join school s on s.id = g.school_id';
    expect(await rows(groupAt)).toEqual([{ code: 'GRA' }]);
    // The second night asks nothing else.
    expect(await holdsOf(await imported(replaced))).toEqual(['GRA left 60']);

    expect(await acceptedUntilThrough(replaced)).toBe(1);
    expect(await places()).toEqual(['NOR: 60', 'SOL: 70']);
    expect(await rows(groupAt)).toEqual([{ code: 'NOR' }]);
    expect(await decisions()).toEqual([]);
    expect(await changesOf(await imported(replaced))).toEqual([]);
  });

  it('that goes into another is one hold of both', async () => {
    await imported(before);
    const merged = file(
      people([...all, ...others]),
      solvika,
      members('s2', [...all, ...others]),
      class7('s2'),
    );
    // Sixty of seventy are an unusual lot there, too.
    expect(await holdsOf(await imported(merged))).toEqual(['GRA left 60, SOL changed 60']);
    expect(await acceptedUntilThrough(merged)).toBe(1);
    expect(await places()).toEqual(['SOL: 130']);
  });

  it('that is closed keeps its people until somebody has decided', async () => {
    await imported(before);
    const closed = file(people(others), solvika, members('s2', others));
    expect(await holdsOf(await imported(closed))).toEqual(['GRA left 60']);
    expect(await acceptedUntilThrough(closed)).toBe(1);
    expect(await places()).toEqual(['SOL: 70']);
  });

  it('that is split loses a part by one decision', async () => {
    await imported(before);
    const [stay, go] = [all.slice(0, 25), all.slice(25)];
    const split = file(
      people([...all, ...others]),
      granlia,
      solvika,
      nordby,
      members('s1', stay),
      members('s3', go),
      members('s2', others),
      group('7a', 's1', 1, '7A'),
      members('7a', stay),
      group('7b', 's3', 1, '7B'),
      members('7b', go),
    );
    await imported(split);
    expect(await places()).toEqual(['GRA: 60', 'SOL: 70']);
    expect(
      await rows(`select from membership m join groups g on g.id = m.group_id and g.display_name = '7B'`),
    ).toEqual([]);
    expect(await acceptedUntilThrough(split)).toBe(1);
    expect(await places()).toEqual(['GRA: 25', 'NOR: 35', 'SOL: 70']);
    expect(
      await rows(`select g.display_name as name, count(*)::integer as n from membership m join groups g on g.id = m.group_id
                   group by 1 order by 1`),
    ).toEqual([
      { name: '7A', n: 25 },
      { name: '7B', n: 35 },
    ]);
  });

  it('that is renamed stays the same, also under a new id', async () => {
    await imported(before);
    const renamed = before.replace('Granlia skole', 'Granlia barneskole');
    expect(await countsOf(await imported(renamed))).toMatchObject({ school: { changed: 1 } });
    const otherId = renamed.replaceAll('<id>s1</id>', '<id>s9</id>');
    expect(await holdsOf(await imported(otherId))).toEqual([]);
    expect(await rows('select code, name, source_id from school order by code')).toEqual([
      { code: 'GRA', name: 'Granlia barneskole', source_id: 's9' },
      { code: 'SOL', name: 'Solvika skole', source_id: 's2' },
    ]);
    expect(await places()).toEqual(['GRA: 60', 'SOL: 70']);
  });
});

it('two schools that become one are one hold', async () => {
  const [a, b] = [ids(0, 30), ids(30, 70)];
  await imported(file(people([...a, ...b]), granlia, solvika, members('s1', a), members('s2', b)));
  const merged = file(people([...a, ...b]), nordby, members('s3', [...a, ...b]));
  expect(await holdsOf(await imported(merged))).toEqual(['GRA left 30, SOL left 40']);
  expect(await acceptedUntilThrough(merged)).toBe(1);
  expect(await places()).toEqual(['NOR: 70']);
});

it('"let them go" lets a school go over to another at once', async () => {
  const [a, b] = [ids(0, 60), ids(60, 130)];
  await imported(file(people([...a, ...b]), granlia, solvika, members('s1', a), members('s2', b)));
  const merged = file(people([...a, ...b]), solvika, members('s2', [...a, ...b]));
  await imported(merged, { acceptLeavers: true });
  expect(await places()).toEqual(['SOL: 130']);
});

it('a decision lasts until it was carried out for everybody', async () => {
  const [a, b] = [ids(0, 30), ids(30, 130)];
  await imported(file(people([...a, ...b]), granlia, solvika, members('s1', a), members('s2', b)));
  // Granlia closes; two go to Solvika, where everybody has another name.
  const next = file(people(['0', '1', ...b], 'Olsen'), solvika, members('s2', ['0', '1', ...b]));
  const result = await imported(next);
  expect(await holdsOf(result)).toEqual(['GRA left 30', 'SOL changed 102']);
  await decide(result, 'accepted', { kind: 'left' });
  expect(await countsOf(await imported(next))).toMatchObject({ person: { left: 28, held: 102 } });
  expect(await decisions()).toEqual([{ kind: 'left', decision: 'accepted' }]);
  await decide(await imported(next), 'accepted');
  await imported(next);
  expect(await places()).toEqual(['SOL: 102']);
  expect(await decisions()).toEqual([]);
});

const owner = (id: string) =>
  school(id, 'Fjordby kommune').replace('level="2">skole<', 'level="1">skoleeier<');

it('the owner’s groups are held while most people are', async () => {
  const all = ids(0, 30);
  await imported(file(people(all), owner('owner'), granlia, members('s1', all)));
  const foreign = file(people(['900']), owner('other'), nordby, members('s3', ['900']));
  expect(await countsOf(await imported(foreign))).toMatchObject({ person: { held: 30 }, group: { held: 1 } });
  expect(await rows('select from groups where expires_on is not null')).toEqual([]);
});

it('swapped schools are held at both, and the right file is not', async () => {
  const [small, large] = [ids(0, 60), ids(60, 260)];
  // The classes are right; what the file says of the schools themselves is swapped.
  const at = (first: readonly string[], second: readonly string[]) =>
    file(
      people([...small, ...large]),
      granlia,
      solvika,
      members('s1', first),
      members('s2', second),
      group('7a', 's1', 1, '7A'),
      members('7a', small),
      group('7b', 's2', 1, '7B'),
      members('7b', large),
    );
  await imported(at(small, large));
  const swapped = await imported(at(large, small));
  expect(await holdsOf(swapped)).toEqual(['GRA changed 260, SOL changed 260']);
  expect(await places()).toEqual(['GRA: 60', 'SOL: 200']);
  const right = await imported(at(small, large));
  expect(await holdsOf(right)).toEqual([]);
  expect(await changesOf(right)).toEqual([]);
});
