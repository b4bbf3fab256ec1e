import { describe, expect, it } from 'vitest';

import { groupList } from '#areas/groups/contract.ts';
import { userList } from '#areas/users/contract.ts';
import { type FillingArea, stands } from '#kernel/standing.ts';

import { readAddress, shownColumns } from './address.ts';
import { listHere } from './list-here.ts';

/** What an area fills, by the list that has it. */
const filled: [FillingArea, typeof groupList | typeof userList, columns: string[], filters: string[]][] = [
  ['teams', groupList, ['teamStatus'], ['teamStatus']],
  ['chat', groupList, ['chatStatus'], ['chatStatus']],
  ['print', groupList, ['printPeriodType'], []],
  ['tablets', userList, ['tabletCount'], []],
];

describe.each(filled)('what %s fills', (area, list, columns, filters) => {
  it('is offered when the area stands, and until then in no list, chooser, filter or address', () => {
    const ids = (stood: boolean) => {
      const here = listHere(list, true, (one) => one !== area || stood);
      return { columns: Object.keys(here.columns), filters: Object.keys(here.filters) };
    };
    expect(ids(true)).toMatchObject({
      columns: expect.arrayContaining(columns),
      filters: expect.arrayContaining(filters),
    });
    const before = ids(false);
    expect([...before.columns, ...before.filters]).not.toEqual(
      expect.arrayContaining([expect.toBeOneOf([...columns, ...filters])]),
    );
    const unfilled = listHere(list, true, (one) => one !== area);
    expect(shownColumns(unfilled)).not.toEqual(expect.arrayContaining(columns));
    const asked = readAddress(unfilled, {
      columns: columns.join(','),
      [filters[0] ?? '']: 'blocked,created',
    });
    expect(asked).toMatchObject({ columns: undefined, filters: {} });
  });

  it('is in the contract all the same', () => {
    expect(list.row.shape).toHaveProperty(columns[0] ?? '');
    expect(list.query.shape.sortBy.unwrap().options).toEqual(expect.arrayContaining(columns));
  });
});

it('shows schools to those who see all of them alone', () => {
  expect(listHere(groupList, true, stands).columns['school']?.shown).toBe(false);
  expect(listHere(groupList, false, stands).columns['school']?.shown).toBe(true);
  expect(Object.keys(listHere(groupList, true, stands).filters)).not.toContain('school');
});
