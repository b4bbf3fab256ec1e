/** A workbook written row by row, so that its size does not depend on the memory at hand. */
import { PassThrough } from 'node:stream';

import { cellText, type ExportColumn } from './cells.ts';

/** Rows between two pauses in which written rows leave for the reader. */
const PAUSE_EVERY = 500;

export function xlsxOf(
  columns: readonly ExportColumn[],
  rows: AsyncIterable<Record<string, unknown>>,
  title: string,
): AsyncIterable<Uint8Array> {
  const out = new PassThrough();
  const write = async () => {
    // Read when the first workbook is asked for: no start waits for it.
    const { default: exceljs } = await import('exceljs');
    const book = new exceljs.stream.xlsx.WorkbookWriter({ stream: out, useStyles: true });
    const sheet = book.addWorksheet(title.replaceAll(/[\\/*?:[\]]/g, ' ').slice(0, 31), {
      views: [{ state: 'frozen', ySplit: 1 }],
    });
    sheet.columns = columns.map(({ label }) => ({ header: label, width: Math.max(12, label.length + 4) }));
    sheet.getRow(1).font = { bold: true };

    let written = 0;
    for await (const row of rows) {
      sheet.addRow(columns.map((column) => cell(column, row))).commit();
      written += 1;
      if (written % PAUSE_EVERY === 0 && out.writableNeedDrain) {
        await new Promise((resume) => out.once('drain', resume));
      }
    }
    await book.commit();
  };
  write().catch((error: unknown) => out.destroy(error instanceof Error ? error : new Error(String(error))));
  return out;
}

/** Numbers stay numbers; everything else is text that no spreadsheet will compute. */
function cell(column: ExportColumn, row: Record<string, unknown>): string | number {
  const value = column.value(row);
  return column.kind === 'number' && typeof value === 'number' ? value : cellText(column, row);
}
