import { describe, expect, it } from 'vitest';

import type { SourcePerson } from '#connectors/source/port.ts';

import { cleanGroup, cleanPerson, repairedUtf8 } from './clean-text.ts';

const named = (givenName: string, familyName = 'Berg'): SourcePerson => ({
  kind: 'person',
  line: 7,
  ids: { self: { source: 'sas', id: '1' }, former: [], duplicates: [] },
  givenName,
  familyName,
  displayName: `${givenName} ${familyName}`,
  active: true,
  contacts: [],
  invalidColumns: [],
});

describe('UTF-8 that was read as another encoding', () => {
  it.each(['Åse', 'Ødegård', 'Bjørg', 'Šiljo', 'Núñez', 'Đặng'])('%s is known again', (name) => {
    const misread = new TextDecoder('windows-1252').decode(new TextEncoder().encode(name));
    expect(repairedUtf8(misread)).toBe(name);
  });

  it.each(['Åse', 'Ødegård', 'Bjørg', 'Núñez', 'Nora', 'Ærø’s', 'محمد', 'Å–Æ', 'ÅÆØ'])(
    '%s is left as it is',
    (name) => {
      expect(repairedUtf8(name)).toBeUndefined();
    },
  );
});

it.each<[given: string, stored: string, codes: string[]]>([
  ['Ã…se', 'Åse', ['record.encoding']],
  ['No\u200Bra', 'Nora', ['record.invisible']],
  ['\u202EaroN', 'aroN', ['record.invisible']],
  ['\u200B', '\u200B', ['record.invisible']],
  ['محمد', 'محمد', []],
  ['N'.repeat(64), 'N'.repeat(64), []],
  ['N'.repeat(65), 'N'.repeat(65), ['person.name-too-long']],
])('%j is stored as %j and reported as %j', (given, stored, codes) => {
  const { item, problems } = cleanPerson(named(given));
  expect(item.givenName).toBe(stored);
  expect(problems.map(({ code }) => code)).toEqual(codes);
  for (const problem of problems)
    expect(problem).toMatchObject({ severity: 'flagged', line: 7, id: { id: '1' } });
});

it('reads the name of a group again, too', () => {
  const ids = { self: { source: 'sas', id: 'g' }, former: [], duplicates: [] };
  const group = { kind: 'group', line: 3, ids, type: 'basis', shortName: '7Ã…' } as const;
  expect(cleanGroup(group)).toMatchObject({
    item: { shortName: '7Å' },
    problems: [{ code: 'record.encoding', line: 3 }],
  });
});
