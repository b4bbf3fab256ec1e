import { classesOf, gradesOf, type SchoolClass } from './classes.ts';
import type { Municipality, School } from './municipality.ts';
import { schoolId, type GroupType } from './pifu-xml.ts';
import { allStages, type Stage, type Subject } from './subjects.ts';

/** Ids of groups, told by what the group is; the group and its memberships must agree on them. */
export const gradeGroupId = (school: School, grade: number): string => `${school.code}-TRINN-${grade}`;
export const contactGroupId = ({ id }: SchoolClass, which: 1 | 2): string => `${id}-KL${which}`;
export const teachingGroupId = ({ id }: SchoolClass, { code }: Subject): string => `${id}-${code}`;
export const guardianGroupId = ({ id }: SchoolClass): string => `${id}-FORESATTE`;
export const examGroupId = ({ id }: SchoolClass): string => `${id}-EKSAMEN`;
export const subjectGroupId = (school: School, { code }: Subject, stage: Stage): string =>
  `${school.code}-FAG-${code}-${stage}`;
export const mixedGroupId = (school: School, { schoolYear }: Municipality, grade: number): string =>
  `${school.code}-${schoolYear}-SMG-${grade}`;
export const bodyId = (school: School, type: GroupType): string => `${school.code}-${type.toUpperCase()}`;

/** Bodies a school has one of. Adults have neither parents' council nor after-school care. */
export function bodiesOf(school: School): readonly GroupType[] {
  if (school.kind === 'adult') return ['utdanningsprogram', 'programområde', 'elevråd'];
  const bodies: GroupType[] = ['elevråd', 'fau', 'skoleutvalg', 'skolemiljøutvalg', 'språkopplæring'];
  if (school.kind !== 'lower') bodies.push('sfo');
  return bodies;
}

/** The school as the writers go through it: its classes, and what they are gathered in. */
export interface SchoolPlan {
  readonly school: School;
  readonly id: string;
  readonly classes: readonly SchoolClass[];
  readonly grades: readonly number[];
  readonly stages: readonly Stage[];
  /** Grades of the lower secondary stage with pupils from several classes in one extra group. */
  readonly mixedGrades: readonly number[];
}

export function schoolPlan(m: Municipality, school: School): SchoolPlan {
  const classes = classesOf(m, school);
  const grades = gradesOf(school).filter((grade) => classes.some((each) => each.grade === grade));
  const stages = allStages.filter((stage) => classes.some((each) => each.stage === stage));
  const mixedGrades = grades.filter(
    (grade) => grade >= 8 && classes.filter((each) => each.grade === grade).length > 1,
  );
  return { school, id: schoolId(school), classes, grades, stages, mixedGrades };
}
