import { fraction, topics } from './chance.ts';
import { pupilReference } from './deviations.ts';
import {
  contactGroupId,
  examGroupId,
  gradeGroupId,
  guardianGroupId,
  schoolPlan,
  subjectGroupId,
  teachingGroupId,
} from './group-ids.ts';
import { guardiansOf } from './households.ts';
import type { Municipality, School } from './municipality.ts';
import { employeeId, isMissing, schoolOfPupil, sizeOf } from './people.ts';
import { frame, member, membership, OWNER_ID, role, timeframe } from './pifu-xml.ts';
import { at, pupilRole, rosterOf, teacherOf, teacherRole, type Roster, type Workday } from './roster.ts';
import { centralStaff, pupilsAmongStaff, staffOf } from './staff.ts';
import { subjectsOf, type Subject } from './subjects.ts';
import { bodyMemberships } from './write-bodies.ts';

/** Every membership: the owner's employees first, then each school's groups. */
export function* writeMemberships(m: Municipality): Generator<string> {
  yield* ownerMemberships(m);
  for (const school of m.schools) {
    if (!isMissing(m, school)) yield* schoolMemberships(m, school);
  }
}

function* ownerMemberships(m: Municipality): Generator<string> {
  const office = centralStaff(m).map((employee, index) => {
    const own = index === 0 ? { type: '07', sub: 'iktansvarlig' } : { type: '04', sub: 'kontormedarbeider' };
    return member(employeeId(employee), role({ ...own, primary: true }));
  });
  yield membership(OWNER_ID, office.join(''));
  for (const school of m.schools) {
    if (isMissing(m, school)) continue;
    const staff = staffOf(m, school).filter(({ primary }) => primary);
    yield membership(
      OWNER_ID,
      staff.map(({ employee }) => member(employeeId(employee), role({ type: '04' }))).join(''),
    );
  }
}

function* schoolMemberships(m: Municipality, school: School): Generator<string> {
  const plan = schoolPlan(m, school);
  const staff = staffOf(m, school);
  const teaching = staff.filter(({ roles }) => roles.some(({ sub }) => sub === 'faglærer'));
  const assistants = staff.filter(({ roles }) => roles.some(({ type }) => type === '08'));
  const teachers = teaching.length > 0 ? teaching : staff;
  const day: Workday = { m, plan, staff, teachers, assistants };
  const rosters = plan.classes.map((each, number) => rosterOf(m, each, number));

  yield membership(
    plan.id,
    staffMembers(m, day) + rosters.map((roster) => schoolMembers(m, roster)).join(''),
  );
  for (const grade of plan.grades) {
    const ofGrade = rosters.filter(({ each }) => each.grade === grade);
    yield membership(gradeGroupId(school, grade), ofGrade.map(({ members }) => members).join(''));
  }
  yield* subjectMemberships(day, rosters);
  yield* bodyMemberships(day, rosters);
  for (const roster of rosters) yield classMemberships(day, roster);
}

/** Employees of the school; a few with an end, a few no longer active, the adults' school's own pupils last. */
function staffMembers(m: Municipality, { staff, plan }: Workday): string {
  const learners = plan.school.kind === 'adult' ? pupilsAmongStaff(m, plan.school) : [];
  const pupilsToo = new Set(learners);
  const members = staff.map(({ employee, roles, primary, position }) => {
    const where = position < 8 ? 1 : fraction(m.parameters.seed, topics.membership, -7, employee);
    const ended =
      where < 0.01 ? { timeframe: frame(`${m.schoolYear - 1}-08-01`, `${m.schoolYear}-10-15`) } : {};
    const fixedTerm = where >= 0.01 && where < 0.06 ? { timeframe: timeframe(m) } : {};
    const active = where < 0.06 || where >= 0.065;
    const texts = roles.map((own) => role({ ...own, ...ended, ...fixedTerm, active, primary }));
    if (pupilsToo.delete(employee)) texts.push(pupilRole);
    return member(employeeId(employee), texts.join(''));
  });
  for (const employee of pupilsToo) {
    const helps = employee === learners[0] ? role({ type: '08', primary: false }) : '';
    members.push(member(employeeId(employee), helps + pupilRole));
  }
  return members.join('');
}

/** Pupils of the class as members of the school, and those who were here and have moved within the owner. */
function schoolMembers(m: Municipality, roster: Roster): string {
  const year = role({ type: '01', timeframe: timeframe(m) });
  return roster.ids.map((id) => member(id, year)).join('') + formerMembers(m, roster);
}

