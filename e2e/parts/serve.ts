/** Serves the test page of list, form and card, built as for production, with its rows, on one port of this machine. */
import { mkdtemp, rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import react from '@vitejs/plugin-react';
import { type Plugin, build, preview } from 'vite';

import { answer, answerSchools, change, detailOf } from './people.ts';

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const part of request) body += String(part);
  return body;
}

const savedViews: { id: number; name: string; state: unknown }[] = [];

function send(response: ServerResponse, status: number, body: unknown): void {
  response.statusCode = status;
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(body));
}

const failed = (status: number, code: string, traceId: string) => ({ status, code, traceId });

async function answerList(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const question = JSON.parse(await bodyOf(request));
  switch (question.search) {
    case 'feil':
      return send(response, 500, failed(500, 'server.failed', 'b7c1-0042'));
    // Never answered, so that what is shown while waiting can be looked at.
    case 'treg':
      return undefined;
    case 'tomt':
      return send(response, 200, { Items: [], TotalItems: 0 });
    case 'delvis':
      if (question.pageSize === 500) {
        return send(response, 500, failed(500, 'server.failed', 'b7c1-0043'));
      }
      return send(response, 200, answer({ ...question, search: '' }));
    default:
      return send(response, 200, answer(question));
  }
}

async function answerViews(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method === 'GET') return send(response, 200, { Items: savedViews });
  const { name, state } = JSON.parse(await bodyOf(request));
  const view = { id: savedViews.length + 1, name, state };
  savedViews.push(view);
  return send(response, 200, view);
}

async function route(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
  if (pathname === '/api/people/list') return answerList(request, response);
  if (pathname === '/api/views') return answerViews(request, response);
  if (pathname === '/api/people/schools') {
    return send(response, 200, answerSchools(searchParams.get('search') ?? ''));
  }
  if (pathname === '/api/people/update') {
    const { status, body } = change(JSON.parse(await bodyOf(request)));
    return send(response, status, body);
  }
  const name = /^\/api\/people\/(bruker\d+)$/.exec(pathname)?.[1];
  const detail = name === undefined ? undefined : detailOf(name);
  if (detail) return send(response, 200, detail);
  return send(response, 404, failed(404, 'user.not-found', 'b7c1-0044'));
}

function api(): Plugin {
  return {
    name: 'rows-of-the-test-page',
    configurePreviewServer: ({ middlewares }) => {
      middlewares.use((request, response, next) => {
        if (request.url?.startsWith('/api/')) void route(request, response);
        else next();
      });
    },
  };
}

export async function serveParts(port = 0): Promise<{ url: string; close: () => Promise<void> }> {
  const outDir = await mkdtemp(join(tmpdir(), 'parts-'));
  const common = {
    configFile: false as const,
    root: new URL('../../src/web/list/testing/', import.meta.url).pathname,
    publicDir: new URL('../../public/', import.meta.url).pathname,
    plugins: [react(), api()],
    logLevel: 'warn' as const,
  };
  await build({
    ...common,
    build: {
      outDir,
      emptyOutDir: true,
      assetsInlineLimit: 0,
      // As in vite.config.ts: light-dark() is used as it is.
      cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    },
  });
  const server = await preview({
    ...common,
    build: { outDir },
    preview: { port, host: '127.0.0.1', strictPort: port !== 0 },
  });
  return {
    url: server.resolvedUrls?.local[0] ?? '',
    close: async () => {
      await server.close();
      await rm(outDir, { recursive: true });
    },
  };
}
