/**
 * The rows of a workbook as SpreadsheetML (ECMA-376 part 1, §18.3), a sheet after the other: one holds 1,048,576 rows.
 * Texts stand in their cells, so that nothing has to be remembered until the end.
 */
import { cellText, type ExportColumn, type ExportRow } from './cells.ts';

/** What a spreadsheet takes: rows of a sheet, characters of a cell. */
const MOST_ROWS = 1_048_576;
const LONGEST = 32_767;
/** Well under what a ZIP's entry may be. */
const MOST_CHARACTERS = 1_000_000_000;

export interface Sheet {
  number: number;
  content: AsyncGenerator<string>;
}

/** There is always one, and each is to be read to its end before the next is asked for. */
export async function* sheetsOf(
  columns: readonly ExportColumn[],
  blocks: AsyncIterable<readonly ExportRow[]>,
  mostRows = MOST_ROWS,
): AsyncGenerator<Sheet> {
  const places = columns.map((column, index) => ({ column, letters: lettersOf(index) }));
  const heading = rowXml(
    1,
    places.map(({ column: { label }, letters }) => textXml(letters, 1, label, BOLD)),
  );
  const head = `${HEAD}<cols>${columns.map(({ label }, index) => widthXml(index + 1, label)).join('')}</cols><sheetData>${heading}`;
  const reading = blocks[Symbol.asyncIterator]();
  let waiting: readonly ExportRow[] | undefined;

  async function* sheet(): AsyncGenerator<string> {
    yield head;
    let [row, characters] = [1, head.length];
    while (waiting && row < mostRows && characters < MOST_CHARACTERS) {
      const here = waiting.slice(0, mostRows - row);
      let xml = '';
      for (const values of here) {
        row += 1;
        const cells = [];
        for (const { column, letters } of places) cells.push(cellXml(column, values, letters, row));
        xml += rowXml(row, cells);
      }
      yield xml;
      characters += xml.length;
      waiting = here.length < waiting.length ? waiting.slice(here.length) : await next();
    }
    yield '</sheetData></worksheet>';
  }
  const next = async () => {
    const { done, value } = await reading.next();
    return done ? undefined : value;
  };

  try {
    waiting = await next();
    let number = 1;
    do {
      yield { number, content: sheet() };
      number += 1;
    } while (waiting);
  } finally {
    await reading.return?.();
  }
}

const HEAD =
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n' +
  '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews><sheetView workbookViewId="0">' +
  '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>';
/** The second of the formats in `styles.xml`. */
const BOLD = ' s="1"';

const widthXml = (place: number, { length }: string) =>
  `<col min="${place}" max="${place}" width="${Math.max(12, length + 4)}" customWidth="1"/>`;

const rowXml = (row: number, cells: readonly string[]) => `<row r="${row}">${cells.join('')}</row>`;

/** Numbers stay numbers; everything else is text that no spreadsheet will compute. */
function cellXml(column: ExportColumn, values: ExportRow, letters: string, row: number): string {
  if (column.kind === 'number') {
    const value = column.value(values);
    if (typeof value === 'number') return `<c r="${letters}${row}"><v>${value}</v></c>`;
  }
  const text = cellText(column, values);
  return text === '' ? '' : textXml(letters, row, text);
}

function textXml(letters: string, row: number, text: string, style = ''): string {
  const [space, written] = needsCare.test(text) ? [' xml:space="preserve"', careful(text)] : ['', text];
  return `<c r="${letters}${row}"${style} t="inlineStr"><is><t${space}>${written}</t></is></c>`;
}

const needsCare = /[&<>\r\uFFFE\uFFFF]|_x[\dA-Fa-f]{4}_|^\s|\s$|^.{32767}./s;
const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** `_x000D_` would be read as the character of that number (ECMA-376 part 1, §22.9.2.19). */
export function careful(text: string): string {
  const fitting = text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
  return fitting
    .toWellFormed()
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[\uFFFE\uFFFF]/g, '')
    .replaceAll(/_(?=x[\dA-Fa-f]{4}_)/g, '_x005F_')
    .replaceAll(/[&<>]/g, (sign) => entities[sign] ?? sign);
}

/** A, B … Z, AA … */
function lettersOf(index: number): string {
  const rest = Math.floor(index / 26);
  return (rest > 0 ? lettersOf(rest - 1) : '') + String.fromCodePoint(65 + (index % 26));
}
