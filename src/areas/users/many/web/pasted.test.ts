import { expect, it } from 'vitest';

import type { Candidate } from '../contract.ts';
import { linesWith, shownText, sortLines } from './pasted.ts';

const person = (userName: string): Candidate => ({
  userName,
  displayName: userName,
  className: null,
  school: null,
  by: 'name',
});
const kari = person('kari');
const per = person('per');
const ola = person('ola');

const lines = linesWith(
  { lines: ['kari', 'Ola N', 'finnes ikke', 'kari@fjordby.no'] },
  {
    Items: [
      { line: 0, candidates: [kari] },
      { line: 1, candidates: [per, ola] },
      { line: 2, candidates: [] },
      { line: 3, candidates: [kari] },
    ],
  },
);
const names = (people: readonly Candidate[]) => people.map(({ userName }) => userName);

it('a person named twice is one person, and the doubtful wait', () => {
  const { found, doubtful, unknown, twice } = sortLines(lines, new Map());
  expect(names(found)).toEqual(['kari']);
  expect(doubtful.map(({ text }) => text)).toEqual(['Ola N']);
  expect(unknown.map(({ text }) => text)).toEqual(['finnes ikke']);
  expect(twice).toBe(1);
});

it('a decision adds the one decided on, and "none of them" nobody', () => {
  expect(names(sortLines(lines, new Map([[1, 'ola']])).found)).toEqual(['kari', 'ola']);
  expect(names(sortLines(lines, new Map([[1, undefined]])).found)).toEqual(['kari']);
});

it.each([
  ['10915596784', '109155*****'],
  ['109155 96784', '109155*****'],
  ['kari.nordmann', 'kari.nordmann'],
  ['Nordmann, Kari', 'Nordmann, Kari'],
])('%s is shown as %s', (line, shown) => {
  expect(shownText(line)).toBe(shown);
});
