import { fraction, topics } from './chance.ts';
import { bodiesOf, bodyId, mixedGroupId } from './group-ids.ts';
import { guardiansOf } from './households.ts';
import { pupilOrigin } from './naming.ts';
import { employeeId, type Pupil } from './people.ts';
import { member, membership, role, type GroupType } from './pifu-xml.ts';
import { pupilRole, teacherRole, type Roster, type Workday } from './roster.ts';

const representative = role({ type: '04', sub: 'foresattrepresentant' });

/** Councils, committees, after-school care and the other groups a school has one of. */
export function* bodyMemberships(day: Workday, rosters: readonly Roster[]): Generator<string> {
  const { m, plan, staff, assistants } = day;
  const { school } = plan;
  const all = rosters.flatMap(({ each, pupils, ids }) =>
    pupils.map((pupil, index) => ({ each, pupil, id: ids[index] ?? '' })),
  );
  const guardians = rosters.flatMap(({ pupils }) =>
    guardiansOf(m, pupils[0] ?? { cohort: 0, rank: 0 }).slice(0, 1),
  );
  const parents = [...new Set(guardians.map(({ id }) => id))].map((id) => member(id, representative));
  const council = rosters
    .filter(({ each }) => each.grade === 0 || each.grade >= 5)
    .flatMap(({ ids }) => ids.slice(0, 2).map((id) => member(id, pupilRole)));
  const leader = staff
    .slice(0, 1)
    .map(({ employee }) => member(employeeId(employee), role({ type: '05', sub: 'rektor' })));
  const teacher = staff.slice(-1).map(({ employee }) => member(employeeId(employee), teacherRole));
  const board = [
    ...parents.slice(0, 2),
    ...council.slice(0, 2),
    ...leader,
    ...(staff.length > 1 ? teacher : []),
  ];
  const plain = (chosen: typeof all): string[] => chosen.map(({ id }) => member(id, pupilRole));
  const chance = (pupil: Pupil): number =>
    fraction(m.parameters.seed, topics.membership, pupil.cohort + 8000, pupil.rank);

  const listed: Partial<Record<GroupType, () => readonly string[]>> = {
    elevråd: () => council,
    fau: () => parents,
    skoleutvalg: () => board,
    skolemiljøutvalg: () => board,
    språkopplæring: () =>
      plain(all.filter(({ pupil }) => !atHome.has(pupilOrigin(m, pupil)) && chance(pupil) < 0.3)),
    sfo: () => [
      ...plain(all.filter(({ each, pupil }) => each.grade <= 4 && chance(pupil) < 0.6)),
      ...assistants.slice(0, 6).map(({ employee }) => member(employeeId(employee), role({ type: '08' }))),
    ],
    utdanningsprogram: () => plain(all),
    programområde: () => plain(all.filter(({ each }) => each.name.startsWith('FVO'))),
  };
  for (const type of bodiesOf(school))
    yield membership(bodyId(school, type), (listed[type]?.() ?? []).join(''));
  for (const grade of plan.mixedGrades) {
    const eager = plain(all.filter(({ each, pupil }) => each.grade === grade && chance(pupil) < 0.15));
    yield membership(mixedGroupId(school, m, grade), eager.join(''));
  }
}

const atHome: ReadonlySet<string> = new Set(['norwegian', 'sami']);
