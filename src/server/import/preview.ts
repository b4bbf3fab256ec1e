/** The beginning of a file, to show what an import would make of it before anything is sent. */
import { guessMapping, hasHeadings, isSecret } from '#connectors/source/csv/guess.ts';
import { createSchoolBook, type KnownSchool, likelySchools } from '#connectors/source/csv/schools.ts';
import { readSheetNumber } from '#connectors/source/csv/values.ts';
import { readPhone } from '#connectors/source/fields.ts';
import type { TextEncoding } from '#connectors/source/text/lines.ts';
import { isBroken, type Row } from '#connectors/source/text/rows.ts';
import { isNameless, openTable } from '#connectors/source/text/table.ts';
import { type CsvMapping, previewBytes, schoolKey } from '#kernel/csv-mapping.ts';
import { maskNationalNumber } from '#server/national-number.ts';

import { counted } from './counted.ts';
import { fittingMappings } from './csv-mappings.ts';
import { formatOf, type SourceFormat } from './open-source.ts';

export interface Preview {
  /** Null: nothing an import could read. */
  format: SourceFormat | null;
  /** Of a table; null where the beginning has only letters that all encodings write alike. */
  encoding: TextEncoding | null;
  delimiter: string | null;
  columns: { heading: string; samples: string[] }[];
  /** The first, as they stand in the file. */
  rows: { line: number; cells: string[] }[];
  /** As the last file of such headings was read, else guessed from them. */
  mapping: CsvMapping | null;
  isRemembered: boolean;
  /** Schools in the file that the portal does not know: new, or another name for one of those it has? */
  unknownSchools: UnknownSchool[];
  /** All the portal has, where there is such a question. */
  knownSchools: { code: string; name: string }[];
}

export interface UnknownSchool {
  /** What the answer is kept under (`CsvMapping.schools`). */
  key: string;
  name: string;
  rows: number;
  /** Codes of the schools it may be, the most likely first. */
  likely: string[];
}

/** What has been said of the file before it is looked at, and what is known of its like. */
export interface PreviewContext {
  fileName: string;
  remembered: readonly CsvMapping[];
  knownSchools: (feed: string) => Promise<readonly KnownSchool[]>;
  /** What whoever sends it has chosen so far. */
  chosen?: CsvMapping | undefined;
}

/** Of so many rows the first values are shown. */
const SAMPLED_ROWS = 300;
/** More than these are no schools, but a column taken for them. */
const MOST_SCHOOLS = 200;
const SAMPLES = 3;
const ROWS = 5;
/** What a person reads of a cell to recognise what it is. */
const SAMPLE_LENGTH = 60;

/** Throws the SourceFailure of a table without columns, or of a sender that breaks off. */
export async function previewOf(
  bytes: AsyncIterable<Uint8Array>,
  { fileName, remembered, knownSchools, chosen }: PreviewContext,
): Promise<Preview> {
  const head = await beginningOf(counted(bytes));
  const format = formatOf(head) ?? null;
  if (format !== 'csv') {
    const none = { encoding: null, delimiter: null, columns: [], rows: [], mapping: null };
    return { format, ...none, isRemembered: false, unknownSchools: [], knownSchools: [] };
  }

  const table = await openTable(once(head), hasHeadings);
  const rows: Row[] = [];
  for await (const batch of table.rows) {
    rows.push(...batch.filter((row): row is Row => !isBroken(row)));
  }
  // The last row may be cut off.
  const whole = head.length < previewBytes ? rows : rows.slice(0, -1);
  const [before] = fittingMappings(remembered, table.headings);
  const columns = table.headings
    .map((heading, place) => ({
      heading,
      place,
      samples: samplesOf(whole.slice(0, SAMPLED_ROWS), place, isSecret(heading)),
    }))
    // A delimiter at the end of every line is no column.
    .filter(({ heading, samples }) => !isNameless(heading) || samples.length > 0);
  const mapping = before ?? guessMapping(table.headings, fileName);
  const used = chosen ?? mapping;
  const known = await knownSchools(used.feed);
  const unknownSchools = unknownIn(whole, table.headings, used, known);
  return {
    format,
    encoding: table.encoding() ?? null,
    delimiter: table.delimiter,
    columns: columns.map(({ heading, samples }) => ({ heading, samples })),
    rows: whole.slice(0, ROWS).map(({ line, cells }) => ({
      line,
      cells: columns.map(({ heading, place }) => sampleOf(cells[place], isSecret(heading))),
    })),
    mapping,
    isRemembered: before !== undefined,
    unknownSchools,
    knownSchools: unknownSchools.length === 0 ? [] : known.map(({ code, name }) => ({ code, name })),
  };
}

function unknownIn(
  rows: readonly Row[],
  headings: readonly string[],
  mapping: CsvMapping,
  known: readonly KnownSchool[],
): UnknownSchool[] {
  const book = createSchoolBook(mapping, known);
  const { school, schoolNumber } = mapping.fields;
  const placeOf = (heading: string | undefined): number =>
    heading === undefined ? -1 : headings.indexOf(heading);
  const [namePlace, numberPlace] = [placeOf(school), placeOf(schoolNumber)];
  const found = new Map<string, UnknownSchool>();
  for (const { cells } of rows) {
    const name = schoolCell(cells[namePlace]);
    const number = schoolCell(cells[numberPlace]);
    const called = name ?? (number === undefined ? mapping.school : undefined);
    const key = schoolKey(called, number);
    if (key === '') continue;
    const one = found.get(key);
    if (one) one.rows += 1;
    else if (found.size < MOST_SCHOOLS && !book.isKnown(name, number)) {
      const shown = called ?? key;
      found.set(key, { key, name: shown, rows: 1, likely: likelySchools(shown, known) });
    }
  }
  return [...found.values()];
}

const schoolCell = (cell: string | undefined): string | undefined =>
  cell?.trim().replaceAll(/\s+/g, ' ').normalize('NFC') || undefined;

async function beginningOf(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  // To the end, although only the beginning is kept: the sender of a form is answered when all of it is here.
  for await (const piece of bytes) {
    if (length < previewBytes) pieces.push(piece);
    length += piece.length;
  }
  return Buffer.concat(pieces).subarray(0, previewBytes);
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(bytes);
}

/** The first different values that are there. */
function samplesOf(rows: readonly Row[], place: number, isHidden: boolean): string[] {
  const values = rows.map(({ cells }) => sampleOf(cells[place], isHidden)).filter((value) => value !== '');
  return [...new Set(values)].slice(0, SAMPLES);
}

const HIDDEN = '••••••';

/**
 * A password is hidden. A national number is masked, wherever it stands; also one whose first zero a spreadsheet took. A
 * telephone number has as many digits, but a country code before it.
 */
function sampleOf(cell: string | undefined, isHidden: boolean): string {
  const text = (cell ?? '').trim().slice(0, SAMPLE_LENGTH);
  if (isHidden) return text === '' ? '' : HIDDEN;
  if (isPhone(text)) return text;
  return text.replaceAll(/\d{5,6}[\s-]?\d{5,}/g, (number) =>
    maskNationalNumber(number.replaceAll(/[\s-]/g, '')),
  );
}

function isPhone(text: string): boolean {
  if (readPhone(text) === undefined) return false;
  const number = readSheetNumber(text);
  return typeof number !== 'object' || number.kind === 'provisional' || number.fault !== undefined;
}
