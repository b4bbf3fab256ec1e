/** Answers what never became a request: lines that are no HTTP, headers that are too long or do not come. */
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';

import { bareHeaders } from './security-headers.ts';

const statuses: Record<string, number> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 };

export function refuseConnection(error: Error & { code?: string }, socket: Socket, secure: boolean): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const status = statuses[error.code ?? ''] ?? 400;
  const body = JSON.stringify({ type: 'about:blank', status, title: STATUS_CODES[status] });
  const headers = {
    ...bareHeaders(secure),
    'content-type': 'application/problem+json',
    'content-length': String(Buffer.byteLength(body)),
    'cache-control': 'no-store',
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  if (socket.writable)
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${body}`);
  socket.destroy();
}
