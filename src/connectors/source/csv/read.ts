/**
 * A CSV file: bytes in, records out, in constant memory but for the names of schools and groups and 24 bytes a person.
 * A person may stand on several rows, one for each school or group; the first says who it is.
 */
import { type CsvMapping, mappingFaults } from '#kernel/csv-mapping.ts';

import { isOrganisationNumber } from '../fields.ts';
import {
  SourceFailure,
  type SourceGroup,
  type SourceId,
  type SourceItem,
  type SourceProblem,
} from '../port.ts';
import { createCompactMap, hash32 } from '../text/compact-map.ts';
import { type BrokenRow, isBroken, type Row } from '../text/rows.ts';
import { isNameless, openTable } from '../text/table.ts';
import { dateFields, findDateOrders } from './date-orders.ts';
import { guessMapping, hasHeadings } from './guess.ts';
import { type ReadRow, rowReader, type RowReader } from './row.ts';
import { createSchoolBook, type KnownSchool } from './schools.ts';

/** What is known of a table with such headings; what is not is guessed from them. */
export type ChooseMapping = (headings: readonly string[]) => Promise<Partial<CsvMapping>>;

export interface CsvOptions {
  mapping?: CsvMapping | ChooseMapping | undefined;
  /** The schools the portal has, with what this source calls them. Left out: each school named is taken as it stands. */
  schools?: ((feed: string) => Promise<readonly KnownSchool[]>) | undefined;
}

export async function* readCsv(
  bytes: AsyncIterable<Uint8Array>,
  { mapping: chosen, schools }: CsvOptions = {},
): AsyncGenerator<readonly SourceItem[]> {
  const table = await openTable(bytes, hasHeadings);
  const { headings, delimiter } = table;
  const start = { line: 1, column: 1 };
  const known = typeof chosen === 'function' ? await chosen(headings) : chosen;
  const mapping = { ...guessMapping(headings), ...known };
  const { feed, extract } = mapping;
  const faults = mappingFaults(mapping);
  if (faults.length > 0 || extract === undefined) {
    throw new SourceFailure('file.no-mapping', start, faults.join(', '));
  }
  const missing = Object.values(mapping.fields).filter((heading) => !headings.includes(heading));
  if (missing.length > 0) throw new SourceFailure('file.missing-column', start, missing.join(', '));

  const { orders, rows } = await findDateOrders(table.rows, mapping, headings);
  yield [
    { kind: 'header', line: 1, datasource: feed, extract, createdAt: '' },
    ...(table.hasHeadings ? [] : [ofTable('record.no-headings', '')]),
    ...unusedColumns(mapping, headings),
    ...dateFields
      .filter((field) => orders[field] !== undefined && orders[field] !== 'day-first')
      .map((field) => ofTable('record.date-order', mapping.fields[field] ?? '')),
  ];
  const reader = rowReader(mapping, headings, createSchoolBook(mapping, await schools?.(feed)), orders);
  const seen = { people: createCompactMap(), groups: new Set<string>() };
  let anybody = false;
  for await (const batch of rows) {
    anybody = true;
    const items: SourceItem[] = [];
    for (const row of batch) {
      const read = takeRow(row, reader, headings.length, delimiter);
      if (read.kind === 'problem') items.push(read.problem);
      else add(read.row, feed, seen, items, read.strange);
    }
    if (items.length > 0) yield items;
  }
  // As a whole list it would say that everybody has left.
  if (!anybody && extract === 'full') throw new SourceFailure('file.no-people', start, 'no rows');
}

type Taken = { kind: 'row'; row: ReadRow; strange: boolean } | { kind: 'problem'; problem: SourceProblem };

function takeRow(row: Row | BrokenRow, reader: RowReader, columns: number, delimiter: string): Taken {
  const refuse = (code: SourceProblem['code'], cells: readonly string[], found: string): Taken => {
    const id = reader.idOf(cells);
    return {
      kind: 'problem',
      problem: { kind: 'problem', severity: 'rejected', code, line: row.line, ...(id && { id }), found },
    };
  };
  if (isBroken(row)) return refuse('record.quote', row.text.split(delimiter), '');
  const { line, cells, strange } = row;
  const surplus = cells.slice(columns).some((cell) => cell.trim() !== '');
  if (surplus || cells.length < reader.needed) {
    return refuse('record.columns', cells, `${cells.length} / ${columns}`);
  }
  const read = reader.read(line, cells);
  return 'kind' in read ? { kind: 'problem', problem: read } : { kind: 'row', row: read, strange };
}

interface Known {
  people: ReturnType<typeof createCompactMap>;
  groups: Set<string>;
}

function add(row: ReadRow, feed: string, known: Known, items: SourceItem[], strange: boolean): void {
  const { person, school, role, groups, begin, end } = row;
  const { line } = person;
  const { self } = person.ids;
  if (strange) items.push(flagged('record.encoding', line, self, ''));
  items.push(...row.problems);

  // Who it is must be the same on each row; where they belong may differ.
  const mark = hash32([person.givenName, person.familyName, person.nationalNumber?.value].join('\u0000'));
  const before = known.people.get(self.id);
  if (before === undefined) {
    known.people.set(self.id, mark);
    items.push(person);
  } else if (before !== mark) {
    items.push(flagged('person.repeated', line, self, self.id));
  }

  const group = (id: string, make: () => Omit<SourceGroup, 'kind' | 'line' | 'ids'>): SourceId => {
    const at = { source: feed, id };
    if (!known.groups.has(id)) {
      known.groups.add(id);
      items.push({ kind: 'group', line, ids: { self: at, former: [], duplicates: [] }, ...make() });
    }
    return at;
  };
  const { organisationNumber } = school;
  const at = group(school.id, () => {
    if (organisationNumber !== undefined && !isOrganisationNumber(organisationNumber)) {
      items.push(
        flagged('group.organisation-number', line, { source: feed, id: school.id }, organisationNumber),
      );
    }
    return {
      type: 'school',
      shortName: school.name,
      ...(organisationNumber !== undefined && { organisationNumber }),
    };
  });
  const member = { kind: 'membership', line, person: self, active: true } as const;
  const dates = { ...(begin !== undefined && { begin }), ...(end !== undefined && { end }) };
  items.push({ ...member, group: at, ...role, ...dates, primary: before === undefined });
  for (const { type, name } of groups) {
    const id = `${type} ${school.id} ${name}`;
    const within = group(id, () => ({ type, shortName: name, parent: at }));
    items.push({ ...member, group: within, role: role.role, ...dates, primary: false });
  }
}

const flagged = (code: SourceProblem['code'], line: number, id: SourceId, found: string): SourceProblem => ({
  kind: 'problem',
  severity: 'flagged',
  code,
  line,
  id,
  found,
});

/** A column nobody has said anything about is not dropped in silence. */
function unusedColumns({ fields }: CsvMapping, headings: readonly string[]): SourceItem[] {
  const used = new Set(Object.values(fields));
  return headings
    .filter((heading) => !isNameless(heading) && !used.has(heading))
    .map((found) => ofTable('record.unknown-column', found));
}

/** What is said of the table as a whole. */
const ofTable = (code: SourceProblem['code'], found: string): SourceProblem => ({
  kind: 'problem',
  severity: 'flagged',
  code,
  line: 1,
  found,
});
