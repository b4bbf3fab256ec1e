import type { SchoolClass } from './classes.ts';
import { pupilReference } from './deviations.ts';
import type { SchoolPlan } from './group-ids.ts';
import type { Municipality } from './municipality.ts';
import { employeeId, pupilsAt, type Pupil } from './people.ts';
import { member, role } from './pifu-xml.ts';
import type { StaffMember } from './staff.ts';

export const pupilRole = role({ type: '01' });
export const teacherRole = role({ type: '02' });

/** What the classes of one school are gathered from. */
export interface Workday {
  readonly m: Municipality;
  readonly plan: SchoolPlan;
  readonly staff: readonly StaffMember[];
  readonly teachers: readonly StaffMember[];
  readonly assistants: readonly StaffMember[];
}

export interface Roster {
  readonly each: SchoolClass;
  readonly number: number;
  readonly pupils: readonly Pupil[];
  readonly ids: readonly string[];
  /** Members with the plain role of a pupil, ready to be put into group after group. */
  readonly members: string;
}

/** The pupils of a class on this file's day. */
export function rosterOf(m: Municipality, each: SchoolClass, number: number): Roster {
  const pupils = pupilsAt(m, each.cohort, each.from, each.to);
  const ids = pupils.map((pupil) => pupilReference(m, pupil));
  return { each, number, pupils, ids, members: ids.map((id) => member(id, pupilRole)).join('') };
}

/** Contact teachers take their own class in the first subjects, others are for a specialist. */
export function teacherOf({ teachers }: Workday, { number }: Roster, subject: number): string {
  if (subject < 5) return at(teachers, number * 2 + (subject & 1));
  return at(teachers, subject * 7 + Math.floor(number / 3));
}

/** The id of the employee at a place of a list that begins again when it ends. The list must not be empty. */
export function at(staff: readonly StaffMember[], place: number): string {
  return employeeId(staff[place % staff.length]?.employee ?? 0);
}
