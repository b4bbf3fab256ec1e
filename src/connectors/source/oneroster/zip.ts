/**
 * A zip file from outside: its directory stands at the end, so it is kept on disk while it is read, out of everybody's
 * sight and gone with the process. Nothing is unpacked to a name the file chose, and what grows beyond reason on
 * unpacking is refused before it is unpacked.
 */
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';

import { type Entry, openPromise, type ZipFile } from 'yauzl';

import { SourceFailure, type SourceFailureCode } from '../port.ts';

export interface ZipLimits {
  /** Bytes of the zip file itself. */
  packed: number;
  /** Bytes of everything in it. */
  unpacked: number;
  entries: number;
  /** Tables of ids pack ten to one; a hundred is a bomb. */
  ratio: number;
}

const GIGA = 1_000_000_000;
export const zipLimits: ZipLimits = { packed: 4 * GIGA, unpacked: 40 * GIGA, entries: 200, ratio: 150 };
/** A small file may well pack better than the ratio. */
const SMALL = 10_000_000;

export interface Parts {
  /** Names of the files, without a folder they may all stand in. */
  names: ReadonlySet<string>;
  open: (name: string) => Promise<AsyncIterable<Uint8Array>>;
  close: () => Promise<void>;
}

const fail = (code: SourceFailureCode, found: string): SourceFailure =>
  new SourceFailure(code, { line: 1, column: 1 }, found);

export async function openZip(
  bytes: AsyncIterable<Uint8Array>,
  limits: ZipLimits = zipLimits,
): Promise<Parts> {
  const folder = await mkdtemp(join(tmpdir(), 'vaktmester-source-'));
  let zip: ZipFile | undefined;
  const close = async (): Promise<void> => {
    zip?.close();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const file = join(folder, 'source.zip');
    await pipeline(atMost(bytes, limits.packed), createWriteStream(file, { mode: 0o600 }));
    zip = await openPromise(file, { autoClose: false, strictFileNames: true }).catch((error: unknown) => {
      throw fail('file.broken-zip', said(error));
    });
    // Where the system allows it the name goes now, so that not even a killed process leaves the file behind.
    if (process.platform !== 'win32') await rm(folder, { recursive: true, force: true });
    const opened = zip;
    const entries = await entriesOf(opened, limits);
    return { names: new Set(entries.keys()), open: (name) => unpack(opened, entries.get(name)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function* atMost(bytes: AsyncIterable<Uint8Array>, most: number): AsyncGenerator<Uint8Array> {
  let count = 0;
  for await (const piece of bytes) {
    count += piece.length;
    if (count > most) throw fail('file.unsafe-zip', 'too-large');
    yield piece;
  }
}

async function entriesOf(zip: ZipFile, limits: ZipLimits): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  const folders = new Set<string>();
  let unpacked = 0;
  let seen = 0;
  try {
    for await (const entry of zip.eachEntry()) {
      seen += 1;
      if (seen > limits.entries) throw fail('file.unsafe-zip', 'too-many-files');
      // Macintosh computers add a shadow of each file.
      if (entry.fileName.endsWith('/') || entry.fileName.startsWith('__MACOSX/')) continue;
      if (entry.isEncrypted()) throw fail('file.unsafe-zip', 'password');
      unpacked += entry.uncompressedSize;
      const name = basename(entry.fileName);
      folders.add(entry.fileName.slice(0, -name.length));
      if (entries.has(name)) throw fail('file.unsafe-zip', 'same-name');
      entries.set(name, entry);
    }
  } catch (error) {
    if (error instanceof SourceFailure) throw error;
    const unsafe = /relative path|absolute path|invalid characters/i.test(said(error));
    throw unsafe ? fail('file.unsafe-zip', 'path') : fail('file.broken-zip', said(error));
  }
  if (folders.size > 1) throw fail('file.unsafe-zip', 'several-folders');
  // Against the size of the whole file, so that entries that share their bytes do not help.
  const swells = unpacked > SMALL && unpacked > zip.fileSize * limits.ratio;
  if (unpacked > limits.unpacked || swells) {
    throw fail('file.unsafe-zip', 'bomb');
  }
  return entries;
}

async function unpack(zip: ZipFile, entry: Entry | undefined): Promise<AsyncIterable<Uint8Array>> {
  if (!entry) throw fail('file.missing-part', 'no such file');
  const stream = await zip.openReadStreamPromise(entry).catch((error: unknown) => {
    throw fail('file.broken-zip', said(error));
  });
  async function* pieces(): AsyncGenerator<Uint8Array> {
    try {
      for await (const piece of stream as AsyncIterable<Uint8Array>) yield piece;
    } catch (error) {
      throw error instanceof SourceFailure ? error : fail('file.broken-zip', said(error));
    }
  }
  return pieces();
}

const said = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, 200);
