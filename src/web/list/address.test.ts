import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { type ListAddress, isNarrowed, readAddress, writeAddress } from './address.ts';
import { personList } from './testing/people.ts';

const plain = readAddress(personList, {});
const several = (...choices: string[]) => fc.uniqueArray(fc.constantFrom(...choices), { minLength: 1 });

describe('the address of a list', () => {
  it('is empty for a list as it is first opened', () => {
    expect(writeAddress(personList, plain)).toEqual({});
  });

  it('leaves out the definition’s own sort and columns', () => {
    const address = {
      ...plain,
      sort: { by: 'name', dir: 'asc' as const },
      columns: ['name', 'userName', 'role', 'school', 'className', 'status', 'expires', 'lastLogin'],
    };
    expect(writeAddress(personList, address)).toEqual({});
  });

  it('reads what one would type by hand', () => {
    const address = readAddress(personList, {
      search: 'nora',
      type: 'students',
      status: 'locked,expired',
      sort: '-lastLogin',
      columns: 'name,tablets',
      expiresBefore: '2027-01-01',
      shielded: 'true',
      open: 'bruker000004',
    });
    expect(address).toMatchObject({
      search: 'nora',
      filters: {
        type: 'students',
        status: ['locked', 'expired'],
        expiresBefore: '2027-01-01',
        shielded: true,
      },
      sort: { by: 'lastLogin', dir: 'desc' },
      columns: ['name', 'tablets'],
      open: 'bruker000004',
    });
  });

  it('drops values that are not the list’s own', () => {
    const address = readAddress(personList, {
      type: 'teachers',
      status: 'locked,made-up',
      sort: 'tags',
      columns: 'made-up',
      expiresBefore: '01.01.2027',
      lastLogin: '..',
      page: '-3',
      other: 'x',
    });
    expect(address).toEqual({ ...plain, filters: { status: ['locked'] } });
  });

  it('takes the numbers and truth values a router makes of texts', () => {
    const address = readAddress(personList, { search: 2027, shielded: false, open: 12, page: 3 });
    expect(address).toMatchObject({ search: '2027', filters: { shielded: false }, open: '12', page: 3 });
  });

  it('forgets the tab when no row is open', () => {
    expect(writeAddress(personList, { ...plain, tab: 'groups' })).toEqual({});
  });

  it('counts a chosen view as no narrowing, and a filter that says no as one', () => {
    expect(isNarrowed(personList, { ...plain, filters: { type: 'students' } })).toBe(false);
    expect(isNarrowed(personList, { ...plain, filters: { shielded: false } })).toBe(true);
  });

  it('comes back the same, whatever is asked', () => {
    const filters = fc.record(
      {
        type: fc.constantFrom('all', 'students', 'expired'),
        status: several('active', 'locked', 'expired'),
        school: fc.uniqueArray(fc.stringMatching(/^[a-zæøå ]{1,20}$/), { minLength: 1, maxLength: 5 }),
        comment: fc.stringMatching(/^[a-zæøå&=,?#%+]{1,30}$/),
        expiresBefore: fc.constantFrom('2026-11-20', '2027-02-28'),
        lastLogin: fc.constantFrom('2026-11-01..', '..2026-11-30', '2026-11-01..2026-11-30'),
        shielded: fc.boolean(),
      },
      { requiredKeys: [] },
    );
    const asked = fc.record({
      search: fc.string({ maxLength: 200 }),
      filters,
      sort: fc.constantFrom(
        undefined,
        { by: 'status', dir: 'asc' as const },
        { by: 'name', dir: 'desc' as const },
      ),
      columns: fc.constantFrom(undefined, ['name', 'tablets'], ['lastLogin', 'name']),
      widths: fc.constantFrom({}, { name: 240 }, { userName: 56, name: 800 }),
      open: fc.constantFrom(undefined, 'bruker1', 'a/b?c'),
      tab: fc.constant(undefined),
      page: fc.integer({ min: 1, max: 999 }),
    });
    fc.assert(
      fc.property(asked, (address: ListAddress) => {
        expect(readAddress(personList, writeAddress(personList, address))).toEqual(address);
      }),
    );
  });
});
