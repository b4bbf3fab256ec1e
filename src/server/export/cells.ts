/** A row's values as they stand in an exported file: what the screen shows, in Norwegian form. */
import { showDay, showMoment } from '#kernel/dates.ts';
import type { ColumnKind } from '#kernel/list.ts';

/** A row as it is read, by field. */
export type ExportRow = Readonly<Record<string, unknown>>;

export interface ExportColumn {
  label: string;
  kind: ColumnKind;
  value: (row: ExportRow) => unknown;
  /** The reader's word for a choice. */
  word: (choice: string) => string;
}

/** Control characters but tab and line breaks: no spreadsheet shows them, and some strip them off a hidden formula. */
const control = /(?![\t\r\n])\p{Cc}/gu;
/** Also in full width, which some spreadsheets read as the sign itself, and behind what is not seen. */
const formula = /^[\s\p{Cf}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20\uFE62-\uFE66\uFE6B\u2212]|^[\t\r\n]/u;

/** Begins with a letter or a digit and holds nothing that is not seen: most cells there are. */
const plainly = /^[A-Za-z0-9\u00C0-\u024F][\u0020-\u007E\u00A1-\u00AC\u00AE-\u024F]*$/;

/**
 * Spreadsheets run a cell that begins like a formula. A leading apostrophe makes them show it as text instead
 * (OWASP "CSV injection").
 */
export function harmless(text: string): string {
  if (plainly.test(text)) return text;
  const shown = text.replaceAll(control, '');
  return formula.test(shown) ? `'${shown}` : shown;
}

export function cellText({ value: valueOf, kind, word }: ExportColumn, row: ExportRow): string {
  const value = valueOf(row);
  if (value === null || value === undefined || value === '') return '';
  switch (kind) {
    case 'date':
      return showDay(plain(value));
    case 'moment':
      return showMoment(value instanceof Date ? value : plain(value));
    case 'choice':
      return word(plain(value));
    case 'flag':
      return word(value === true ? 'yes' : 'no');
    case 'list':
      return harmless(Array.isArray(value) ? value.map(plain).join(', ') : plain(value));
    case 'number':
      return plain(value);
    case 'text':
      break;
  }
  return harmless(plain(value));
}

/** Cells hold simple values; anything else is shown as it is written in JSON. */
function plain(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
