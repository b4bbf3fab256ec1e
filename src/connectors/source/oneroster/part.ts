/** One file of the set as records by column name; a row that cannot be used is a problem of its own. */
import { SourceFailure, type SourceId, type SourceProblem, type SourceProblemCode } from '../port.ts';
import { isBroken } from '../text/rows.ts';
import { shown } from '../text/shown.ts';
import { openTable } from '../text/table.ts';
import { columnsOf, type Dialect, ownName, type PartName, sharedName } from './columns.ts';

export interface PartRow {
  line: number;
  /** Without the space around it; undefined when empty. */
  get: (column: string) => string | undefined;
  /** A problem with the row, naming file and column. */
  problem: (
    severity: SourceProblem['severity'],
    code: SourceProblemCode,
    column: string,
    found: string,
    id?: SourceId,
  ) => SourceProblem;
  /** The source has the record no longer. */
  ended: boolean;
}

export type PartItem = PartRow | SourceProblem;

export const isProblem = (item: PartItem): item is SourceProblem => 'kind' in item;

/** The columns whose value names the person a row is about. */
const personColumns: Partial<Record<PartName, string>> = {
  'users.csv': 'sourcedId',
  'roles.csv': 'userSourcedId',
  'enrollments.csv': 'userSourcedId',
  'relationships.csv': 'userSourcedId',
};

interface PartOptions {
  name: PartName;
  bytes: AsyncIterable<Uint8Array>;
  /** What the ids of this set are ids of. */
  feed: string;
  dialect: Dialect;
}

export async function* readPart({
  name,
  bytes,
  feed,
  dialect,
}: PartOptions): AsyncGenerator<readonly PartItem[]> {
  const problem = (
    severity: SourceProblem['severity'],
    code: SourceProblemCode,
    line: number,
    found: string,
    id?: SourceId,
  ): SourceProblem => ({
    kind: 'problem',
    severity,
    code,
    line,
    ...(id && { id }),
    found: shown(`${name}${found}`),
  });
  try {
    const table = await openTable(bytes);
    const headings = table.headings.map((heading) => sharedName(dialect, name, heading.replace(/^\*/, '')));
    const { known, required } = columnsOf(name, dialect);
    const own = (column: string): string => ownName(dialect, name, column);
    const places = new Map(headings.map((heading, place) => [heading, place]));
    const missing = required.filter((column) => !places.has(column));
    if (missing.length > 0) {
      throw new SourceFailure('file.missing-column', { line: 1, column: 1 }, missing.map(own).join(', '));
    }
    const unknown = headings.filter((heading) => !known.has(heading));
    yield unknown.map((heading) => problem('flagged', 'record.unknown-column', 1, `: ${heading}`));

    const personPlace = places.get(personColumns[name] ?? '');
    const personOf = (cells: readonly string[]): SourceId | undefined => {
      const id = personPlace === undefined ? undefined : cells[personPlace]?.trim();
      return id ? { source: feed, id } : undefined;
    };
    for await (const batch of table.rows) {
      const items: PartItem[] = [];
      for (const row of batch) {
        const { line } = row;
        if (isBroken(row)) {
          const id = personOf(row.text.split(table.delimiter));
          items.push(problem('rejected', 'record.quote', line, '', id));
          continue;
        }
        const { cells } = row;
        const person = personOf(cells);
        if (cells.length !== headings.length) {
          const found = `: ${cells.length} / ${headings.length}`;
          items.push(problem('rejected', 'record.columns', line, found, person));
          continue;
        }
        const get = (column: string): string | undefined =>
          cells[places.get(column) ?? -1]?.trim().normalize('NFC') || undefined;
        const empty = required.find((column) => get(column) === undefined);
        if (empty !== undefined) {
          items.push(problem('rejected', 'record.missing-value', line, `, ${own(empty)}`, person));
          continue;
        }
        if (row.strange) {
          items.push(problem('flagged', 'record.encoding', line, '', person));
        }
        items.push({
          line,
          get,
          problem: (severity, code, column, found, id) =>
            problem(severity, code, line, `, ${own(column)}: ${found}`, id ?? person),
          ended: get('status')?.toLowerCase() === 'tobedeleted',
        });
      }
      if (items.length > 0) yield items;
    }
  } catch (error) {
    if (!(error instanceof SourceFailure)) throw error;
    // A file with nothing in it, not even a heading, is as good as absent.
    if (error.code === 'file.empty') return;
    throw new SourceFailure(error.code, error, `${name}: ${error.found}`);
  }
}
