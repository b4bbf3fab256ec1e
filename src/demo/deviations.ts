import { fraction, mix, topics } from './chance.ts';
import {
  birthOf,
  dufNumber,
  nationalNumber,
  provisionalNumber,
  withWrongCheckDigit,
  type Birth,
} from './identity-numbers.ts';
import type { Municipality } from './municipality.ts';
import { ADULTS, adultBirth, adultPupilOrdinal, pupilChange, pupilId, type Pupil } from './people.ts';

/**
 * What is out of the ordinary about a pupil's identity. Each is tied to the last digit of a birth year
 * and a rank, so whatever the school year there is exactly one pupil in the grades with each.
 */
type Deviation =
  | 'wrong check digits'
  | 'no number'
  | 'number of another'
  | 'shielded'
  | 'd-number'
  | 'duf-number'
  | 'provisional number'
  | 'provisional number sent as national'
  | 'old and new id'
  | 'duplicate id'
  | 'id from another source'
  | 'new id next night';

const deviations: Readonly<Record<string, Deviation>> = {
  '1-1': 'wrong check digits',
  '6-1': 'wrong check digits',
  '2-1': 'no number',
  '3-2': 'number of another',
  '4-1': 'shielded',
  '5-1': 'd-number',
  '7-1': 'd-number',
  '8-2': 'd-number',
  '9-1': 'duf-number',
  '0-2': 'provisional number',
  '7-2': 'provisional number sent as national',
  '1-3': 'old and new id',
  '2-3': 'duplicate id',
  '8-3': 'id from another source',
  '1-4': 'new id next night',
};

const DEVIATING_RANKS = 5;

export function deviationOf(m: Municipality, { cohort, rank }: Pupil): Deviation | undefined {
  if (cohort !== ADULTS) return rank < DEVIATING_RANKS ? deviations[`${cohort % 10}-${rank}`] : undefined;
  // Many who learn Norwegian as adults are waiting for their number.
  const where = fraction(m.parameters.seed, topics.identity, ADULTS, rank);
  if (where < 0.12) return 'd-number';
  if (where < 0.18) return 'duf-number';
  return where < 0.21 ? 'provisional number' : undefined;
}

export function pupilBirth(m: Municipality, pupil: Pupil): Birth {
  const { seed } = m.parameters;
  if (pupil.cohort === ADULTS) {
    const { year, ordinal } = adultBirth(adultPupilOrdinal(m, pupil.rank));
    return birthOf(seed, year, ordinal);
  }
  const isCopy = deviationOf(m, pupil) === 'number of another';
  return birthOf(seed, pupil.cohort, isCopy ? pupil.rank - 1 : pupil.rank);
}

interface PersonNumber {
  readonly type: 'personNIN' | 'personLIN';
  readonly value: string;
}

/** The number the source sends for a pupil, right or wrong; undefined when it sends none. */
export function pupilNumber(m: Municipality, pupil: Pupil, birth: Birth): PersonNumber | undefined {
  // A step that shares no factor with a million, so that no two ranks have one serial.
  const serial = (mix(m.parameters.seed, topics.identity, pupil.cohort) + pupil.rank * 7919) % 1_000_000;
  const deviation = deviationOf(m, pupil);
  const waits = !hasBeenNumbered(m, pupil);
  if (deviation === 'no number') return undefined;
  if (deviation === 'wrong check digits') {
    return { type: 'personNIN', value: withWrongCheckDigit(nationalNumber(birth)) };
  }
  if (deviation === 'd-number' && waits) return { type: 'personNIN', value: nationalNumber(birth, 'd') };
  if (deviation === 'duf-number' && waits) {
    return { type: 'personNIN', value: dufNumber(yearOfArrival(pupil), serial) };
  }
  if (deviation === 'provisional number') {
    return { type: 'personLIN', value: provisionalNumber(birth, serial) };
  }
  if (deviation === 'provisional number sent as national') {
    return { type: 'personNIN', value: provisionalNumber(birth, serial) };
  }
  return { type: 'personNIN', value: nationalNumber(birth) };
}

/** Must not follow the school year: the number stays the same. */
function yearOfArrival({ cohort, rank }: Pupil): number {
  return cohort === ADULTS ? 2014 + (rank % 4) : cohort + 4;
}

/** On a night with changes, some who waited have been given their fødselsnummer. */
function hasBeenNumbered(m: Municipality, pupil: Pupil): boolean {
  if (m.parameters.changes === 0) return false;
  return pupil.cohort === ADULTS
    ? pupilChange(m, pupil) !== 'none'
    : pupil.rank === 1 && pupil.cohort % 10 !== 7;
}

export interface SourceId {
  readonly id: string;
  readonly kind?: 'New' | 'Old' | 'Duplicate';
  /** Set when it is not the file's own source that gave the id. */
  readonly source?: string;
}

const ADMISSION_SOURCE = 'inntak@fjordby.example';

/** Every id the source sends for a pupil; the first is the one it uses elsewhere in the file. */
export function pupilIds(m: Municipality, pupil: Pupil): readonly SourceId[] {
  const id = pupilId(pupil);
  const deviation = deviationOf(m, pupil);
  if (deviation === 'old and new id') {
    return [
      { id, kind: 'New' },
      { id: `gammel-${pupil.cohort}-17`, kind: 'Old' },
    ];
  }
  if (deviation === 'duplicate id') return [{ id }, { id: `${id}-D`, kind: 'Duplicate' }];
  if (deviation === 'id from another source') {
    return [{ id }, { id: `10${pupil.cohort}`, source: ADMISSION_SOURCE }];
  }
  if (deviation === 'new id next night' && m.parameters.changes > 0) {
    return [
      { id: `${id}N`, kind: 'New' },
      { id, kind: 'Old' },
    ];
  }
  return [{ id }];
}

/** The id a pupil is referred to by. */
export function pupilReference(m: Municipality, pupil: Pupil): string {
  if (pupil.cohort === ADULTS || pupil.rank >= DEVIATING_RANKS) return pupilId(pupil);
  return pupilIds(m, pupil)[0]?.id ?? pupilId(pupil);
}
