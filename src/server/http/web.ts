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
    log.warn('The browser program is not built (npm run build); only the API is served');
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

/** The router of the browser says what is not a page; the API and files say it themselves. */
async function page(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const isPage = request.method === 'GET' || request.method === 'HEAD';
  const path = request.url.split('?')[0] ?? '';
  if (!isPage || path.startsWith('/api/') || path.startsWith('/assets/') || path.includes('.')) {
    throw new Refusal('request.not-found');
  }
  await reply.sendFile('index.html');
}
