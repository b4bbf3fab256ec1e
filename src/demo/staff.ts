import { fraction, pick, topics } from './chance.ts';
import type { Municipality, School } from './municipality.ts';
import { employeeChange, isMissing, newEmployees, UNTOUCHED_STAFF } from './people.ts';

/** A role as the format writes it: two digits, and a word that tells more. */
export interface Role {
  readonly type: '02' | '04' | '05' | '07' | '08';
  readonly sub?: string;
}

export interface StaffMember {
  readonly employee: number;
  /** Place on the school's own list, which decides the work they do. */
  readonly position: number;
  readonly roles: readonly Role[];
  /** Whether this is the school that owns the account. */
  readonly primary: boolean;
}

/** The first places on a school's list, which the story of the demo refers to. */
export const positions = {
  principal: 0,
  ict: 1,
  deputy: 2,
  office: 3,
  counsellor: 4,
  firstTeacher: 5,
} as const;

/** School ICT at this school has the neighbouring one as well. */
export const SHARED_ICT_SCHOOL = 1;

const leading: readonly (readonly Role[])[] = [
  [{ type: '05', sub: 'rektor' }],
  [{ type: '07', sub: 'iktansvarlig' }, { type: '02' }],
  [{ type: '05', sub: 'inspektør' }],
  [{ type: '07', sub: 'kontormedarbeider' }],
  [{ type: '02', sub: 'rådgiver' }],
];

const others: readonly Role[] = [
  { type: '04', sub: 'skolebibliotekar' },
  { type: '04', sub: 'vaktmester' },
  { type: '04', sub: 'renholdsarbeider' },
  { type: '04', sub: 'skolehelsetjeneste' },
  { type: '02', sub: 'vikar' },
  { type: '02', sub: 'lærerstudent' },
  { type: '04', sub: 'pptansatt' },
  { type: '02', sub: 'sosiallærer' },
];

const teacher: readonly Role[] = [{ type: '02', sub: 'faglærer' }];
const assistant: readonly Role[] = [{ type: '08' }];

function rolesAt(position: number, count: number): readonly Role[] {
  const first = leading[position];
  if (first) return first;
  const rest = count - leading.length;
  const place = position - leading.length;
  if (place < Math.max(1, Math.round(rest * 0.7))) return teacher;
  if (place < Math.round(rest * 0.9)) return assistant;
  return [pick(others, place)];
}

/** Everybody who works at a school on this file's day, those who own their account there first. */
export function staffOf(m: Municipality, school: School): StaffMember[] {
  const before = neighbour(m, school, -1);
  const own = ownStaff(m, school).filter(({ change }) => change !== 'moved');
  const moved = ownStaff(m, before).filter(({ change }) => change === 'moved');
  const count = school.staffTo - school.staffFrom;
  const members = [...own, ...moved].map(({ employee, position }): StaffMember => ({
    employee,
    position,
    roles: rolesAt(position, count),
    primary: true,
  }));
  for (const employee of newEmployees(m, school)) {
    members.push({ employee, position: UNTOUCHED_STAFF, roles: teacher, primary: true });
  }
  if (before !== school) members.push(...visitorsFrom(m, before));
  return members;
}

function visitorsFrom(m: Municipality, home: School): StaffMember[] {
  const count = home.staffTo - home.staffFrom;
  return ownStaff(m, home)
    .filter(({ change, employee, position }) => change !== 'moved' && isShared(m, home, employee, position))
    .map(({ employee, position }) => ({
      employee,
      position,
      roles: rolesAt(position, count),
      // Whoever loses their own school in the file belongs to the one that is left.
      primary: isMissing(m, home),
    }));
}

function ownStaff(m: Municipality, school: School) {
  const staff = [];
  for (let employee = school.staffFrom; employee < school.staffTo; employee++) {
    const position = employee - school.staffFrom;
    const change = employeeChange(m, employee, position);
    if (change !== 'left') staff.push({ employee, position, change });
  }
  return staff;
}

function isShared(m: Municipality, home: School, employee: number, position: number): boolean {
  if (position === positions.ict) return home.index === SHARED_ICT_SCHOOL;
  return position > positions.firstTeacher && fraction(m.parameters.seed, topics.staff, employee) < 0.04;
}

export function neighbour(m: Municipality, school: School, step: number): School {
  return m.schools.at((school.index + step) % m.schools.length) ?? school;
}

/** Employees of the school owner's own office: the last of the list. */
export function centralStaff(m: Municipality): number[] {
  const from = m.schools.at(-1)?.staffTo ?? 0;
  return Array.from({ length: m.parameters.employees - from }, (_, index) => from + index);
}

/** Whether an employee is in the file, and so may be referred to. */
export function isInFile(m: Municipality, employee: number): boolean {
  let low = 0;
  let high = m.schools.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((m.schools[middle]?.staffTo ?? 0) <= employee) low = middle + 1;
    else high = middle;
  }
  const school = m.schools[low];
  if (!school) return employee < m.parameters.employees;
  const change = employeeChange(m, employee, employee - school.staffFrom);
  if (change === 'left') return false;
  return !isMissing(m, change === 'moved' ? neighbour(m, school, 1) : school);
}

/** Two people of the neighbouring school's staff who go to school themselves in the evening. */
export function pupilsAmongStaff(m: Municipality, adults: School): number[] {
  const before = neighbour(m, adults, -1);
  if (isMissing(m, before)) return [];
  return ownStaff(m, before)
    .filter(
      ({ position, change }) =>
        change === 'none' && rolesAt(position, before.staffTo - before.staffFrom) === assistant,
    )
    .slice(0, 2)
    .map(({ employee }) => employee);
}
