/** The browser program: built files as they are, and the one page for every address the router knows. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { Refusal } from '#kernel/errors.ts';
import { log } from '#server/log.ts';

const root = fileURLToPath(new URL('../../../dist/web', import.meta.url));
const YEAR_S = 31_536_000;

export async function serveWeb(app: FastifyInstance): Promise<void> {
  if (!existsSync(root)) {
    log.warn('The browser program is not built (npm start builds it); only the API is served');
    app.setNotFoundHandler(() => {
      throw new Refusal('request.not-found');
    });
    return;
  }
  await app.register(fastifyStatic, {
    root,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      // Files under assets/ carry a hash of their content in their name; the rest may change with the next version.
      const forever = path.includes('/assets/');
      reply.header('cache-control', forever ? `public, max-age=${YEAR_S}, immutable` : 'no-cache');
    },
  });
  app.setNotFoundHandler(page);
}

async function page(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { method, url, headers } = request;
  if (!isPage(method, url, headers.accept)) throw new Refusal('request.not-found');
  await reply.sendFile('index.html');
}

/**
 * The router of the browser says what is not a page; the API and files say it themselves. A dot is a file's, or stands in
 * the name of a group ("1. trinn"): then it is a page when somebody goes there, which is when HTML is asked for.
 */
export function isPage(method: string, url: string, accept = ''): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  const path = url.split('?')[0] ?? '';
  if (path.startsWith('/api/') || path.startsWith('/assets/')) return false;
  return !path.includes('.') || accept.includes('text/html');
}
