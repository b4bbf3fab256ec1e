import { expect, it } from 'vitest';

import { readEvents, type ServerEvent } from './events.ts';

/** The bytes in portions of `size`, as a network cuts them wherever it likes. */
function streamOf(text: string, size: number): ReadableStream<Uint8Array<ArrayBuffer>> {
  const bytes = new TextEncoder().encode(text);
  return new ReadableStream({
    start(controller) {
      for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.slice(at, at + size));
      controller.close();
    },
  });
}

async function read(text: string, size: number): Promise<ServerEvent[]> {
  const events: ServerEvent[] = [];
  for await (const event of readEvents(streamOf(text, size))) events.push(event);
  return events;
}

const text =
  ': hold the line\n\nevent: progress\ndata: {"done":1}\n\ndata: først\ndata:så\r\n\r\nevent: empty\n\ndata: cut off';

it.each([1, 2, 7, 1000])(
  'reads events cut into pieces of %i bytes, and leaves out what is not whole',
  async (size) => {
    expect(await read(text, size)).toEqual([
      { event: 'progress', data: '{"done":1}' },
      { event: 'message', data: 'først\nså' },
    ]);
  },
);
