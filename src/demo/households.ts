import { fraction, mix, topics } from './chance.ts';
import { deviationOf } from './deviations.ts';
import type { Municipality } from './municipality.ts';
import { ADULTS, guardianId, employeeId, schoolOfPupil, sizeOf, type Pupil } from './people.ts';
import { isInFile } from './staff.ts';

/** Siblings are sought among those with the same rank within this many birth years: so at one school. */
const SPAN = 5;

/** Which earlier child of the five the household of each began with. */
function roots(seed: number, block: number, rank: number): readonly number[] {
  const h = mix(seed, topics.household, block, rank);
  const third = (h & 15) < 9 ? 0 : 2;
  const fourth = ((h >>> 4) & 15) < 9 ? 1 : 3;
  const fifth = ((h >>> 8) & 15) < 4 ? third : 4;
  return [0, 1, third, fourth, fifth];
}

/** The eldest child of a pupil's household, whether still at school or not. It stands for the household. */
export function householdOf(m: Municipality, pupil: Pupil): Pupil {
  const { cohort, rank } = pupil;
  if (cohort === ADULTS) return pupil;
  const block = Math.floor(cohort / SPAN);
  const offset = cohort - block * SPAN;
  const eldest = block * SPAN + (roots(m.parameters.seed, block, rank)[offset] ?? offset);
  // Newcomers bring no siblings; and a rank one year lacks has none there.
  if (rank >= sizeOf(m, cohort) || rank >= sizeOf(m, eldest)) return pupil;
  return { cohort: eldest, rank };
}

/** Whether the household's people are written with this pupil: with the eldest who is in the file. */
export function bringsHousehold(m: Municipality, pupil: Pupil): boolean {
  const household = householdOf(m, pupil);
  for (let cohort = household.cohort; cohort < pupil.cohort; cohort++) {
    const sibling = { cohort, rank: pupil.rank };
    const same = householdOf(m, sibling).cohort === household.cohort;
    const brings = deviationOf(m, sibling) !== 'shielded' && schoolOfPupil(m, sibling) !== undefined;
    if (same && brings) return false;
  }
  return true;
}

export interface Guardian {
  readonly id: string;
  readonly household: Pupil;
  readonly which: 1 | 2;
  /** Set when the guardian works for the municipality and is in the file as an employee already. */
  readonly employee?: number;
}

/** One or two guardians; none for adults and the shielded, nor where the source keeps guardians elsewhere. */
export function guardiansOf(m: Municipality, pupil: Pupil): Guardian[] {
  const { seed, guardians, employees } = m.parameters;
  if (pupil.cohort === ADULTS || guardians === 0 || deviationOf(m, pupil) === 'shielded') return [];
  const household = householdOf(m, pupil);
  const { cohort, rank } = household;
  if (fraction(seed, topics.contact, cohort, rank) >= guardians) return [];
  const h = mix(seed, topics.guardian, cohort, rank);
  const first: Guardian = { id: guardianId(household, 1), household, which: 1 };
  if (h % 100 < 18) return [first];
  const employee = (h >>> 7) % employees;
  if (h % 100 >= 96 && isInFile(m, employee)) {
    return [first, { id: employeeId(employee), household, which: 2, employee }];
  }
  return [first, { id: guardianId(household, 2), household, which: 2 }];
}
