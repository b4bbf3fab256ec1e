import * as fc from 'fast-check';
import { expect, it } from 'vitest';

import { createMemberRows } from './member-rows.ts';

type Membership = [group: number, fact: number, person: number, line: number];

const numbersOf = (array = ''): number[] => array.slice(1, -1).split(',').map(Number);

/** The rows, and the memberships they stand for. */
function written(memberships: readonly Membership[]) {
  const rows: { group: number; fact: number; people: number[]; lines: number[] }[] = [];
  const members = createMemberRows(([group, fact], arrays) => {
    const [people, lines] = arrays.split('\t');
    rows.push({ group, fact, people: numbersOf(people), lines: numbersOf(lines) });
  });
  for (const membership of memberships) members.add(...membership);
  members.flush();
  members.flush();
  const all = rows.flatMap(({ group, fact, people, lines }) =>
    people.map((person, at): Membership => [group, fact, person, lines[at] ?? -1]),
  );
  return { rows, all };
}

const byLine = (a: Membership, b: Membership): number => a[3] - b[3];

it('keeps every membership with its line, however they come', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 3 }), fc.nat(9)), {
        maxLength: 40,
      }),
      (list) => {
        const memberships = list.map(([group, fact, person], line): Membership => [
          group,
          fact,
          person,
          line,
        ]);
        const { rows, all } = written(memberships);
        expect(all.toSorted(byLine)).toEqual(memberships);
        expect(rows).toHaveLength(new Set(list.map(([group, fact]) => `${group} ${fact}`)).size);
      },
    ),
  );
});

it('begins a new row before one grows too long, and lets none wait for ever', () => {
  const [groups, members] = [300, 250];
  const memberships = Array.from({ length: groups * members }, (_, line): Membership => [
    (line % groups) + 1,
    1,
    line,
    line,
  ]);
  const { rows, all } = written(memberships);
  expect(all.toSorted(byLine)).toEqual(memberships);
  expect(Math.max(...rows.map(({ people }) => people.length))).toBeLessThanOrEqual(200);
  const whole = written(Array.from({ length: 450 }, (_, line): Membership => [1, 1, line, line]));
  expect(whole.rows.map(({ people }) => people.length)).toEqual([200, 200, 50]);
});
