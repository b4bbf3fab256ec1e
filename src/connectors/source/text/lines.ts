/**
 * Bytes to lines of text, whatever Norwegian systems and spreadsheets save as: UTF-8 with or without a byte order
 * mark, UTF-16 of either order, Windows-1252, and line ends of every kind, also mixed in one file.
 *
 * A file without a mark says nothing about its encoding. Each line is UTF-8 when it can be (text in Windows-1252 with
 * a Norwegian letter never is), else Windows-1252; the first line that tells decides which the file is, and a line of
 * the other kind is read rightly all the same and marked, for somebody has pasted two files together.
 */
import { isAscii, isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';

import { SourceFailure } from '../port.ts';

export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

export interface Line {
  /** From 1. */
  number: number;
  /** Without its end. */
  text: string;
  /** Bytes that are not of the file's encoding; the text is the best reading of them. */
  strange: boolean;
}

const LF = 0x0a;
const CR = 0x0d;
/** Longer than any row of people; a file without line ends is not kept in memory. */
const MAX_LINE_BYTES = 1_000_000;
const HEAD_BYTES = 512;

/** The mark at the beginning, or the zeros that betray UTF-16 without one; undefined when the bytes do not say. */
export function markedEncoding(head: Uint8Array): TextEncoding | undefined {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return 'utf-8';
  const pairs = Math.floor(Math.min(head.length, HEAD_BYTES) / 2);
  let first = 0;
  let second = 0;
  for (let pair = 0; pair < pairs; pair += 1) {
    if (head[pair * 2] === 0) first += 1;
    if (head[pair * 2 + 1] === 0) second += 1;
  }
  if (pairs >= 2 && second > pairs * 0.7 && first === 0) return 'utf-16le';
  if (pairs >= 2 && first > pairs * 0.7 && second === 0) return 'utf-16be';
  return undefined;
}

/** Batches of lines. Throws {@link SourceFailure} for a line without end. */
export async function* readLines(
  bytes: AsyncIterable<Uint8Array>,
  onEncoding?: (encoding: TextEncoding) => void,
): AsyncGenerator<readonly Line[]> {
  let decode: Decode | undefined;
  let held: Buffer = Buffer.alloc(0);
  const splitter = createSplitter();

  for await (const piece of bytes) {
    if (decode === undefined) {
      held = Buffer.concat([held, piece]);
      if (held.length < HEAD_BYTES) continue;
      decode = decoderFor(markedEncoding(held), onEncoding);
      yield splitter.add(decode(held, false));
      continue;
    }
    const lines = splitter.add(decode(piece, false));
    if (lines.length > 0) yield lines;
  }
  const begun = decode !== undefined;
  decode ??= decoderFor(markedEncoding(held), onEncoding);
  const last = decode(begun ? new Uint8Array() : held, true);
  yield [...splitter.add(last), ...splitter.end()];
}

/** Text with the marks of strange lines: each piece ends with a whole line unless it is the last. */
interface Piece {
  text: string;
  strange: boolean;
}
type Decode = (bytes: Uint8Array, last: boolean) => readonly Piece[];

function decoderFor(
  marked: TextEncoding | undefined,
  onEncoding: ((encoding: TextEncoding) => void) | undefined,
): Decode {
  if (marked === 'utf-16le' || marked === 'utf-16be') {
    onEncoding?.(marked);
    const decoder = new TextDecoder(marked);
    return (bytes, last) => {
      const text = decoder.decode(bytes, { stream: !last });
      return text === '' ? [] : [{ text, strange: false }];
    };
  }
  return byLine(marked, onEncoding);
}

const utf8 = new TextDecoder('utf-8');
const windows = new TextDecoder('windows-1252');

/** In both encodings a line feed is one byte that is part of no letter, so bytes can be cut there. */
function byLine(
  marked: TextEncoding | undefined,
  onEncoding: ((encoding: TextEncoding) => void) | undefined,
): Decode {
  let encoding = marked;
  let rest: Buffer = Buffer.alloc(0);
  if (encoding) onEncoding?.(encoding);

  const decide = (found: TextEncoding): void => {
    if (encoding !== undefined) return;
    encoding = found;
    onEncoding?.(found);
  };
  const one = (bytes: Buffer): Piece => {
    if (isAscii(bytes)) return { text: bytes.toString('latin1'), strange: false };
    const kind = isUtf8(bytes) ? 'utf-8' : 'windows-1252';
    decide(kind);
    return {
      text: (kind === 'utf-8' ? utf8 : windows).decode(bytes),
      strange: kind !== encoding,
    };
  };

  return (bytes, last) => {
    const all = rest.length === 0 ? Buffer.from(bytes) : Buffer.concat([rest, bytes]);
    const end = last ? all.length : Math.max(all.lastIndexOf(LF), all.lastIndexOf(CR)) + 1;
    rest = all.subarray(end);
    if (rest.length > MAX_LINE_BYTES) throw tooLong();
    const whole = all.subarray(0, end);
    const pieces = piecesOf(whole);
    if (last) decide('utf-8');
    return pieces;
  };

  function piecesOf(whole: Buffer): Piece[] {
    if (whole.length === 0) return [];
    // Nearly every chunk is of one kind altogether.
    if (isAscii(whole)) return [{ text: whole.toString('latin1'), strange: false }];
    if (isUtf8(whole) && (encoding ?? 'utf-8') === 'utf-8') return [one(whole)];

    const pieces: Piece[] = [];
    for (let from = 0; from < whole.length;) {
      const found = whole.indexOf(LF, from);
      const to = found === -1 ? whole.length : found + 1;
      const piece = one(whole.subarray(from, to));
      const before = pieces.at(-1);
      if (before && !before.strange && !piece.strange) before.text += piece.text;
      else pieces.push(piece);
      from = to;
    }
    return pieces;
  }
}

const tooLong = (): SourceFailure => new SourceFailure('file.broken', { line: 1, column: 1 }, 'no-line-ends');

interface Splitter {
  add: (pieces: readonly Piece[]) => Line[];
  end: () => Line[];
}

function createSplitter(): Splitter {
  let number = 0;
  let rest = '';
  let restStrange = false;
  let begun = false;
  const ends = /\r\n|\n|\r/g;

  return {
    add: (pieces) => {
      const lines: Line[] = [];
      for (const { text: fresh, strange } of pieces) {
        let text = rest + fresh;
        if (!begun) text = text.replace(/^\uFEFF/, '');
        begun = true;
        let from = 0;
        ends.lastIndex = 0;
        for (let end = ends.exec(text); end !== null; end = ends.exec(text)) {
          // Half a CRLF may still be on its way.
          if (end[0] === '\r' && ends.lastIndex === text.length) break;
          number += 1;
          lines.push(lineOf(number, text.slice(from, end.index), strange || restStrange));
          restStrange = false;
          from = ends.lastIndex;
        }
        rest = text.slice(from);
        restStrange = rest !== '' && (strange || restStrange);
        if (rest.length > MAX_LINE_BYTES) throw tooLong();
      }
      return lines;
    },
    end: () => {
      if (rest === '') return [];
      number += 1;
      return [lineOf(number, rest.replace(/\r$/, ''), restStrange)];
    },
  };
}

/** No letter of any text is a zero, and no database takes one: it is left out, and the line marked. */
function lineOf(number: number, text: string, strange: boolean): Line {
  if (!text.includes('\0')) return { number, text, strange };
  return { number, text: text.replaceAll('\0', ''), strange: true };
}
