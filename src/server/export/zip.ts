/**
 * A ZIP file written as its entries come (APPNOTE 6.3.10), so that neither their number nor their size is known before.
 * Nothing in it is larger than 4 GB: what the larger form needs, spreadsheets ask to repair.
 */
import { pipeline, Readable } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';

export interface Entry {
  name: string;
  content: AsyncIterable<string> | Iterable<string>;
}

interface Written {
  name: Buffer;
  at: number;
  crc: number;
  packed: number;
  size: number;
}

const VERSION = 20;
/** The sizes stand behind the content; names are UTF-8. */
const FLAGS = 0x08_08;
const DEFLATE = 8;
/** 1 January 1980: when a row was written, nobody asks. */
const DATE = 0x00_21;
const MOST_BYTES = 0xff_ff_ff_ff;
/** A file of rows becomes a tenth anyhow; the quickest level keeps up with the database. */
const LEVEL = 1;
const CHUNK = 65_536;

export async function* zipOf(entries: AsyncIterable<Entry>): AsyncGenerator<Buffer> {
  const written: Written[] = [];
  let at = 0;
  for await (const { name, content } of entries) {
    const entry = { name: Buffer.from(name), at, crc: 0, packed: 0, size: 0 };
    written.push(entry);
    const head = localHeader(entry);
    yield head;
    for await (const piece of deflated(content, entry)) {
      entry.packed += piece.length;
      yield piece;
    }
    yield descriptor(entry);
    at += head.length + entry.packed + DESCRIPTOR;
    if (at > MOST_BYTES) throw new RangeError('A workbook of more than 4 GB cannot be written');
  }
  yield directory(written, at);
}

async function* deflated(content: Entry['content'], entry: Written): AsyncGenerator<Buffer> {
  async function* counted(): AsyncGenerator<Buffer> {
    for await (const text of content) {
      const bytes = Buffer.from(text);
      entry.crc = crc32(bytes, entry.crc);
      entry.size += bytes.length;
      yield bytes;
    }
  }
  const deflate = createDeflateRaw({ level: LEVEL, chunkSize: CHUNK, memLevel: 9 });
  // What breaks off the content ends the reading of it below with the same error.
  pipeline(Readable.from(counted(), { highWaterMark: 1 }), deflate, () => {});
  for await (const piece of deflate) yield Buffer.from(piece);
}

function localHeader({ name }: Written): Buffer {
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x04_03_4b_50, 0);
  head.writeUInt16LE(VERSION, 4);
  head.writeUInt16LE(FLAGS, 6);
  head.writeUInt16LE(DEFLATE, 8);
  head.writeUInt16LE(DATE, 12);
  head.writeUInt16LE(name.length, 26);
  return Buffer.concat([head, name]);
}

const DESCRIPTOR = 16;

function descriptor(entry: Written): Buffer {
  const end = Buffer.alloc(DESCRIPTOR);
  end.writeUInt32LE(0x08_07_4b_50, 0);
  writeSizes(end, 4, entry);
  return end;
}

/** Throws where a size does not fit. */
function writeSizes(into: Buffer, offset: number, { crc, packed, size }: Written): void {
  into.writeUInt32LE(crc, offset);
  into.writeUInt32LE(packed, offset + 4);
  into.writeUInt32LE(size, offset + 8);
}

function directory(written: readonly Written[], at: number): Buffer {
  const records = written.map((entry) => {
    const record = Buffer.alloc(46);
    record.writeUInt32LE(0x02_01_4b_50, 0);
    record.writeUInt16LE(VERSION, 4);
    record.writeUInt16LE(VERSION, 6);
    record.writeUInt16LE(FLAGS, 8);
    record.writeUInt16LE(DEFLATE, 10);
    record.writeUInt16LE(DATE, 14);
    writeSizes(record, 16, entry);
    record.writeUInt16LE(entry.name.length, 28);
    record.writeUInt32LE(entry.at, 42);
    return Buffer.concat([record, entry.name]);
  });
  const all = Buffer.concat(records);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06_05_4b_50, 0);
  end.writeUInt16LE(written.length, 8);
  end.writeUInt16LE(written.length, 10);
  end.writeUInt32LE(all.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([all, end]);
}
