import { SourceFailure } from '#connectors/source/port.ts';

/** The bytes as they come, counted; a sender that breaks off is named as such. */
export function counted(
  bytes: AsyncIterable<Uint8Array>,
): AsyncIterable<Uint8Array> & { count: () => number } {
  let count = 0;
  async function* pass(): AsyncGenerator<Uint8Array> {
    try {
      for await (const piece of bytes) {
        count += piece.length;
        yield piece;
      }
    } catch (error) {
      const found = `after ${count} bytes: ${error instanceof Error ? error.message : String(error)}`;
      throw new SourceFailure('file.interrupted', { line: 0, column: 0 }, found);
    }
  }
  return { [Symbol.asyncIterator]: pass, count: () => count };
}
