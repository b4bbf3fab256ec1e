/** A workbook (ECMA-376) that leaves as its rows come, so that its size does not depend on the memory at hand. */
import type { ExportColumn, ExportRow } from './cells.ts';
import { careful, sheetsOf } from './sheets.ts';
import { type Entry, zipOf } from './zip.ts';

export const xlsxOf = (
  columns: readonly ExportColumn[],
  blocks: AsyncIterable<readonly ExportRow[]>,
  title: string,
  mostRows?: number,
): AsyncGenerator<Buffer> => zipOf(partsOf(columns, blocks, title, mostRows));

/** What lists the sheets comes last, since nobody knows before how many there will be. */
async function* partsOf(
  columns: readonly ExportColumn[],
  blocks: AsyncIterable<readonly ExportRow[]>,
  title: string,
  mostRows: number | undefined,
): AsyncGenerator<Entry> {
  yield { name: '[Content_Types].xml', content: [TYPES] };
  yield { name: '_rels/.rels', content: [RELATIONS] };
  yield { name: 'xl/styles.xml', content: [STYLES] };
  let sheets = 0;
  for await (const { number, content } of sheetsOf(columns, blocks, mostRows)) {
    yield { name: `xl/worksheets/sheet${number}.xml`, content };
    sheets = number;
  }
  const numbers = Array.from({ length: sheets }, (_, index) => index + 1);
  yield { name: 'xl/workbook.xml', content: [workbook(title, numbers)] };
  yield { name: 'xl/_rels/workbook.xml.rels', content: [relations(numbers)] };
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Whatever is not named is a sheet, however many there are. */
const TYPES =
  `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="xml" ContentType="${TYPE}.worksheet+xml"/>` +
  `<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
  `<Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/>` +
  `<Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/></Types>`;

const RELATIONS =
  `${XML}<Relationships xmlns="${PACKAGE}/relationships">` +
  `<Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`;

/** Two formats: of a row, and of the heading. */
const STYLES =
  `${XML}<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>` +
  '<font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill>' +
  '<fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/>' +
  '</border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  '<cellXfs count="2"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>' +
  '<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/></cellXfs>' +
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>';

const workbook = (title: string, sheets: readonly number[]) =>
  `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${sheets
    .map((number) => `<sheet name="${nameOf(title, number)}" sheetId="${number}" r:id="rId${number}"/>`)
    .join('')}</sheets></workbook>`;

const relations = (sheets: readonly number[]) =>
  `${XML}<Relationships xmlns="${PACKAGE}/relationships">${sheets
    .map(
      (number) =>
        `<Relationship Id="rId${number}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${number}.xml"/>`,
    )
    .join('')}<Relationship Id="rIdStyles" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`;

/** 31 characters, some of them not allowed, and no two alike; an apostrophe may neither begin nor end one. */
const LONGEST_NAME = 31;

function nameOf(title: string, number: number): string {
  const which = number === 1 ? '' : ` ${number}`;
  const plain = title.replaceAll(/[\\/*?:[\]]|\p{Cc}/gu, ' ').slice(0, LONGEST_NAME - which.length);
  return careful(`${plain.replaceAll(/^'|'$/g, ' ') || ' '}${which}`).replaceAll('"', '&quot;');
}
