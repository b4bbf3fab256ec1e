import { describe, expect, it } from 'vitest';

import { readBack } from './testing.ts';

const before = readBack();
const share = 0.04;
const after = readBack({ changes: share });

function ids(file: typeof before): string[] {
  return [...file.persons.keys()].filter((id) => id.startsWith('E'));
}

describe("the next night's file", () => {
  const expected = (3510 * share) / 4;

  it('is the same every time, and another on another night', () => {
    expect(readBack({ changes: share }).xml).toBe(after.xml);
    expect(readBack({ changes: share, night: 2 }).xml).not.toBe(after.xml);
  });

  it('has about a quarter of the changes as newcomers and a quarter as leavers', () => {
    const left = ids(before).filter((id) => !after.persons.has(id) && !after.persons.has(`${id}N`));
    const come = ids(after).filter((id) => !before.persons.has(id) && !id.endsWith('N'));
    expect(left.length).toBeGreaterThan(expected * 0.5);
    expect(left.length).toBeLessThan(expected * 1.6);
    expect(come.length).toBeGreaterThan(expected * 0.5);
    expect(come.length).toBeLessThan(expected * 1.6);
  });

  it('keeps the number and birth date of whoever stays and renames some', () => {
    let names = 0;
    let numbers = 0;
    for (const [id, was] of before.persons) {
      const is = after.persons.get(id);
      if (!is || !/^[EA]/.test(id)) continue;
      if (is.fullName !== was.fullName) names += 1;
      if (is.number !== was.number) numbers += 1;
      expect(is.birthday).toBe(was.birthday);
    }
    expect(names).toBeGreaterThan(expected * 0.5);
    // Two D-numbers and a DUF-number have become birth numbers.
    expect(numbers).toBeGreaterThanOrEqual(2);
    expect(numbers).toBeLessThanOrEqual(3);
  });

  it('moves some pupils to another class of their grade', () => {
    const classOf = (file: typeof before) => {
      const active = file.members.filter(
        ({ group, xml }) => file.groups.get(group)?.type === 'basisgruppe' && !xml.includes('-09-30<'),
      );
      return new Map(active.map(({ group, person }) => [person, group]));
    };
    const [was, is] = [classOf(before), classOf(after)];
    const moved = ids(after).filter((id) => was.has(id) && was.get(id) !== is.get(id));
    expect(moved.length).toBeGreaterThan(expected * 0.5);
    expect(moved.length).toBeLessThan(expected * 1.6);
  });

  it('gives one pupil a new id together with the old one', () => {
    const renumbered = [...after.persons.values()].find(({ id }) => id.endsWith('N'));
    expect(renumbered?.xml).toMatch(
      /sourcedidtype="New".*<id>E2011000004N<.*sourcedidtype="Old".*<id>E2011000004</,
    );
    expect(before.persons.has('E2011000004')).toBe(true);
  });

  it('gives no number to two people on any two nights', () => {
    const second = readBack({ changes: share, night: 2 });
    const owners = new Map<string, string>();
    for (const { id, number } of [
      ...before.persons.values(),
      ...after.persons.values(),
      ...second.persons.values(),
    ]) {
      if (number === undefined || !/^[EA]/.test(id) || id.startsWith('E2013')) continue;
      const owner = owners.get(number) ?? id;
      expect(owner.replace('N', '')).toBe(id.replace('N', ''));
      owners.set(number, owner);
    }
  });
});

describe('a file that lost a school', () => {
  const without = readBack({ withoutSchool: 'GRA' });

  it('has neither the school nor those who were only there', () => {
    const pupils = before.members
      .filter(({ group }) => group.startsWith('GRA-TRINN-'))
      .map(({ person }) => person);
    expect(pupils.length).toBeGreaterThan(100);
    expect(pupils.filter((id) => without.persons.has(id))).toEqual([]);
    expect([...without.groups.keys()].filter((id) => /^(SKOLE-)?GRA(-|$)/.test(id))).toEqual([]);
  });

  it('has everybody else as before', () => {
    const gone = [...before.persons.keys()].filter((id) => !without.persons.has(id));
    const there = new Set(
      before.members.filter(({ group }) => /^(SKOLE-)?GRA(-|$)/.test(group)).map(({ person }) => person),
    );
    expect(gone.filter((id) => !there.has(id) && !id.startsWith('F'))).toEqual([]);
  });

  it('is refused when there is no such school', () => {
    expect(() => readBack({ withoutSchool: 'XXX' })).toThrow('There is no school "XXX"');
  });
});
