import { createServer, type Socket } from 'node:net';

/** As much of PostgreSQL's protocol as it takes to sign in and be told a version, for versions not at hand. */
export async function oldServer(version: string): Promise<{ url: string; close: () => void }> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => {
      socket.write(Buffer.concat([message('R', int32(0)), ready]));
      socket.on('data', (query) => answer(socket, query, version));
    });
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await promise;
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The server does not listen');
  return { url: `postgres://portal:secret@127.0.0.1:${address.port}/portal`, close: () => server.close() };
}

const TEXT = 25;

function answer(socket: Socket, query: Buffer, version: string): void {
  if (query.at(0) !== 'Q'.charCodeAt(0)) return void socket.end();
  const value = Buffer.from(version);
  socket.write(
    Buffer.concat([
      message(
        'T',
        int16(1),
        text('server_version'),
        int32(0),
        int16(0),
        int32(TEXT),
        int16(-1),
        int32(-1),
        int16(0),
      ),
      message('D', int16(1), int32(value.length), value),
      message('C', text('SHOW')),
      ready,
    ]),
  );
}

function message(type: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.from(type), int32(body.length + 4), body]);
}

function int16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeInt16BE(value);
  return bytes;
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

function text(value: string): Buffer {
  return Buffer.from(`${value}\0`);
}

const ready = message('Z', Buffer.from('I'));
