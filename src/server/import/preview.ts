/** The beginning of a file, to show what an import would make of it before anything is sent. */
import { guessMapping } from '#connectors/source/csv/guess.ts';
import type { TextEncoding } from '#connectors/source/text/lines.ts';
import { isBroken, type Row } from '#connectors/source/text/rows.ts';
import { openTable } from '#connectors/source/text/table.ts';
import type { CsvMapping } from '#kernel/csv-mapping.ts';
import { maskNationalNumber } from '#server/national-number.ts';

import { formatOf, type SourceFormat } from './open-source.ts';

export interface Preview {
  /** Null: nothing an import could read. */
  format: SourceFormat | null;
  /** Of a table; null where the beginning has only letters that all encodings write alike. */
  encoding: TextEncoding | null;
  delimiter: string | null;
  columns: { heading: string; samples: string[] }[];
  mapping: CsvMapping | null;
}

/** As much as is looked at: enough for the rows shown, however wide. */
const HEAD_BYTES = 65_536;
const SAMPLES = 3;
/** What a person reads of a cell to recognise what it is. */
const SAMPLE_LENGTH = 60;

/** Throws the SourceFailure of a table without columns. */
export async function previewOf(bytes: AsyncIterable<Uint8Array>): Promise<Preview> {
  const head = await beginningOf(bytes);
  const format = formatOf(head) ?? null;
  if (format !== 'csv') return { format, encoding: null, delimiter: null, columns: [], mapping: null };

  const table = await openTable(once(head));
  const rows: Row[] = [];
  for await (const batch of table.rows) {
    rows.push(...batch.filter((row): row is Row => !isBroken(row)));
  }
  // The last row may be cut off.
  const whole = head.length < HEAD_BYTES ? rows : rows.slice(0, -1);
  return {
    format,
    encoding: table.encoding() ?? null,
    delimiter: table.delimiter,
    columns: table.headings.map((heading, place) => ({ heading, samples: samplesOf(whole, place) })),
    mapping: guessMapping(table.headings),
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

/** The first different values that are there. A national number is masked, wherever it stands. */
function samplesOf(rows: readonly Row[], place: number): string[] {
  const values = rows.map(({ cells }) => cells[place]?.trim() ?? '').filter((value) => value !== '');
  return [...new Set(values)]
    .slice(0, SAMPLES)
    .map((value) =>
      value
        .slice(0, SAMPLE_LENGTH)
        .replaceAll(/\d{6}[\s-]?\d{5,}/g, (number) => maskNationalNumber(number.replaceAll(/[\s-]/g, ''))),
    );
}
