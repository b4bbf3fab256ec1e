/** `roles.csv` and `enrollments.csv`: who is what at a school, and who is in which class. */
import { readDate } from '../fields.ts';
import type { SourceItem, SourceMembership, SourceRole } from '../port.ts';
import type { Classes } from './classes.ts';
import { dayBefore } from './dates.ts';
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
};

/** They are here for a pupil's sake and have no place at the school of their own. */
const family: ReadonlySet<string> = new Set(['guardian', 'parent', 'relative']);

const inClass: Record<string, SourceRole> = {
  student: 'pupil',
  teacher: 'teacher',
  administrator: 'administrator',
  proctor: 'other',
  aide: 'assistant',
};

export interface Memberships {
  readRoles: (items: readonly PartItem[]) => SourceItem[];
  readEnrollments: (items: readonly PartItem[]) => SourceItem[];
}

interface World {
  feed: string;
  orgs: Orgs;
  users: Users;
  classes: Classes;
}

export function createMemberships({ feed, orgs, users, classes }: World): Memberships {
  function roleAt(row: PartRow): SourceItem[] {
    const word = (row.get('role') ?? '').toLowerCase();
    if (family.has(word)) return [];
    const known = atSchool[word];
    if (!known) return [row.problem('rejected', 'membership.unknown-role', 'role', word)];
    const org = row.get('orgSourcedId') ?? '';
    const user = row.get('userSourcedId') ?? '';
    return membership(row, {
      group: orgs.placeOf(org) ?? org,
      ...known,
      primary: users.isPrimary(user, org),
    });
  }

  function enrollment(row: PartRow): SourceItem[] {
    const word = (row.get('role') ?? '').toLowerCase();
    const known = inClass[word];
    if (!known) return [row.problem('rejected', 'membership.unknown-role', 'role', word)];
    const group = row.get('classSourcedId') ?? '';
    const primary = row.get('primary')?.toLowerCase() === 'true';
    // OneRoster knows no contact teachers: they are the homeroom's primary ones.
    const role = known === 'teacher' && primary && classes.isHomeroom(group) ? 'contact-teacher' : known;
    return membership(row, { group, role, primary: false });
  }

  function membership(
    row: PartRow,
    {
      group,
      role,
      subrole,
      primary,
    }: { group: string; role: SourceRole; subrole?: string; primary: boolean },
  ): SourceItem[] {
    const [begins, ends] = [row.get('beginDate'), row.get('endDate')];
    const begin = begins === undefined ? undefined : readDate(begins);
    const end = ends === undefined ? undefined : readDate(ends);
    if ((begins !== undefined && !begin) || (ends !== undefined && !end) || (begin && end && begin > end)) {
      return [
        row.problem('rejected', 'membership.date', 'beginDate, endDate', `${begins ?? ''}–${ends ?? ''}`),
      ];
    }
    // From a day to the same day, the end not counted, is no day at all.
    const never = begin !== undefined && begin === end;
    const item: SourceMembership = {
      kind: 'membership',
      line: row.line,
      group: { source: feed, id: group },
      person: { source: feed, id: row.get('userSourcedId') ?? '' },
      role,
      ...(subrole !== undefined && { subrole }),
      active: !row.ended && !never,
      ...(begin !== undefined && { begin }),
      ...(end !== undefined && !never && { end: dayBefore(end) }),
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
