/** A text file as a table: encoding and delimiter found out, the headings apart from the rows. */
import { SourceFailure } from '../port.ts';
import { type Delimiter, delimiterOf } from './delimiter.ts';
import { type Line, readLines, type TextEncoding } from './lines.ts';
import { type BrokenRow, isBroken, readRows, type Row } from './rows.ts';

export interface Table {
  /** Undefined as long as every letter read was one that all encodings write alike. */
  encoding: () => TextEncoding | undefined;
  delimiter: Delimiter;
  /** False: the first row is somebody, and the columns are called `#1`, `#2` …. */
  hasHeadings: boolean;
  headings: readonly string[];
  rows: AsyncIterable<readonly (Row | BrokenRow)[]>;
}

const LOOKED_AT = 20;
const start = { line: 1, column: 1 };

/** Each column has a name of its own: `Navn`, `Navn (2)`, and `#3` for the third when its heading is empty. */
function uniqueHeadings(cells: readonly string[]): string[] {
  const taken = new Set<string>();
  return cells.map((cell, place) => {
    const heading = cell.trim().replaceAll(/\s+/g, ' ').normalize('NFC') || `#${place + 1}`;
    let name = heading;
    for (let again = 2; taken.has(name); again += 1) name = `${heading} (${again})`;
    taken.add(name);
    return name;
  });
}

export const isNameless = (heading: string): boolean => /^#\d+$/.test(heading);

/** Whether the first row of a table names its columns; `next`: the rows after it. */
export type IsHeadings = (cells: readonly string[], next: readonly (readonly string[])[]) => boolean;

/** Every table has headings, unless `isHeadings` says otherwise. */
export async function openTable(
  bytes: AsyncIterable<Uint8Array>,
  isHeadings: IsHeadings = () => true,
): Promise<Table> {
  let encoding: TextEncoding | undefined;
  const source = readLines(bytes, (found) => {
    encoding = found;
  });
  const lines = source[Symbol.asyncIterator]();
  const first: Line[] = [];
  for (;;) {
    const { done, value } = await lines.next();
    if (done === true) break;
    first.push(...value);
    if (first.length >= LOOKED_AT) break;
  }
  if (first.every(({ text }) => text.trim() === '')) throw new SourceFailure('file.empty', start, 'nothing');

  // Excel's own line about the delimiter, which only Excel writes.
  const declared = /^sep=(.)$/i.exec(first[0]?.text ?? '')?.[1];
  if (declared !== undefined) first.shift();
  const delimiter = delimiterOf(first.slice(0, LOOKED_AT).map(({ text }) => text));
  if (delimiter === undefined) throw new SourceFailure('file.not-table', start, 'no columns');

  async function* all(): AsyncGenerator<readonly Line[]> {
    yield first;
    for (;;) {
      const { done, value } = await lines.next();
      if (done === true) return;
      yield value;
    }
  }
  const rows = readRows(all(), delimiter)[Symbol.asyncIterator]();
  const begun = await rows.next();
  const [heading, ...others] = begun.done === true ? [] : begun.value;
  if (!heading || isBroken(heading)) throw new SourceFailure('file.not-table', start, 'no headings');
  const next = others.slice(0, LOOKED_AT).flatMap((row) => (isBroken(row) ? [] : [row.cells]));
  const hasHeadings = isHeadings(heading.cells, next);
  const headings = uniqueHeadings(hasHeadings ? heading.cells : heading.cells.map(() => ''));
  const rest = hasHeadings ? others : [heading, ...others];

  async function* remaining(): AsyncGenerator<readonly (Row | BrokenRow)[]> {
    if (rest.length > 0) yield rest;
    for (;;) {
      const { done, value } = await rows.next();
      if (done === true) return;
      yield value;
    }
  }
  return { encoding: () => encoding, delimiter, hasHeadings, headings, rows: remaining() };
}
