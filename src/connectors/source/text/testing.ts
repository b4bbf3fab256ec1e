/** Test data as the school systems and spreadsheets of Norway save it. */
import { crc32, deflateRawSync } from 'node:zlib';

export const encodings = [
  'utf-8',
  'utf-8 with mark',
  'utf-16le with mark',
  'utf-16be with mark',
  'windows-1252',
] as const;
export type TestEncoding = (typeof encodings)[number];

/** The signs of Windows-1252 that are not where Latin-1 has them. */
const windows = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ';

export function encode(text: string, encoding: TestEncoding): Buffer {
  return encoders[encoding](text);
}

const encoders: Record<TestEncoding, (text: string) => Buffer> = {
  'utf-8': (text) => Buffer.from(text),
  'utf-8 with mark': (text) => Buffer.from(`\uFEFF${text}`),
  'utf-16le with mark': (text) => Buffer.from(`\uFEFF${text}`, 'utf16le'),
  'utf-16be with mark': (text) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16(),
  'windows-1252': (text) =>
    Buffer.from(
      Array.from(text, (letter) => {
        const place = windows.indexOf(letter);
        return place === -1 ? (letter.codePointAt(0) ?? 0) : 0x80 + place;
      }),
    ),
};

/** In pieces of so many bytes, as a network would send them. */
export async function* inPieces(bytes: Uint8Array, size = 7): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield await Promise.resolve(bytes.subarray(at, at + size));
}

/** Reads to the end, for what it throws. */
export async function drain(source: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of source);
}

export interface ZipEntry {
  name: string;
  data: Uint8Array;
  /** What the zip says it becomes, where that is a lie. */
  claimed?: number;
}

/** A zip file of those entries; ill-willed ones too, which no tool would write. */
export function zip(entries: readonly ZipEntry[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, data, claimed = data.length } of entries) {
    const packed = deflateRawSync(data);
    const file = Buffer.from(name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(0x0800, 2);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(data), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(claimed, 18);
    common.writeUInt16LE(file.length, 22);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), common, file, packed]);
    parts.push(local);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from('PK\u0001\u0002'), Buffer.from([20, 0]), common, rest, file]));
    offset += local.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, listed, end]);
}
