/**
 * Lines to rows of cells (RFC 4180, as spreadsheets and school systems really write it). One bad row costs that row:
 * a quotation mark that is never closed does not swallow the rest of the file.
 */
import type { Line } from './lines.ts';

export interface Row {
  /** The line the row begins on. */
  line: number;
  cells: readonly string[];
  strange: boolean;
}

/** A row that cannot be taken apart. */
export interface BrokenRow {
  line: number;
  broken: 'quote';
  /** The line it began on. */
  text: string;
}

export const isBroken = (row: Row | BrokenRow): row is BrokenRow => 'broken' in row;

/** A cell with line ends is an address or a note, never a page. */
const MAX_LINES_IN_ROW = 30;

export async function* readRows(
  lines: AsyncIterable<readonly Line[]>,
  delimiter: string,
): AsyncGenerator<readonly (Row | BrokenRow)[]> {
  let open: Line[] = [];
  /** As many as the heading has. */
  let columns: number | undefined;
  let batch: (Row | BrokenRow)[] = [];

  /** The lines that did not become a row are taken again, without the first. */
  const give = (waiting: Line[], last: boolean): void => {
    let queue = waiting;
    open = [];
    for (let at = 0; at < queue.length; at += 1) {
      const line = queue[at];
      if (line === undefined) break;
      if (open.length === 0 && !line.text.includes('"')) {
        if (line.text === '') continue;
        const cells = line.text.split(delimiter);
        columns ??= cells.length;
        batch.push({ line: line.number, cells, strange: line.strange });
        continue;
      }
      open.push(line);
      const cells = cellsOf(open.map(({ text }) => text).join('\n'), delimiter);
      const [first] = open;
      if (!first) break;
      // A row that went on to another line only because of a stray mark does not come out with the right columns.
      const astray =
        open.length > 1 && Array.isArray(cells) && columns !== undefined && cells.length !== columns;
      if (Array.isArray(cells) && !astray) {
        columns ??= cells.length;
        batch.push({ line: first.number, cells, strange: open.some(({ strange }) => strange) });
        open = [];
      } else if (
        astray ||
        cells === 'broken' ||
        open.length >= MAX_LINES_IN_ROW ||
        (last && at === queue.length - 1)
      ) {
        batch.push({ line: first.number, broken: 'quote', text: first.text });
        queue = [...open.slice(1), ...queue.slice(at + 1)];
        open = [];
        at = -1;
      }
    }
  };

  for await (const piece of lines) {
    give(open.length === 0 ? [...piece] : [...open, ...piece], false);
    if (batch.length > 0) yield batch;
    batch = [];
  }
  give(open, true);
  if (batch.length > 0) yield batch;
}

/**
 * The cells of one row; `open` while a quotation mark is. A mark within an unquoted cell is a character; so is one
 * in a quoted cell that no delimiter follows, but not after a line end, where it begins a cell of another row.
 */
function cellsOf(text: string, delimiter: string): string[] | 'open' | 'broken' {
  const cells: string[] = [];
  let at = 0;
  for (;;) {
    if (text[at] !== '"') {
      const end = text.indexOf(delimiter, at);
      if (end === -1) return [...cells, text.slice(at)];
      cells.push(text.slice(at, end));
      at = end + delimiter.length;
      continue;
    }
    const start = at;
    let cell = '';
    at += 1;
    for (;;) {
      const mark = text.indexOf('"', at);
      if (mark === -1) return 'open';
      cell += text.slice(at, mark);
      at = mark + 1;
      if (text[at] === '"') {
        cell += '"';
        at += 1;
        continue;
      }
      if (at >= text.length) return [...cells, cell];
      if (text.startsWith(delimiter, at)) break;
      if (cell.includes('\n')) return 'broken';
      // `"Kari" Moe`: the marks are part of what was written.
      const end = text.indexOf(delimiter, at);
      const raw = text.slice(start, end === -1 ? text.length : end);
      cell = raw.endsWith('"') ? raw.slice(1, -1) : raw;
      if (end === -1) return [...cells, cell];
      at = end;
      break;
    }
    cells.push(cell);
    at += delimiter.length;
  }
}
