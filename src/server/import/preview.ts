/** The beginning of a file, to show what an import would make of it before anything is sent. */
import { guessMapping } from '#connectors/source/csv/guess.ts';
import type { TextEncoding } from '#connectors/source/text/lines.ts';
import { isBroken, type Row } from '#connectors/source/text/rows.ts';
import { isNameless, openTable } from '#connectors/source/text/table.ts';
import type { CsvMapping } from '#kernel/csv-mapping.ts';
import { maskNationalNumber } from '#server/national-number.ts';

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
}

/** As much as is looked at: enough for the rows shown, however wide. */
const HEAD_BYTES = 65_536;
const SAMPLES = 3;
const ROWS = 5;
/** What a person reads of a cell to recognise what it is. */
const SAMPLE_LENGTH = 60;

/** Throws the SourceFailure of a table without columns. */
export async function previewOf(
  bytes: AsyncIterable<Uint8Array>,
  remembered: readonly CsvMapping[],
): Promise<Preview> {
  const head = await beginningOf(bytes);
  const format = formatOf(head) ?? null;
  if (format !== 'csv') {
    const none = { encoding: null, delimiter: null, columns: [], rows: [], mapping: null };
    return { format, ...none, isRemembered: false };
  }

  const table = await openTable(once(head));
  const rows: Row[] = [];
  for await (const batch of table.rows) {
    rows.push(...batch.filter((row): row is Row => !isBroken(row)));
  }
  // The last row may be cut off.
  const whole = head.length < HEAD_BYTES ? rows : rows.slice(0, -1);
  const [before] = fittingMappings(remembered, table.headings);
  const columns = table.headings
    .map((heading, place) => ({ heading, place, samples: samplesOf(whole, place) }))
    // A delimiter at the end of every line is no column.
    .filter(({ heading, samples }) => !isNameless(heading) || samples.length > 0);
  return {
    format,
    encoding: table.encoding() ?? null,
    delimiter: table.delimiter,
    columns: columns.map(({ heading, samples }) => ({ heading, samples })),
    rows: whole.slice(0, ROWS).map(({ line, cells }) => ({
      line,
      cells: columns.map(({ place }) => sampleOf(cells[place])),
    })),
    mapping: before ?? guessMapping(table.headings),
    isRemembered: before !== undefined,
  };
}

async function beginningOf(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  // To the end, although only the beginning is kept: the sender of a form is answered when all of it is here.
  for await (const piece of bytes) {
    if (length < HEAD_BYTES) pieces.push(piece);
    length += piece.length;
  }
  return Buffer.concat(pieces).subarray(0, HEAD_BYTES);
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(bytes);
}

/** The first different values that are there. */
function samplesOf(rows: readonly Row[], place: number): string[] {
  const values = rows.map(({ cells }) => sampleOf(cells[place])).filter((value) => value !== '');
  return [...new Set(values)].slice(0, SAMPLES);
}

/** A national number is masked, wherever it stands; also one whose first zero a spreadsheet took. */
function sampleOf(cell: string | undefined): string {
  return (cell ?? '')
    .trim()
    .slice(0, SAMPLE_LENGTH)
    .replaceAll(/\d{5,6}[\s-]?\d{5,}/g, (number) => maskNationalNumber(number.replaceAll(/[\s-]/g, '')));
}
