/** CSV as Norwegian spreadsheets expect it: UTF-8 with a byte order mark, semicolons, CRLF. */
import { stringify } from 'csv-stringify/sync';

import { cellText, type ExportColumn } from './cells.ts';

const LINES_A_CHUNK = 500;
/** A lone line feed inside a cell would end the row for a reader; the library quotes only the delimiter itself. */
const form = { delimiter: ';', record_delimiter: '\r\n', quoted_match: /[\n\r]/ };

export async function* csvOf(
  columns: readonly ExportColumn[],
  rows: AsyncIterable<Record<string, unknown>>,
): AsyncGenerator<string> {
  yield `\u{FEFF}${stringify([columns.map(({ label }) => label)], form)}`;
  let lines: string[][] = [];
  for await (const row of rows) {
    lines.push(columns.map((column) => cellText(column, row)));
    if (lines.length === LINES_A_CHUNK) {
      yield stringify(lines, form);
      lines = [];
    }
  }
  if (lines.length > 0) yield stringify(lines, form);
}
