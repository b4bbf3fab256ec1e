import type { Role } from '#kernel/permissions.ts';

import { pupilBirth, pupilReference } from './deviations.ts';
import { birthOf } from './identity-numbers.ts';
import { planMunicipality, type Municipality, type School } from './municipality.ts';
import { employeeName, pupilName } from './naming.ts';
import { demoDefaults, type Parameters } from './parameters.ts';
import { adultBirth, cohortOf, employeeId } from './people.ts';
import { schoolId, SOURCE } from './pifu-xml.ts';
import { centralStaff, neighbour, positions, SHARED_ICT_SCHOOL } from './staff.ts';

/** A role somebody is given in the portal once the file is imported (specification §6). */
export interface RoleGrant {
  readonly role: Role;
  /** Source id of the school's group in the file; absent for a role that holds for the whole owner. */
  readonly schoolId?: string;
}

/** Somebody the demo is told through. */
export interface StoryPerson {
  /** What this person is in the story, stable whatever the parameters. */
  readonly part:
    | 'school-ict'
    | 'school-ict-two-schools'
    | 'school-administrator'
    | 'teacher'
    | 'group-administrator'
    | 'licence-administrator'
    | 'principal'
    | 'pupil'
    | 'superadmin';
  /** Who it is in the file: the source that gave the id, and the id. */
  readonly source: string;
  readonly sourceId: string;
  readonly displayName: string;
  /** Source id of the school where they work or learn; absent for the owner's own office. */
  readonly schoolId?: string;
  readonly schoolName?: string;
  readonly grants: readonly RoleGrant[];
}

/** The account that signs in with a password, made by the portal itself and in no school data source. */
export const centralAdmin = {
  userName: 'sentraladmin',
  displayName: 'Sentral administrator',
  grants: [{ role: 'centralAdmin' }],
} as const satisfies { userName: string; displayName: string; grants: readonly RoleGrant[] };

/**
 * The people to sign in as and the roles to give them once the file of the same parameters is imported.
 * The principal and the pupil are given none: one orders access for others, the other meets "No access".
 */
export function story(parameters: Partial<Parameters> = {}): readonly StoryPerson[] {
  const m = planMunicipality({ ...demoDefaults, ...parameters });
  const first = m.schools[0];
  const shared = m.schools[SHARED_ICT_SCHOOL] ?? first;
  if (!first || !shared) return [];
  const alsoAt = neighbour(m, shared, 1);

  const people: (StoryPerson | undefined)[] = [
    worker(m, 'school-ict', first, positions.ict, grant('schoolIct', first)),
    worker(m, 'school-ict-two-schools', shared, positions.ict, grant('schoolIct', shared, alsoAt)),
    worker(m, 'school-administrator', first, positions.office, grant('schoolAdministrator', first)),
    worker(m, 'teacher', first, positions.firstTeacher, grant('teacher', first)),
    worker(m, 'group-administrator', first, positions.counsellor, grant('groupAdministrator', first)),
    worker(m, 'licence-administrator', first, positions.deputy, grant('licenceAdministrator', first)),
    worker(m, 'principal', first, positions.principal, []),
    pupil(m),
    office(m),
  ];
  // In a municipality of a few employees one and the same person would be two; then the second is left out.
  return people.filter((person) => person !== undefined);
}

function grant(role: Role, ...schools: readonly School[]): RoleGrant[] {
  return [...new Set(schools)].map((school) => ({ role, schoolId: schoolId(school) }));
}

function worker(
  m: Municipality,
  part: StoryPerson['part'],
  school: School,
  position: number,
  grants: readonly RoleGrant[],
): StoryPerson | undefined {
  const employee = school.staffFrom + position;
  const isTaken = part === 'school-ict-two-schools' && school.index === 0;
  if (employee >= school.staffTo || isTaken) return undefined;
  return {
    part,
    source: SOURCE,
    sourceId: employeeId(employee),
    displayName: nameOfEmployee(m, employee),
    schoolId: schoolId(school),
    schoolName: school.name,
    grants,
  };
}

function nameOfEmployee(m: Municipality, employee: number): string {
  const { year, ordinal } = adultBirth(employee);
  const { woman } = birthOf(m.parameters.seed, year, ordinal);
  const { given, family } = employeeName(m, employee, woman, 'none');
  return `${given} ${family}`.trim();
}

/** The pupil whose remark in the file asks for shielding; the format has no field for it. Every school year has one. */
export function shieldedPupil(parameters: Partial<Parameters> = {}): { source: string; sourceId: string } {
  const m = planMunicipality({ ...demoDefaults, ...parameters });
  const cohort = Array.from({ length: 10 }, (_, index) => cohortOf(m, index + 1)).find(
    (year) => year % 10 === 4,
  );
  const who = { cohort: cohort ?? 0, rank: 1 };
  return { source: SOURCE, sourceId: pupilReference(m, who) };
}

/** The first pupil of the seventh grade, or the tenth where there is no seventh. */
function pupil(m: Municipality): StoryPerson | undefined {
  const who = { cohort: cohortOf(m, 7), rank: 0 };
  const school = m.schools.find(({ kind }) => kind === 'primary' || kind === 'combined');
  if (!school) return undefined;
  const { given, family } = pupilName(m, who, pupilBirth(m, who).woman, 'none');
  return {
    part: 'pupil',
    source: SOURCE,
    sourceId: pupilReference(m, who),
    displayName: `${given} ${family}`.trim(),
    schoolId: schoolId(school),
    schoolName: school.name,
    grants: [],
  };
}

function office(m: Municipality): StoryPerson | undefined {
  const employee = centralStaff(m)[0];
  if (employee === undefined) return undefined;
  return {
    part: 'superadmin',
    source: SOURCE,
    sourceId: employeeId(employee),
    displayName: nameOfEmployee(m, employee),
    grants: [{ role: 'superadmin' }],
  };
}
