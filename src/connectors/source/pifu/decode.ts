/** Bytes to text in the encoding the file itself declares, refusing what does not fit. */
import { TextDecoder } from 'node:util';

import { SourceFailure } from '../port.ts';

/** What Norwegian school systems really send. Browsers and Node read ISO-8859-1 as Windows-1252, its superset. */
const known = new Set([
  'utf-8',
  'us-ascii',
  'iso-8859-1',
  'iso-8859-15',
  'latin1',
  'windows-1252',
  'utf-16',
  'utf-16le',
  'utf-16be',
]);

const start = { line: 1, column: 1 };
/** The XML declaration must come first, and is ASCII in every encoding but UTF-16. */
const DECLARATION_BYTES = 256;

export function encodingOf(head: Uint8Array): string {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';

  const declaration = new TextDecoder('latin1').decode(head.subarray(0, DECLARATION_BYTES));
  const declared = /^(?:ï»¿)?<\?xml[^>]*\sencoding\s*=\s*["']([^"']+)["']/.exec(declaration)?.[1];
  if (declared === undefined) return 'utf-8';
  if (!known.has(declared.toLowerCase())) throw new SourceFailure('file.unknown-encoding', start, declared);
  return declared;
}

/** Text in pieces as the bytes come; a byte that is not of the encoding ends the reading with its line. */
export async function* decode(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined;
  let held: Uint8Array = new Uint8Array();
  let line = 1;

  for await (const piece of bytes) {
    let chunk = piece;
    if (!decoder) {
      held = Buffer.concat([held, chunk]);
      if (held.length < DECLARATION_BYTES) continue;
      decoder = new TextDecoder(encodingOf(held), { fatal: true });
      chunk = held;
    }
    const text = decodeStrictly(decoder, chunk, line);
    line += newlinesIn(text);
    yield text;
  }

  if (!decoder) {
    decoder = new TextDecoder(encodingOf(held), { fatal: true });
    const text = decodeStrictly(decoder, held, line);
    line += newlinesIn(text);
    yield text;
  }
  try {
    decoder.decode();
  } catch {
    throw new SourceFailure('file.truncated', { line, column: 1 }, 'half a character');
  }
}

function decodeStrictly(decoder: TextDecoder, bytes: Uint8Array, line: number): string {
  try {
    return decoder.decode(bytes, { stream: true });
  } catch {
    const before = new TextDecoder(decoder.encoding).decode(bytes).split('\uFFFD', 1)[0] ?? '';
    const place = { line: line + newlinesIn(before), column: before.length - before.lastIndexOf('\n') };
    throw new SourceFailure('file.wrong-encoding', place, `bytes that are not ${decoder.encoding}`);
  }
}

function newlinesIn(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}
