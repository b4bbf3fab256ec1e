/** What happens between the handler and the network: broken downloads, bodies that do not come, lines that are no HTTP. */
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';

import { command, query } from '#kernel/contract.ts';
import { refuse } from '#kernel/errors.ts';
import { openHouse } from '#server/testing/house.ts';

import { implement } from './endpoint.ts';

const made = {
  file: query('GET /made/file', {
    summary: 'A file that may break off',
    permission: 'users.read',
    event: 'users.exported',
    answers: 'file',
    input: z.object({ breaks: z.enum(['early', 'late', 'never']) }),
    output: z.unknown(),
  }),
  upload: query('POST /made/upload', {
    summary: 'Refuses every file',
    permission: 'superadmins.manage',
    sends: 'upload',
    input: z.object({}),
    output: z.unknown(),
  }),
};
const begun = {
  read: command('POST /made/begun', {
    summary: 'Refuses a file by its first bytes',
    permission: 'users.read',
    event: 'user.updated',
    operation: 'own',
    sends: 'upload',
    input: z.object({}),
    output: z.unknown(),
  }),
};
const LINES = 2_000;
const readsOneByte = implement(begun, {
  read: async ({ upload }) => {
    for await (const _ of upload?.stream ?? []) return refuse('import.file-wrong');
    return {};
  },
});
const house = await openHouse(
  [
    ...readsOneByte,
    ...implement(made, {
      file: async ({ input: { breaks } }) => ({
        fileName: 'liste.csv',
        type: 'text/csv; charset=utf-8',
        stream: lines(breaks === 'never' ? Infinity : breaks === 'early' ? 0 : LINES / 2),
      }),
      upload: async () => ({}),
    }),
  ],
  { bodyLimitMs: 300 },
);
await house.seed((seed) => seed.school('FJB', 'Fjordby skole'));
const ict = await house.signIn('schoolIct', { school: 'FJB' });
let address = '';
beforeAll(async () => {
  address = await house.app.listen({ port: 0, host: '127.0.0.1' });
});

async function* lines(until: number): AsyncGenerator<string> {
  for (let n = 0; n < LINES; n += 1) {
    if (n === until) throw new Error('The cursor is gone');
    // Nothing that compresses to nothing.
    yield `${n};${crypto.randomUUID()};${crypto.randomUUID()}\r\n`;
  }
}

const download = (breaks: string, encoding: string) =>
  fetch(`${address}/api/made/file?breaks=${breaks}`, {
    headers: { authorization: ict.token, 'accept-encoding': encoding },
  });

async function lastDownload() {
  const { rows } = await sql<{ status: string; messageCode: string | null }>`
    select status, message_code from journal.operation where event = 'users.exported' order by id desc limit 1`.execute(
    house.db,
  );
  return rows[0];
}

describe('a download', () => {
  it.each(['br', 'gzip', 'identity'])('that is whole is done (%s)', async (encoding) => {
    const text = await (await download('never', encoding)).text();
    expect(text.split('\r\n')).toHaveLength(LINES + 1);
    await expect.poll(lastDownload).toEqual({ status: 'completed', messageCode: null });
  });

  it.each(['br', 'gzip', 'identity'])(
    'that breaks off on the way is an error to the reader and in the log (%s)',
    async (encoding) => {
      await expect(download('late', encoding).then((answer) => answer.text())).rejects.toThrow('terminated');
      await expect.poll(lastDownload).toEqual({ status: 'failed', messageCode: 'download.broken' });
    },
  );

  it('that fails before its first byte is an answer that says so', async () => {
    const answer = await download('early', 'gzip');
    expect(answer.status).toBe(500);
    await expect.poll(lastDownload).toEqual({ status: 'failed', messageCode: 'download.broken' });
  });
});

/** What the server says to raw bytes, after how long it began to answer, and after how long it hung up. */
async function say(...parts: string[]): Promise<{ text: string; answeredMs: number; ms: number }> {
  const { port } = new URL(address);
  const socket = connect(Number(port), '127.0.0.1');
  const began = performance.now();
  let text = '';
  let answeredMs = Infinity;
  socket.on('data', (data) => {
    answeredMs = Math.min(answeredMs, performance.now() - began);
    text += data.toString();
  });
  socket.on('error', () => undefined);
  // Listened for before anything is sent: a refusal may close the connection between two parts.
  const closed = new Promise((resolve) => socket.once('close', resolve));
  for (const part of parts) {
    socket.write(part);
    await delay(1);
  }
  await closed;
  return { text, answeredMs, ms: performance.now() - began };
}

const post = (path: string, length: number, more: string[] = []) =>
  [
    `POST ${path} HTTP/1.1`,
    'host: localhost',
    `content-length: ${length}`,
    'cookie: XSRF-TOKEN=x',
    'x-xsrf-token: x',
    ...more,
    '',
    '',
  ].join('\r\n');

describe('what is no whole request', () => {
  it('is refused when its body does not come', async () => {
    const { text, ms } = await say(post('/api/made/other', 50, ['content-type: application/json']), '{"a":');
    expect(text).toMatch(/^HTTP\/1.1 (408|404)/);
    expect(ms).toBeLessThan(8_000);
  });

  it('is refused at once when it may not send a file, however much is still to come', async () => {
    const head = post('/api/made/upload', 100_000_000, [
      'content-type: multipart/form-data; boundary=x',
      `authorization: ${ict.token}`,
    ]);
    const { text, ms } = await say(
      head,
      `--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n`,
      'x'.repeat(100_000),
    );
    expect(text).toMatch(/^HTTP\/1.1 403/);
    expect(ms).toBeLessThan(8_000);
  });

  it('is refused at once when its file is refused while it comes, however much is still to come', async () => {
    const head = post('/api/made/begun', 100_000_000, [
      'content-type: multipart/form-data; boundary=x',
      `authorization: ${ict.token}`,
    ]);
    const { text, answeredMs, ms } = await say(
      head,
      `--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n`,
      'x'.repeat(200_000),
      // The sender stops here: no more comes, and nothing ends.
    );
    expect(text).toMatch(/^HTTP\/1.1 422/);
    expect(text).toContain('import.file-wrong');
    expect(answeredMs).toBeLessThan(2_000);
    expect(ms).toBeLessThan(8_000);
  });

  it.each([
    ['a line that is no HTTP', 'HEI PÅ DEG\r\n\r\n', 400],
    ['headers that are too long', `GET / HTTP/1.1\r\nx: ${'x'.repeat(40_000)}\r\n\r\n`, 431],
    [
      'an address that cannot be read',
      'GET /api/user/%E0%A4%A HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n',
      400,
    ],
  ])('has the headers of the house: %s', async (_what, sent, status) => {
    const { text } = await say(sent);
    expect(text).toContain(`HTTP/1.1 ${status}`);
    for (const header of [
      'content-security-policy',
      'x-content-type-options: nosniff',
      'referrer-policy: no-referrer',
    ])
      expect(text.toLowerCase()).toContain(header);
    expect(text).toContain('application/problem+json');
  });
});
