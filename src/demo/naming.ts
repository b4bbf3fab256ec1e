import { fraction, mix, pick, topics } from './chance.ts';
import { householdOf } from './households.ts';
import type { Municipality } from './municipality.ts';
import { difficultNames } from './names/difficult-names.ts';
import { givenNames } from './names/given-names.ts';
import { originShares, surnames, type Origin } from './names/surnames.ts';
import { ADULTS, type Change, type Pupil } from './people.ts';

export interface Name {
  readonly given: string;
  readonly family: string;
  readonly origin: Origin;
}

/** One in so many pupils of a year has a name that breaks naive code. */
const DIFFICULT_EVERY = 101;

export function pupilName(m: Municipality, pupil: Pupil, woman: boolean, change: Change): Name {
  const { seed } = m.parameters;
  const { cohort, rank } = pupil;
  if (cohort !== ADULTS && rank % DIFFICULT_EVERY === 7) {
    const index = (cohort % 10) + Math.floor(rank / DIFFICULT_EVERY) * 10;
    const [forWoman, forMan, family] = pick(difficultNames, index);
    return {
      given: woman ? forWoman : forMan,
      family: renamed(seed, family, change, cohort, rank),
      origin: 'norwegian',
    };
  }
  const household = householdOf(m, pupil);
  const origin = originOf(seed, household);
  const family = inflect(familyName(seed, origin, household.cohort, household.rank), origin, woman);
  const given = givenName(seed, origin, woman, cohort === ADULTS, cohort, rank);
  return { given, family: renamed(seed, family, change, cohort, rank), origin };
}

export function employeeName(m: Municipality, employee: number, woman: boolean, change: Change): Name {
  const { seed } = m.parameters;
  // A third of the municipality's immigrants are in its service.
  const isFromAbroad = fraction(seed, topics.origin, -7, employee) < 0.07;
  const origin = isFromAbroad ? drawOrigin(mix(seed, topics.origin, -8, employee)) : 'norwegian';
  const family = inflect(familyName(seed, origin, -7, employee), origin, woman);
  const given = givenName(seed, origin, woman, true, -7, employee);
  return { given, family: renamed(seed, family, change, -7, employee), origin };
}

/** Guardians carry the household's name, or a third of the second ones their own. */
export function guardianName(m: Municipality, household: Pupil, which: 1 | 2, woman: boolean): Name {
  const { seed } = m.parameters;
  const { cohort, rank } = household;
  const origin = originOf(seed, household);
  const ownName = which === 2 && fraction(seed, topics.surname, cohort, -rank - 1) < 0.33;
  const family = ownName
    ? familyName(seed, origin, cohort, -rank - 1)
    : familyName(seed, origin, cohort, rank);
  const given = givenName(seed, origin, woman, true, cohort * 2 + which, rank);
  return { given, family: inflect(family, origin, woman), origin };
}

/** A pupil's background, which decides mother tongue and whether they have extra Norwegian lessons. */
export function pupilOrigin(m: Municipality, pupil: Pupil): Origin {
  return originOf(m.parameters.seed, householdOf(m, pupil));
}

function originOf(seed: number, { cohort, rank }: Pupil): Origin {
  const h = mix(seed, topics.origin, cohort, rank);
  // Most who learn Norwegian as adults have come from elsewhere.
  return cohort === ADULTS && (h & 7) !== 0 ? drawAbroad(h >>> 3) : drawOrigin(h);
}

function drawOrigin(hash: number): Origin {
  let place = hash % 1000;
  for (const [origin, share] of originShares) {
    if (place < share) return origin;
    place -= share;
  }
  return 'norwegian';
}

function drawAbroad(hash: number): Origin {
  return pick(originShares, 2 + (hash % (originShares.length - 2)))[0];
}

function familyName(seed: number, origin: Origin, group: number, index: number): string {
  const h = mix(seed, topics.surname, group, index);
  const names = surnames[origin];
  const name = pick(names, h);
  if (origin === 'spanish') return `${name} ${pick(names, h >>> 8)}`;
  // One in nine Norwegians has two family names, one in forty with a hyphen.
  const kind = (h >>> 20) % 360;
  if (origin !== 'norwegian' || kind >= 40) return name;
  const second = pick(names, h >>> 9);
  if (second === name) return name;
  return kind < 9 ? `${name}-${second}` : `${name} ${second}`;
}

/** Polish family names that end in -ski have a form for women. */
function inflect(family: string, origin: Origin, woman: boolean): string {
  return origin === 'polish' && woman ? family.replace(/([sc])ki$/, '$1ka') : family;
}

function givenName(
  seed: number,
  origin: Origin,
  woman: boolean,
  adult: boolean,
  group: number,
  index: number,
): string {
  const names = givenNames(origin, woman, adult);
  const name = pick(names, mix(seed, topics.givenName, group, index));
  const h = mix(seed, topics.secondName, group, index);
  const kind = h % 100;
  if (kind >= 26) return name;
  const second = pick(names, h >>> 7);
  if (second === name) return name;
  return kind < 4 ? `${name}-${second}` : `${name} ${second}`;
}

/** A new family name is added to the old or takes its place. */
function renamed(seed: number, family: string, change: Change, group: number, index: number): string {
  if (change !== 'renamed') return family;
  const h = mix(seed, topics.newName, group, index);
  const fresh = pick(surnames.norwegian, h >>> 1);
  if (fresh === family || family === '') return `${fresh}-Holt`;
  return (h & 1) === 0 ? fresh : `${fresh} ${family}`;
}
