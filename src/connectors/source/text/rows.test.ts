import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { delimiterOf } from './delimiter.ts';
import { readLines } from './lines.ts';
import { type BrokenRow, isBroken, readRows, type Row } from './rows.ts';
import { inPieces } from './testing.ts';

async function rowsOf(text: string, delimiter = ';', size = 50): Promise<(Row | BrokenRow)[]> {
  const rows: (Row | BrokenRow)[] = [];
  for await (const batch of readRows(readLines(inPieces(Buffer.from(text), size)), delimiter))
    rows.push(...batch);
  return rows;
}

const cell = fc.string({ unit: fc.constantFrom(...Array.from('aÅ 1;,\t"\n')), maxLength: 8 });

describe.each([';', ',', '\t'])('cells between "%s"', (delimiter) => {
  it('are read as another reader of the format reads them', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 20 }),
        fc.constantFrom('\n', '\r\n'),
        fc.boolean(),
        async (cells, end, quoted) => {
          // The first cell keeps an empty row from looking like no row.
          const table = cells.map((row, at) => [String(at), ...row]);
          const text = stringify(table, { delimiter, record_delimiter: end, quoted, quoted_match: /[\n\r]/ });
          const control: unknown = parse(text, { delimiter });
          const rows = await rowsOf(text, delimiter);
          expect(rows.map((row) => (isBroken(row) ? row : row.cells))).toEqual(control);
        },
      ),
      { numRuns: 100 },
    );
  });
});

describe('a quotation mark', () => {
  it('that is never closed costs its row, not the rest', async () => {
    const text = `id;navn;klasse\n1;"Åse;7A\n2;"Ola";7B\n3;Per;7C\n`;
    expect(await rowsOf(text)).toMatchObject([
      { line: 1 },
      { line: 2, broken: 'quote', text: '1;"Åse;7A' },
      { line: 3, cells: ['2', 'Ola', '7B'] },
      { line: 4, cells: ['3', 'Per', '7C'] },
    ]);
  });

  it('that is never closed, and no other after it, costs its row too', async () => {
    const many = Array.from({ length: 100 }, (_, at) => `${at};Per;7C`).join('\n');
    const rows = await rowsOf(`id;navn;klasse\n1;"Åse;7A\n${many}\n`);
    expect(rows.filter(isBroken)).toMatchObject([{ line: 2 }]);
    expect(rows).toHaveLength(102);
  });

  it('on the very last line is reported', async () => {
    expect((await rowsOf('id;navn\n1;Ola\n2;"Per')).at(-1)).toMatchObject({ line: 3, broken: 'quote' });
  });

  it('within a cell is a letter like others', async () => {
    expect(await rowsOf('1;Ola "Bola" Hansen;x\n2;"Kari" Moe;y\n3;"Per "Pelle" Vik";z')).toMatchObject([
      { cells: ['1', 'Ola "Bola" Hansen', 'x'] },
      { cells: ['2', '"Kari" Moe', 'y'] },
      { cells: ['3', 'Per "Pelle" Vik', 'z'] },
    ]);
  });

  it('around line ends keeps them, and the lines after keep their numbers', async () => {
    expect(await rowsOf('1;"Storgata 1\r\n0155 Oslo";x\n\n2;b;c')).toMatchObject([
      { line: 1, cells: ['1', 'Storgata 1\n0155 Oslo', 'x'] },
      { line: 4, cells: ['2', 'b', 'c'] },
    ]);
  });
});

it.each([
  ['\t', ['a\tb', '1\t2,5;3']],
  [';', ['a;b', '1,5;2,5']],
  [',', ['a,b', '1,2']],
  [',', ['"a;b;c",b', '1,2', '3,4']],
  [undefined, ['bare en kolonne', 'x']],
])('the delimiter %j is found in %j', (delimiter, lines) => {
  expect(delimiterOf(lines)).toBe(delimiter);
});
