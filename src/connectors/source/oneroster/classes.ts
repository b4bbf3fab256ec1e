/** `academicSessions.csv`, `courses.csv` and `classes.csv`: homerooms are classes, the others teaching groups. */
import type { SourceGroup, SourceItem } from '../port.ts';
import type { Dialect } from './columns.ts';
import { dayBefore, readDay } from './dates.ts';
import type { Orgs } from './orgs.ts';
import { isProblem, type PartItem, type PartRow } from './part.ts';

interface Session {
  begin: string | undefined;
  end: string | undefined;
  /** The year it ends in. */
  schoolYear: string | undefined;
}

export interface Classes {
  readSessions: (items: readonly PartItem[]) => SourceItem[];
  readCourses: (items: readonly PartItem[]) => SourceItem[];
  readClasses: (items: readonly PartItem[]) => SourceItem[];
  isHomeroom: (id: string) => boolean;
  sessionOf: (id: string) => Session | undefined;
}

export function createClasses(feed: string, orgs: Orgs, { columns, endIsLastDay }: Dialect): Classes {
  /** School Data Sync tells homerooms and teaching groups apart by nothing: all are teaching groups. */
  const hasKinds = columns['classes.csv']?.includes('classType') ?? false;
  const sessions = new Map<string, Session>();
  const courses = new Map<string, string>();
  const homerooms = new Set<string>();

  function readSessions(items: readonly PartItem[]): SourceItem[] {
    const found: SourceItem[] = [];
    for (const item of items) {
      if (isProblem(item)) {
        found.push(item);
        continue;
      }
      const [starts, ends] = [item.get('startDate') ?? '', item.get('endDate') ?? ''];
      const [begin, end] = [readDay(starts), readDay(ends)];
      if (!begin) found.push(item.problem('flagged', 'group.date', 'startDate', starts));
      if (!end) found.push(item.problem('flagged', 'group.date', 'endDate', ends));
      const session = {
        begin,
        end: end && (endIsLastDay ? end : dayBefore(end)),
        schoolYear: item.get('schoolYear'),
      };
      sessions.set(item.get('sourcedId') ?? '', session);
    }
    return found;
  }

  function readCourses(items: readonly PartItem[]): SourceItem[] {
    for (const item of items) {
      if (isProblem(item)) continue;
      const code = item.get('courseCode');
      if (code !== undefined) courses.set(item.get('sourcedId') ?? '', code);
    }
    return items.filter(isProblem);
  }

  function one(row: PartRow): SourceItem[] {
    const id = row.get('sourcedId') ?? '';
    const self = { source: feed, id };
    const kind = hasKinds ? (row.get('classType') ?? '').toLowerCase() : 'scheduled';
    if (kind !== 'homeroom' && kind !== 'scheduled') {
      return [row.problem('rejected', 'group.unknown-type', 'classType', kind, self)];
    }
    if (kind === 'homeroom') homerooms.add(id);
    const school = row.get('schoolSourcedId') ?? '';
    const title = row.get('title') ?? id;
    const code = courses.get(row.get('courseSourcedId') ?? '');
    const group: SourceGroup = {
      kind: 'group',
      line: row.line,
      ids: { self, former: [], duplicates: [] },
      type: kind === 'homeroom' ? 'basis' : 'instruction',
      // A subject's code must stand in a name to be found; the title is what is shown.
      shortName: kind === 'scheduled' && code !== undefined ? code : title,
      longName: title,
      parent: { source: feed, id: orgs.placeOf(school) ?? school },
      ...termsOf(row),
      ...gradeOf(row.get('grades')),
      ...(row.ended && { ended: true }),
    };
    return [group];
  }

  /** From the first day of its terms to the last. */
  function termsOf(row: PartRow): Pick<SourceGroup, 'begin' | 'end' | 'period'> {
    const terms = (row.get('termSourcedIds') ?? '').split(',').flatMap((id) => sessions.get(id.trim()) ?? []);
    const begin = terms.flatMap((term) => term.begin ?? []).toSorted()[0];
    const end = terms
      .flatMap((term) => term.end ?? [])
      .toSorted()
      .at(-1);
    const year = terms.flatMap((term) => term.schoolYear ?? [])[0];
    const period = year !== undefined && /^\d{4}$/.test(year) ? `${Number(year) - 1}/${year}` : undefined;
    return { ...(begin && { begin }), ...(end && { end }), ...(period !== undefined && { period }) };
  }

  return {
    readSessions,
    readCourses,
    readClasses: (items) => items.flatMap((item) => (isProblem(item) ? [item] : one(item))),
    isHomeroom: (id) => homerooms.has(id),
    sessionOf: (id) => sessions.get(id),
  };
}

/** `08` is year 8, `11` the first of upper secondary; a class of several years has none. */
function gradeOf(grades: string | undefined): Pick<SourceGroup, 'grepCode'> {
  const year = /^0?(\d{1,2})$/.exec(grades ?? '')?.[1];
  if (year === undefined || Number(year) < 1 || Number(year) > 13) return {};
  return { grepCode: Number(year) > 10 ? `vg${Number(year) - 10}` : `aarstrinn${Number(year)}` };
}
