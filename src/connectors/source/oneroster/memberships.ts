/** `roles.csv` and `enrollments.csv`: who is what at a school, and who is in which class. */
import type { SourceItem, SourceMembership, SourceRole } from '../port.ts';
import type { Classes } from './classes.ts';
import type { Dialect } from './columns.ts';
import { dayBefore, readDay } from './dates.ts';
import type { Orgs } from './orgs.ts';
import { isProblem, type PartItem, type PartRow } from './part.ts';
import type { Users } from './users.ts';

/** The sub-role becomes an employee's title. */
const atSchool: Record<string, { role: SourceRole; subrole?: string }> = {
  student: { role: 'pupil' },
  teacher: { role: 'teacher' },
  aide: { role: 'assistant' },
  principal: { role: 'leader', subrole: 'rektor' },
  counselor: { role: 'other', subrole: 'rådgiver' },
  proctor: { role: 'other', subrole: 'eksamensvakt' },
  administrator: { role: 'administrator' },
  siteadministrator: { role: 'administrator' },
  systemadministrator: { role: 'administrator', subrole: 'iktansvarlig' },
  districtadministrator: { role: 'administrator' },
  // School Data Sync's words.
  chair: { role: 'leader' },
  professor: { role: 'teacher' },
  lecturer: { role: 'teacher' },
  faculty: { role: 'teacher' },
  instructor: { role: 'teacher' },
  adjunct: { role: 'teacher' },
  substitute: { role: 'teacher', subrole: 'vikar' },
  teacherassistant: { role: 'assistant' },
  assistant: { role: 'assistant' },
  paraprofessional: { role: 'assistant' },
  officestaff: { role: 'administrator' },
  itadmin: { role: 'administrator', subrole: 'iktansvarlig' },
  nurse: { role: 'other', subrole: 'helsesykepleier' },
  advisor: { role: 'other', subrole: 'rådgiver' },
  occupationaltherapist: { role: 'other' },
  physicaltherapist: { role: 'other' },
  speechtherapist: { role: 'other' },
  visiontherapist: { role: 'other' },
  specialservices: { role: 'other' },
  researcher: { role: 'other' },
  affiliate: { role: 'other' },
  coach: { role: 'other' },
  staff: { role: 'other' },
  other: { role: 'other' },
};

/** They are here for a pupil's sake, or were pupils, and have no place at the school of their own. */
const withoutPlace: ReadonlySet<string> = new Set(['guardian', 'parent', 'relative', 'alumni']);

const inClass: Record<string, SourceRole> = {
  student: 'pupil',
  teacher: 'teacher',
  administrator: 'administrator',
  proctor: 'other',
  aide: 'assistant',
};

/** A leader of a school leads no class. */
function classRoleOf(word: string): SourceRole | undefined {
  const role = atSchool[word]?.role;
  return role === 'leader' ? 'other' : role;
}

export interface Memberships {
  readRoles: (items: readonly PartItem[]) => SourceItem[];
  readEnrollments: (items: readonly PartItem[]) => SourceItem[];
}

interface World {
  feed: string;
  orgs: Orgs;
  users: Users;
  classes: Classes;
  dialect: Dialect;
}

