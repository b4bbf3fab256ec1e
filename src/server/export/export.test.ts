import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';

import exceljs from 'exceljs';
import { describe, expect, it } from 'vitest';

import { cellText, type ExportColumn, type ExportRow, harmless } from './cells.ts';
import { csvOf } from './csv.ts';
import { careful } from './sheets.ts';
import { xlsxOf } from './xlsx.ts';

const column = (id: string, kind: ExportColumn['kind']): ExportColumn => ({
  label: id,
  kind,
  value: (row) => row[id],
  word: (choice) => `«${choice}»`,
});

/** In blocks of a thousand, as the database gives them. */
async function* rows(...given: ExportRow[]): AsyncGenerator<ExportRow[]> {
  for (let from = 0; from < given.length; from += 1_000) yield given.slice(from, from + 1_000);
}

async function* broken(): AsyncGenerator<ExportRow[]> {
  yield [{ name: 'a' }];
  throw new Error('the database went away');
}

describe('a cell', () => {
  it.each(['=1+1', '+47 41234567', '-5', '@SUM(A1)', '\t=1', '\r=1', '\n=1'])(
    'never computes %j',
    (value) => {
      expect(harmless(value)).toBe(`'${value}`);
    },
  );

  it.each([
    '＝1+1',
    '＋47',
    '－5',
    '＠SUM(A1)',
    '﹦1',
    '−5',
    ' =1',
    '\u00A0=1',
    '\u200B=1',
    '\uFEFF＝1',
    '\t\t=1',
  ])('never computes %j, however the sign is written or hidden', (value) => {
    expect(harmless(value)).toBe(`'${value}`);
  });

  it.each([
    ['\u0000=1', "'=1"],
    ['\u0001\u0085@x', "'@x"],
    ['a\u0007b\u001B[0m', 'ab[0m'],
    ['a\tb\nc', 'a\tb\nc'],
  ])('has no control characters: %j', (value, shown) => {
    expect(harmless(value)).toBe(shown);
  });

  it.each(["O'Connor", 'Åse-Marie', 'a=b', 'Null', '8A', 'Nguyễn', 'ødegård@fjordby.no'])(
    'leaves %s alone',
    (value) => {
      expect(harmless(value)).toBe(value);
    },
  );

  it.each<[ExportColumn['kind'], unknown, string]>([
    ['date', '2026-11-20', '20.11.2026'],
    ['moment', '2026-11-20T15:05:00.000Z', '20.11.2026 16:05'],
    ['choice', 'student', '«student»'],
    ['flag', true, '«yes»'],
    ['list', ['a', 'b'], 'a, b'],
    ['number', 0, '0'],
    ['text', null, ''],
  ])('shows a %s as the screen does', (kind, value, shown) => {
    expect(cellText(column('x', kind), { x: value })).toBe(shown);
  });
});

describe('a CSV file', () => {
  it('has a byte order mark, semicolons, CRLF, quotes where needed, and no formula', async () => {
    const file = csvOf(
      [column('name', 'text'), column('note', 'text')],
      rows({ name: 'Åse "Ås"; Ødegård', note: '=cmd|x' }, { name: 'to\nlinjer', note: null }),
    );
    const written = await buffer(Readable.from(file));
    expect([...written.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(written.subarray(3).toString('utf8')).toBe(
      'name;note\r\n"Åse ""Ås""; Ødegård";\'=cmd|x\r\n"to\nlinjer";\r\n',
    );
  });

  it('holds every row of a long list', async () => {
    const many = Array.from({ length: 1_234 }, (_, i) => ({ name: `n${i}` }));
    const lines = (await text(Readable.from(csvOf([column('name', 'text')], rows(...many)))))
      .trim()
      .split('\r\n');
    expect(lines).toHaveLength(1_235);
    expect(lines.at(-1)).toBe('n1233');
  });
});

describe('a workbook', () => {
  it('can be read back: numbers as numbers, text that looks like a formula as text', async () => {
    const many = Array.from({ length: 1_500 }, (_, i) => ({
      name: i === 0 ? '=1+1' : `navn ${i}`,
      count: i,
    }));
    const stream = xlsxOf(
      [column('name', 'text'), column('count', 'number')],
      rows(...many),
      'Brukere: alle',
    );
    const book = new exceljs.Workbook();
    await book.xlsx.load((await buffer(Readable.from(stream))).buffer);
    const sheet = book.worksheets[0];
    expect(sheet?.name).toBe('Brukere  alle');
    expect(sheet?.rowCount).toBe(1_501);
    expect(sheet?.getCell('A1').font.bold).toBe(true);
    expect(sheet?.views[0]).toMatchObject({ state: 'frozen', ySplit: 1 });
    expect(sheet?.getCell('A2').value).toBe("'=1+1");
    expect(sheet?.getCell('B1501').value).toBe(1_499);
  });

  it.each([
    ['signs of XML', 'a < b & "c" > d', 'a < b & "c" > d'],
    ['spaces', ' to  mellomrom ', ' to  mellomrom '],
    ['lines', 'to\r\nlinjer\rog én', 'to\nlinjer\nog én'],
    ['what is no character', 'a\uFFFEb\uFFFF', 'ab'],
    ['what is not seen', 'a\u0007b', 'ab'],
    ['letters of all kinds', 'Čohkkirat 🎓', 'Čohkkirat 🎓'],
    ['more than a cell takes', 'x'.repeat(40_000), `${'x'.repeat(32_766)}…`],
  ])('holds %s as a reader shows it', async (_what, value, shown) => {
    const book = new exceljs.Workbook();
    const file = xlsxOf([column('name', 'text')], rows({ name: value }), 'x');
    await book.xlsx.load((await buffer(Readable.from(file))).buffer);
    expect(book.worksheets[0]?.getCell('A2').value).toBe(shown);
  });

  it('keeps a text that looks like the number of a character, which spreadsheets would show as that', () => {
    expect(careful('_x0041_ x_ _x41_')).toBe('_x005F_x0041_ x_ _x41_');
  });

  it('goes on in another sheet where one is full', async () => {
    const many = Array.from({ length: 2_500 }, (_, i) => ({ count: i }));
    const file = xlsxOf([column('count', 'number')], rows(...many), `Brukere ${'å'.repeat(40)}`, 1_201);
    const book = new exceljs.Workbook();
    await book.xlsx.load((await buffer(Readable.from(file))).buffer);
    expect(book.worksheets.map(({ name, rowCount }) => [name, rowCount])).toEqual([
      [`Brukere ${'å'.repeat(23)}`, 1_201],
      [`Brukere ${'å'.repeat(21)} 2`, 1_201],
      [`Brukere ${'å'.repeat(21)} 3`, 101],
    ]);
    expect(book.worksheets[2]?.getCell('A101').value).toBe(2_499);
  });

  it('has its headings where there are no rows', async () => {
    const book = new exceljs.Workbook();
    const file = xlsxOf([column('name', 'text')], rows(), 'x');
    await book.xlsx.load((await buffer(Readable.from(file))).buffer);
    expect(book.worksheets[0]?.getCell('A1').value).toBe('name');
  });

  it('fails when its rows fail, instead of ending short', async () => {
    const stream = xlsxOf([column('name', 'text')], broken(), 'x');
    await expect(buffer(Readable.from(stream))).rejects.toThrow('the database went away');
  });
});
