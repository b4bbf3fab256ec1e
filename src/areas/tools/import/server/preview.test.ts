import { beforeAll, describe, expect, it } from 'vitest';

import { smallSet, zipSet } from '#connectors/source/oneroster/testing.ts';
import { encode } from '#connectors/source/text/testing.ts';
import { CsvMapping } from '#kernel/csv-mapping.ts';
import { importsDone } from '#server/import/run.ts';
import { type Caller, openHouse } from '#server/testing/house.ts';

import type { FilePreview } from '../contract.ts';
import { importHandlers } from './handlers.ts';

const house = await openHouse(importHandlers);
let boss: Caller;

beforeAll(async () => {
  boss = await house.signIn('superadmin');
});

interface Answer extends Partial<FilePreview> {
  runId?: number;
  code?: string;
  params?: unknown;
}

async function post(address: string, file: Uint8Array, caller = boss) {
  const boundary = 'x-boundary-x';
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="liste.csv"\r\ncontent-type: text/csv\r\n\r\n`;
  const answer = await house.app.inject({
    method: 'POST',
    url: `/api${address}`,
    headers: {
      authorization: caller.token,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'x-xsrf-token': 'same',
    },
    cookies: { 'XSRF-TOKEN': 'same' },
    payload: Buffer.concat([Buffer.from(head), file, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  });
  return { status: answer.statusCode, body: answer.json<Answer>() };
}

const look = (file: Uint8Array, caller?: Caller) => post('/import/preview', file, caller);

async function send(file: Uint8Array, mapping: CsvMapping, dryRun = false) {
  const fields = new URLSearchParams({ mapping: JSON.stringify(mapping), dryRun: String(dryRun) });
  const sent = await post(`/import/run?${fields.toString()}`, file);
  await importsDone();
  return sent;
}

const table = [
  'Nr;Fødselsnummer;Hele navnet;Skole;Klasse',
  '1;17097055655;Åse Ødegård;Granlia skole;7A',
  '2;9119311111;Bjørg Æsøy;Granlia skole;7A',
  '3;;Kim Ås;Granlia skole;7B',
  '',
].join('\r\n');

describe('a look at a file', () => {
  it('tells its encoding, delimiter, columns and first rows, and guesses what they hold', async () => {
    const { body } = await look(encode(table, 'windows-1252'));
    expect(body).toMatchObject({
      format: 'csv',
      encoding: 'windows-1252',
      delimiter: ';',
      isRemembered: false,
      feeds: [],
      mapping: { fields: { nationalNumber: 'Fødselsnummer', school: 'Skole', class: 'Klasse' } },
    });
    expect(body.columns?.at(-1)).toEqual({ heading: 'Klasse', samples: ['7A', '7B'] });
    expect(body.rows?.[2]).toEqual({ line: 4, cells: ['3', '', 'Kim Ås', 'Granlia skole', '7B'] });
  });

  it('shows no personal number in clear', async () => {
    const { body } = await look(encode(table, 'utf-16le with mark'));
    expect(body.encoding).toBe('utf-16le');
    expect(JSON.stringify(body)).not.toMatch(/17097055655|9119311111/);
    expect(body.rows?.[0]?.cells[1]).toBe('170970*****');
  });

  it('shows no password, and telephone numbers as they are', async () => {
    const text =
      'Elevnr;Startpassord;Mobil\n1;Sommer2026;+4791234567\n2;Vinter2026;4798765432\n3;x;0047 91 23 45 67\n';
    const { body } = await look(Buffer.from(text));
    expect(JSON.stringify(body)).not.toMatch(/Sommer|Vinter/);
    expect(body.columns?.slice(1)).toEqual([
      { heading: 'Startpassord', samples: ['••••••'] },
      { heading: 'Mobil', samples: ['+4791234567', '4798765432', '0047 91 23 45 67'] },
    ]);
  });

  it('asks about schools the portal does not have, once it has any', async () => {
    expect((await look(Buffer.from(table))).body).toMatchObject({ unknownSchools: [], knownSchools: [] });
    await house.seed((rows) => rows.school('GRA'));
    const [known] = (await look(Buffer.from(table))).body.knownSchools ?? [];
    expect(known?.code).toBe('GRA');
    const { body } = await look(Buffer.from(table));
    expect(body.unknownSchools).toMatchObject([{ key: 'granlia skole', name: 'Granlia skole', rows: 3 }]);
    // What somebody has chosen decides which column names the schools.
    const mapping = encodeURIComponent(JSON.stringify({ fields: { school: 'Klasse' } }));
    const other = await post(`/import/preview?mapping=${mapping}`, Buffer.from(table));
    expect(other.body.unknownSchools?.map(({ key, rows }) => [key, rows])).toEqual([
      ['7a', 2],
      ['7b', 1],
    ]);
  });

  it.each([
    ['oneroster', zipSet(smallSet)],
    ['pifu', Buffer.from('<?xml version="1.0"?><enterprise/>')],
    [null, Buffer.from('%PDF-1.7')],
  ])('tells the format: %s', async (format, file) => {
    expect((await look(file)).body).toMatchObject({ format, columns: [], rows: [], mapping: null });
  });

  it('reads the beginning of a large file only, to its last whole row', async () => {
    const rows = Array.from({ length: 9_000 }, (_, at) => `${at};Navn ${at};Granlia skole`);
    const { body } = await look(Buffer.from(['Id;Navn;Skole', ...rows].join('\n')));
    expect(body.rows).toHaveLength(5);
  });

  it('tells columns of the same heading apart, and leaves out what is but a delimiter at the end', async () => {
    const { body } = await look(Buffer.from('Id;Navn;Navn;Skole;;\n1;Åse;Ødegård;Granlia skole;x;\n'));
    expect(body.columns?.map(({ heading }) => heading)).toEqual(['Id', 'Navn', 'Navn (2)', 'Skole', '#5']);
  });

  it('refuses a text without columns, and one who may not import', async () => {
    expect((await look(Buffer.from('bare tekst\nog mer\n'))).body).toMatchObject({
      code: 'import.file-wrong',
      params: { reason: 'file.not-table' },
    });
    const ict = await house.signIn('schoolIct', { school: 'GRA' });
    expect((await look(Buffer.from(table), ict)).status).toBe(403);
  });
});

describe('what somebody said of the columns', () => {
  const mapping = CsvMapping.parse({
    feed: 'vikarliste',
    fields: { id: 'Nr', fullName: 'Hele navnet', school: 'Skole' },
    role: 'employee',
    extract: 'full',
  });

  it('is not remembered by a rehearsal', async () => {
    expect((await send(Buffer.from(table), mapping, true)).status).toBe(200);
    expect((await look(Buffer.from(table))).body).toMatchObject({ isRemembered: false, feeds: [] });
  });

  it('is remembered by an import, for files of the same headings', async () => {
    expect((await send(Buffer.from(table), mapping)).status).toBe(200);
    expect((await look(Buffer.from(table))).body).toMatchObject({
      isRemembered: true,
      feeds: ['vikarliste'],
      mapping,
    });
    expect((await look(Buffer.from('Navn;Skole;Id\n'))).body).toMatchObject({ isRemembered: false });
  });

  it('is refused when it is no mapping', async () => {
    const address = `/import/run?mapping=${encodeURIComponent('{"fields":{"shoeSize":"Nr"}}')}`;
    expect((await post(address, Buffer.from(table))).status).toBe(422);
    expect((await post('/import/run?mapping=x', Buffer.from(table))).status).toBe(422);
  });

  it('is refused when it lacks what a file needs', async () => {
    const { body } = await send(Buffer.from(table), { ...mapping, fields: { id: 'Nr' } });
    expect(body).toMatchObject({ code: 'import.file-wrong', params: { reason: 'file.no-mapping' } });
  });
});