export function createMemberships({ feed, orgs, users, classes, dialect }: World): Memberships {
  const userColumn = dialect.rolesIn === 'users.csv' ? 'sourcedId' : 'userSourcedId';
  const years = new Set<string>();

  function roleAt(row: PartRow): SourceItem[] {
    // A person who is gone has no schools to be placed at.
    if (dialect.rolesIn === 'users.csv' && row.ended) return [];
    const word = (row.get('role') ?? '').toLowerCase();
    if (withoutPlace.has(word)) return [];
    const known = atSchool[word];
    if (!known) return [row.problem('rejected', 'membership.unknown-role', 'role', word)];
    const user = row.get(userColumn) ?? '';
    // OneRoster 1.1 has one role a person, for all their schools.
    const places = row.get('orgSourcedIds')?.split(',') ?? [row.get('orgSourcedId') ?? ''];
    const items: SourceItem[] = [];
    for (const place of places) {
      const org = place.trim();
      const group = orgs.placeOf(org) ?? org;
      const primary = row.get('isPrimary')?.toLowerCase() === 'true' || users.isPrimary(user, org);
      const placed = membership(row, { group, user, ...known, primary });
      items.push(...placed);
      if (known.role === 'pupil') items.push(...gradeAt(row, group, placed));
    }
    return items;
  }

  /** School Data Sync has a pupil's year with the role: a year group of the school. */
  function gradeAt(row: PartRow, school: string, [place]: readonly SourceItem[]): SourceItem[] {
    const year = /^0?(\d{1,2})$/.exec(row.get('grade') ?? '')?.[1];
    if (year === undefined || Number(year) < 1 || Number(year) > 13 || place?.kind !== 'membership')
      return [];
    const group = { source: feed, id: `grade ${year} ${school}` };
    const name = `${Number(year)}. trinn`;
    const made: SourceItem[] = years.has(group.id)
      ? []
      : [
          {
            kind: 'group',
            line: row.line,
            ids: { self: group, former: [], duplicates: [] },
            type: 'grade',
            shortName: name,
            parent: { source: feed, id: school },
          },
        ];
    years.add(group.id);
    return [...made, { ...place, group, primary: false }];
  }

  function enrollment(row: PartRow): SourceItem[] {
    const word = (row.get('role') ?? '').toLowerCase();
    const known = inClass[word] ?? classRoleOf(word);
    if (!known) return [row.problem('rejected', 'membership.unknown-role', 'role', word)];
    const group = row.get('classSourcedId') ?? '';
    const primary = row.get('primary')?.toLowerCase() === 'true';
    // OneRoster knows no contact teachers: they are the homeroom's primary ones.
    const role = known === 'teacher' && primary && classes.isHomeroom(group) ? 'contact-teacher' : known;
    return membership(row, { group, user: row.get('userSourcedId') ?? '', role, primary: false });
  }

  function membership(
    row: PartRow,
    {
      group,
      user,
      role,
      subrole,
      primary,
    }: { group: string; user: string; role: SourceRole; subrole?: string; primary: boolean },
  ): SourceItem[] {
    const [begins, ends] = [row.get('beginDate'), row.get('endDate')];
    const begin = begins === undefined ? undefined : readDay(begins);
    const end = ends === undefined ? undefined : readDay(ends);
    if ((begins !== undefined && !begin) || (ends !== undefined && !end) || (begin && end && begin > end)) {
      return [
        row.problem('rejected', 'membership.date', 'beginDate, endDate', `${begins ?? ''}–${ends ?? ''}`),
      ];
    }
    // From a day to the same day, the end not counted, is no day at all.
    const never = !dialect.endIsLastDay && begin !== undefined && begin === end;
    const term = classes.sessionOf(row.get('sessionSourcedId') ?? '');
    const from = begin ?? term?.begin;
    const lastDay = end === undefined || dialect.endIsLastDay ? end : dayBefore(end);
    const to = lastDay ?? term?.end;
    const item: SourceMembership = {
      kind: 'membership',
      line: row.line,
      group: { source: feed, id: group },
      person: { source: feed, id: user },
      role,
      ...(subrole !== undefined && { subrole }),
      active: !row.ended && !never,
      ...(from !== undefined && { begin: from }),
      ...(to !== undefined && !never && { end: to }),
      primary,
    };
    return [item];
  }

  return { readRoles: each(roleAt), readEnrollments: each(enrollment) };
}

const each =
  (read: (row: PartRow) => SourceItem[]) =>
  (items: readonly PartItem[]): SourceItem[] =>
    items.flatMap((item) => (isProblem(item) ? [item] : read(item)));
