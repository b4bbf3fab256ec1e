/** CSV as Norwegian spreadsheets expect it: UTF-8 with a byte order mark, semicolons, CRLF (RFC 4180). */
import { cellText, type ExportColumn } from './cells.ts';

const LINES_A_CHUNK = 500;
/** A lone line feed inside a cell would end the row for a reader. */
const needsQuotes = /[;"\r\n]/;

export async function* csvOf(
  columns: readonly ExportColumn[],
  rows: AsyncIterable<Record<string, unknown>>,
): AsyncGenerator<string> {
  yield `\u{FEFF}${lineOf(columns.map(({ label }) => label))}`;
  let chunk = '';
  let lines = 0;
  for await (const row of rows) {
    chunk += lineOf(columns.map((column) => cellText(column, row)));
    lines += 1;
    if (lines === LINES_A_CHUNK) {
      yield chunk;
      [chunk, lines] = ['', 0];
    }
  }
  if (chunk !== '') yield chunk;
}

function lineOf(cells: readonly string[]): string {
  return `${cells.map((cell) => (needsQuotes.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(';')}\r\n`;
}
