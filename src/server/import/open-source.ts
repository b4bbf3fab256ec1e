/** Which format a file is in, by what it begins with: names and endings are what people make of them. */
import { type CsvOptions, readCsv } from '#connectors/source/csv/read.ts';
import { readOneRoster } from '#connectors/source/oneroster/read.ts';
import { readPifu } from '#connectors/source/pifu/read.ts';
import { SourceFailure, type SourceItem } from '#connectors/source/port.ts';
import { markedEncoding } from '#connectors/source/text/lines.ts';

export type SourceFormat = 'pifu' | 'oneroster' | 'csv';

const HEAD_BYTES = 512;
const start = { line: 1, column: 1 };

/** `undefined`: nothing an import could read. */
export function formatOf(head: Uint8Array): SourceFormat | undefined {
  if (head[0] === 0x50 && head[1] === 0x4b) return 'oneroster';
  const marked = markedEncoding(head);
  const text = new TextDecoder(marked ?? 'windows-1252')
    .decode(head)
    .replace(/^\uFEFF/, '')
    .trimStart();
  if (text === '' || text.startsWith('<')) return 'pifu';
  // A picture or a database has such signs at once; in text one is a slip, and costs its row no more than a remark.
  const odd = Array.from(text).filter(isControl).length;
  return odd * 50 > text.length || text.startsWith('%PDF') ? undefined : 'csv';
}

const isControl = (sign: string): boolean =>
  sign < ' ' && !'\t\n\v\f\r\u001b\u001c\u001d\u001e\u001f'.includes(sign);

export interface SourceOptions {
  /** How a table is read. */
  csv?: CsvOptions | undefined;
  /** The register of a set that does not name its system. */
  unnamed?: string | undefined;
}

/** The file's records. */
export async function* openSource(
  bytes: AsyncIterable<Uint8Array>,
  { csv, unnamed }: SourceOptions = {},
): AsyncGenerator<readonly SourceItem[]> {
  const source = bytes[Symbol.asyncIterator]();
  const pieces: Uint8Array[] = [];
  let length = 0;
  while (length < HEAD_BYTES) {
    const { done, value } = await source.next();
    if (done === true) break;
    pieces.push(value);
    length += value.length;
  }
  const head = Buffer.concat(pieces);
  async function* all(): AsyncGenerator<Uint8Array> {
    yield head;
    for (;;) {
      const { done, value } = await source.next();
      if (done === true) return;
      yield value;
    }
  }
  const format = formatOf(head.subarray(0, HEAD_BYTES));
  if (format === 'oneroster') yield* readOneRoster(all(), { feed: unnamed });
  else if (format === 'pifu') yield* readPifu(all());
  else if (format === 'csv') yield* readCsv(all(), csv);
  else throw new SourceFailure('file.not-xml', start, 'bytes');
}
