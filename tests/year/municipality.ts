/**
 * A small municipality as its school data source knows it: two schools and some sixty people who come, go, come back,
 * move, marry and get another number. It writes the file of an evening.
 */
import { idnr } from '@navikt/fnrvalidator';

import { file, group, members, person, school } from '#server/import/testing.ts';

import type { Chance } from './chance.ts';

const schoolNames = ['Granlia skole', 'Lunde skole'] as const;
const classes = ['7A', '7B', '8A'] as const;
const given = ['Nora', 'Jakob', 'Emma', 'Noah', 'Ella', 'Åse', 'Øystein', 'Ærlend', 'Sára', 'Mia'] as const;
const family = [
  'Hansen',
  'Berg',
  'Østby',
  'Ånestad',
  'Vik',
  'Solheim',
  'Dahl',
  'Moen',
  'Lie',
  'Haug',
] as const;

interface Citizen {
  id: string;
  given: string;
  family: string;
  number: string;
  /** Place in `schoolNames`. */
  school: number;
  role: 'student' | 'employee';
  /** Of a pupil; an adult who is a pupil too has one as well. */
  className: string | undefined;
  /** In tonight's file. */
  isThere: boolean;
}

interface Municipality {
  people: Citizen[];
  /** What happens to people between two files. */
  live: (day: string, draw: Chance) => void;
  file: () => string;
}

/** Numbers with right check digits, of a series that is nobody's. */
function* numbers(): Generator<string> {
  for (let day = 1; ; day = (day % 28) + 1) {
    for (let rest = 0; rest < 4_000; rest += 1) {
      const number = `${String(day).padStart(2, '0')}0312${String(rest).padStart(5, '0')}`;
      if (idnr(number).status === 'valid') yield number;
    }
  }
}

export function foundMunicipality(draw: Chance, pupils = 40, employees = 20): Municipality {
  const free = numbers();
  const newNumber = (): string => {
    const { value } = free.next();
    if (typeof value !== 'string') throw new Error('There are no numbers left');
    return value;
  };
  const people: Citizen[] = [];
  const arrive = (role: Citizen['role']): void => {
    const number = people.length + 1;
    // Every fifth who works at a school also learns there.
    const learns = role === 'student' || number % 5 === 0;
    people.push({
      id: `p${number}`,
      given: draw.of(given) ?? 'Nora',
      family: draw.of(family) ?? 'Hansen',
      number: newNumber(),
      school: draw.below(schoolNames.length),
      role,
      className: learns ? draw.of(classes) : undefined,
      isThere: true,
    });
  };
  for (let one = 0; one < pupils; one += 1) arrive('student');
  for (let one = 0; one < employees; one += 1) arrive('employee');

  const there = () => people.filter(({ isThere }) => isThere);
  const live: Municipality['live'] = (day, chances) => {
    // The year change brings a class at once; the rest of the year they come one by one.
    const newcomers = day.endsWith('-08-17') ? 8 : chances.below(3) === 0 ? 1 : 0;
    for (let one = 0; one < newcomers; one += 1) arrive('student');
    if (chances.oneIn(3)) arrive('employee');
    const leaver = chances.oneIn(2) ? chances.of(there()) : undefined;
    if (leaver && there().length > 45) leaver.isThere = false;
    const returning = chances.oneIn(3) ? chances.of(people.filter(({ isThere }) => !isThere)) : undefined;
    if (returning) returning.isThere = true;
    const moved = chances.of(there());
    if (moved && chances.oneIn(2)) moved.school = (moved.school + 1) % schoolNames.length;
    const pupil = chances.of(there().filter(({ className }) => className !== undefined));
    if (pupil) pupil.className = chances.of(classes);
    const married = chances.of(there());
    if (married && chances.oneIn(3)) married.family = chances.of(family) ?? married.family;
    const renumbered = chances.of(there());
    if (renumbered && chances.oneIn(4)) renumbered.number = newNumber();
  };

  return { people, live, file: () => write(there()) };
}

function write(there: readonly Citizen[]): string {
  const at = (place: number) => there.filter((citizen) => citizen.school === place);
  return file(
    ...there.map(({ id, given: first, family: last, number }) =>
      person({ id, given: first, family: last, number }),
    ),
    ...schoolNames.map((name, place) => school(`s${place}`, name)),
    ...schoolNames.flatMap((_, place) =>
      classes.map((name) => group(`s${place}-${name}`, `s${place}`, 1, name)),
    ),
    ...schoolNames.map((_, place) =>
      members(
        `s${place}`,
        at(place).map(({ id, role }) => ({
          person: id,
          role: role === 'student' ? '01' : '02',
          primary: true,
        })),
      ),
    ),
    ...schoolNames.flatMap((_, place) =>
      classes.map((name) =>
        members(
          `s${place}-${name}`,
          at(place)
            .filter(({ className }) => className === name)
            .map(({ id }) => ({ person: id })),
        ),
      ),
    ),
  );
}
