/** CSV as Norwegian spreadsheets expect it: UTF-8 with a byte order mark, semicolons, CRLF (RFC 4180). */
import { cellText, type ExportColumn, type ExportRow } from './cells.ts';

/** A lone line feed inside a cell would end the row for a reader. */
const needsQuotes = /[;"\r\n]/;

export async function* csvOf(
  columns: readonly ExportColumn[],
  blocks: AsyncIterable<readonly ExportRow[]>,
): AsyncGenerator<string> {
  yield `\u{FEFF}${columns.map(({ label }) => cellOf(label)).join(';')}\r\n`;
  for await (const rows of blocks) {
    let lines = '';
    for (const row of rows) {
      let separator = '';
      for (const column of columns) {
        lines += separator + cellOf(cellText(column, row));
        separator = ';';
      }
      lines += '\r\n';
    }
    if (lines !== '') yield lines;
  }
}

const cellOf = (text: string) => (needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