function formerMembers(m: Municipality, { each, pupils }: Roster): string {
  const { cohort, from, to } = each;
  const size = sizeOf(m, cohort);
  const third = Math.floor(size / 3);
  let members = '';
  for (let place = from; place < to; place++) {
    const pupil = { cohort, rank: (place - third + size) % size };
    const where = fraction(m.parameters.seed, topics.membership, cohort, pupil.rank);
    const isHere = pupils.some(({ rank }) => rank === pupil.rank);
    if (where >= 0.008 || isHere || schoolOfPupil(m, pupil) === undefined) continue;
    // Some sources switch such a membership off, others let it run out.
    const ended = frame(
      `${m.schoolYear}-08-01`,
      `${m.schoolYear}-09-30`,
      `${m.schoolYear}/${m.schoolYear + 1}`,
    );
    const past = role({ type: '01', active: where >= 0.004, timeframe: ended });
    members += member(pupilReference(m, pupil), past);
  }
  return members;
}

function classMemberships(day: Workday, roster: Roster): string {
  const { m, teachers, assistants, plan } = day;
  const { each, number, pupils, ids, members } = roster;
  const contacts = [at(teachers, number * 2), at(teachers, number * 2 + 1)];
  const contactRoles = contacts.map((id) => member(id, role({ type: '06' })));
  const learners = plan.school.kind === 'adult' && number === 0 ? pupilsAmongStaff(m, plan.school) : [];
  const evening = learners.map((employee) => member(employeeId(employee), pupilRole));
  const xml = [membership(each.id, classMembers(m, roster) + [...evening, ...contactRoles].join(''))];

  for (const which of [1, 2] as const) {
    const half = ids.filter((_, index) => ((pupils[index]?.rank ?? 0) & 1) === which - 1);
    const contact = contactRoles[which - 1] ?? '';
    xml.push(
      membership(contactGroupId(each, which), half.map((id) => member(id, pupilRole)).join('') + contact),
    );
  }
  for (const [index, subject] of subjectsOf[each.stage].entries()) {
    const taught = subject.term ? inTerm(m, ids, subject) : members;
    const teacher = member(teacherOf(day, roster, index), teacherRole);
    const second = index === 1 && contacts[0] !== contacts[1] ? member(contacts[0] ?? '', teacherRole) : '';
    const helper =
      index === 0 && assistants.length > 0 ? member(at(assistants, number), role({ type: '08' })) : '';
    xml.push(membership(teachingGroupId(each, subject), taught + teacher + second + helper));
  }
  if (each.grade > 0) {
    const guardians = new Set(pupils.flatMap((pupil) => guardiansOf(m, pupil).map(({ id }) => id)));
    const asGuardian = role({ type: '04' });
    const listed = [...guardians].map((id) => member(id, asGuardian)).join('');
    xml.push(membership(guardianGroupId(each), listed));
  }
  if (each.grade === 10) {
    const examiner = member(at(day.staff, 2), role({ type: '04', sub: 'sensor' }));
    xml.push(membership(examGroupId(each), members + examiner));
  }
  return xml.join('');
}

/** The class itself: most for the year, a few who begin after Christmas. */
function classMembers(m: Municipality, roster: Roster): string {
  const { each, pupils, ids } = roster;
  const year = role({ type: '01', timeframe: timeframe(m) });
  const later = role({
    type: '01',
    timeframe: frame(`${m.schoolYear + 1}-01-04`, `${m.schoolYear + 1}-07-31`),
  });
  const own = ids.map((id, index) => {
    const rank = pupils[index]?.rank ?? 0;
    const where = fraction(m.parameters.seed, topics.membership, each.cohort + 4000, rank);
    return member(id, rank > 5 && where < 0.002 ? later : year);
  });
  return own.join('') + formerMembers(m, roster);
}

function inTerm(m: Municipality, ids: readonly string[], { term }: Subject): string {
  const ofTerm = role({ type: '01', timeframe: timeframe(m, term) });
  return ids.map((id) => member(id, ofTerm)).join('');
}

function* subjectMemberships(day: Workday, rosters: readonly Roster[]): Generator<string> {
  const { plan } = day;
  for (const stage of plan.stages) {
    const ofStage = rosters.filter(({ each }) => each.stage === stage);
    const members = ofStage.map((roster) => roster.members).join('');
    for (const [index, subject] of subjectsOf[stage].entries()) {
      const teachers = new Set(ofStage.map((roster) => teacherOf(day, roster, index)));
      const listed = [...teachers].map((id) => member(id, teacherRole)).join('');
      yield membership(subjectGroupId(plan.school, subject, stage), members + listed);
    }
  }
}
