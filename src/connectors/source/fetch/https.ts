/** A file from a web server, and JSON from an API. Only HTTPS; redirects are not followed, as they would take secrets along. */
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { basename } from 'node:path';

import { SourceFailure } from '../port.ts';
import { codeOf, fetchFailure } from './failure.ts';
import type { FetchedFile } from './port.ts';

/** A server that says nothing for this long has stopped. */
const IDLE_MS = 60_000;
/** One page of an API: 1,000 records of 5 kB, and room. */
const MOST_JSON_BYTES = 50_000_000;

interface Wanted {
  method?: 'GET' | 'POST';
  headers?: Readonly<Record<string, string>>;
  body?: string;
}

export const basicAuthorization = (userName: string, secret: string): string =>
  `Basic ${Buffer.from(`${userName}:${secret}`).toString('base64')}`;

/** The answer's head, if it is 200. Throws `fetch.*`. */
async function ask(
  address: string,
  { method = 'GET', headers = {}, body }: Wanted,
): Promise<IncomingMessage> {
  const url = new URL(address);
  const place = `${url.host}${url.pathname}`;
  if (url.protocol !== 'https:') throw fetchFailure('fetch.wrong-answer', place);
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const sent = request(url, { method, headers: { 'user-agent': 'Vaktmester', ...headers } }, resolve);
    sent.setTimeout(IDLE_MS, () => sent.destroy(Object.assign(new Error('idle'), { code: 'ETIMEDOUT' })));
    sent.on('error', reject);
    sent.end(body);
  }).catch((error: unknown) => {
    throw fetchFailure('fetch.unreachable', `${url.host}: ${codeOf(error)}`);
  });
  const { statusCode = 0 } = answer;
  if (statusCode === 200) return answer;
  answer.destroy();
  const isRefused = statusCode === 401 || statusCode === 403;
  throw fetchFailure(isRefused ? 'fetch.refused' : 'fetch.wrong-answer', `${place}: ${statusCode}`);
}

async function* piecesOf(answer: IncomingMessage): AsyncGenerator<Uint8Array> {
  try {
    for await (const piece of answer as AsyncIterable<Uint8Array>) yield piece;
  } catch (error) {
    throw new SourceFailure('file.interrupted', { line: 1, column: 1 }, codeOf(error));
  }
}

export interface JsonAnswer {
  body: unknown;
  headers: IncomingMessage['headers'];
}

export async function askJson(address: string, wanted: Wanted): Promise<JsonAnswer> {
  const answer = await ask(address, {
    ...wanted,
    headers: { accept: 'application/json', ...wanted.headers },
  });
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of piecesOf(answer)) {
    length += piece.length;
    if (length > MOST_JSON_BYTES) {
      answer.destroy();
      throw fetchFailure('fetch.wrong-answer', 'too large');
    }
    pieces.push(piece);
  }
  try {
    const body: unknown = JSON.parse(Buffer.concat(pieces).toString('utf8'));
    return { body, headers: answer.headers };
  } catch {
    throw fetchFailure('fetch.wrong-answer', 'not JSON');
  }
}

interface HttpsFile {
  address: string;
  /** With a secret: HTTP Basic. */
  userName?: string | undefined;
  secret?: string | undefined;
}

export async function openHttps({ address, userName, secret }: HttpsFile): Promise<FetchedFile> {
  const authorization = userName ? { authorization: basicAuthorization(userName, secret ?? '') } : {};
  const answer = await ask(address, { headers: authorization });
  const { headers } = answer;
  const size = Number(headers['content-length']) || undefined;
  const changed = headers['last-modified'];
  const mark = headers.etag ?? (changed === undefined ? undefined : `${changed} ${size ?? ''}`);
  return {
    name: decodeURIComponent(basename(new URL(address).pathname)) || 'file',
    size,
    changedAt: changed === undefined ? undefined : new Date(changed),
    mark,
    bytes: piecesOf(answer),
    close: async () => {
      answer.destroy();
      await Promise.resolve();
    },
  };
}
