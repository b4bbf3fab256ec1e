import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { type Line, readLines, type TextEncoding } from './lines.ts';
import { drain, encode, encodings, inPieces } from './testing.ts';

async function linesOf(bytes: Uint8Array, size?: number): Promise<{ lines: Line[]; found?: TextEncoding }> {
  const lines: Line[] = [];
  let found: TextEncoding | undefined;
  const read = readLines(inPieces(bytes, size), (encoding) => {
    found = encoding;
  });
  for await (const batch of read) lines.push(...batch);
  return { lines, ...(found && { found }) };
}

/** What every encoding of the list can write. `Æ–` in Windows-1252 would be one letter of UTF-8, so a letter is between. */
const word = fc.string({
  unit: fc.constantFrom(...Array.from('abcÅÆØåæøéü "x;,\t0123'), 'a€', 'a–', 'a’'),
  minLength: 0,
  maxLength: 30,
});

describe.each(encodings)('%s', (encoding) => {
  it('gives back every line, however the bytes are cut and the lines end', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(word, fc.constantFrom('\n', '\r\n', '\r')), { minLength: 1, maxLength: 60 }),
        fc.integer({ min: 1, max: 900 }),
        async (written, size) => {
          // An empty line after a lone CR would make the pair of CRLF.
          const rows = written.map(([text, end], at) => ({ text: `${at}${text}`, end }));
          const text = rows.map((row) => row.text + row.end).join('');
          const { lines } = await linesOf(encode(text, encoding), size);
          expect(lines.map((line) => line.text)).toEqual(rows.map((row) => row.text));
          expect(lines.map(({ number }) => number)).toEqual(rows.map((_, at) => at + 1));
        },
      ),
      { numRuns: 60 },
    );
  });

  it('is found out', async () => {
    const { found, lines } = await linesOf(encode('navn;klasse\r\nÅse Ødegård;7A\r\n', encoding));
    expect(found).toBe(encoding.replace(' with mark', ''));
    expect(lines.every(({ strange }) => !strange)).toBe(true);
  });
});

it('UTF-16 without a mark is known by its zeros', async () => {
  const { found, lines } = await linesOf(Buffer.from('navn\tklasse\nÅse\t7A\n', 'utf16le'));
  expect([found, lines[1]?.text]).toEqual(['utf-16le', 'Åse\t7A']);
});

it.each([
  ['utf-8', 'windows-1252'],
  ['windows-1252', 'utf-8'],
] as const)(
  'a line of %s followed by one of %s: both are read, the second is marked',
  async (first, second) => {
    const { lines, found } = await linesOf(
      Buffer.concat([encode('Åse\n', first), encode('Bjørg\n', second), encode('Cæsar\n', first)]),
    );
    expect(found).toBe(first);
    expect(lines.map(({ text, strange }) => [text, strange])).toEqual([
      ['Åse', false],
      ['Bjørg', true],
      ['Cæsar', false],
    ]);
  },
);

it('the last line needs no end, and nothing is no line', async () => {
  expect((await linesOf(Buffer.from('a\nb'))).lines.map(({ text }) => text)).toEqual(['a', 'b']);
  expect((await linesOf(Buffer.from(''))).lines).toEqual([]);
  expect((await linesOf(Buffer.from([0xff, 0xfe]))).lines).toEqual([]);
});

async function* endless(): AsyncGenerator<Uint8Array> {
  for (;;) yield await Promise.resolve(Buffer.alloc(100_000, 'x'));
}

it('a file without line ends is refused before memory is full of it', async () => {
  await expect(drain(readLines(endless()))).rejects.toMatchObject({ code: 'file.broken' });
});
