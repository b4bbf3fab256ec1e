/**
 * The municipality's colours as a style sheet of the portal's own, `/theme.css`: one small file beside the built ones,
 * so that the first picture has the right colour and the content security policy needs no inline style.
 */
import { createHash } from 'node:crypto';

import type { FastifyInstance } from 'fastify';

import type { Db } from '#server/db.ts';
import { log } from '#server/log.ts';
import { readColor } from '#server/theme/store.ts';

export function serveTheme(app: FastifyInstance, db: Db): void {
  app.get('/theme.css', async (request, reply) => {
    const css = await themeOf(db);
    const tag = `"${createHash('sha256').update(css).digest('base64url').slice(0, 22)}"`;
    // Asked about with every page, and sent again only when the colour is another.
    reply.headers({ 'cache-control': 'no-cache', etag: tag });
    if (request.headers['if-none-match'] === tag) return reply.status(304).send();
    return reply.type('text/css; charset=utf-8').send(css);
  });
}

/** Without an answer from the database the page stands in the colours it was built with. */
async function themeOf(db: Db): Promise<string> {
  try {
    const color = await readColor(db);
    if (color === undefined) return '';
    // Whoever has the portal's own colour never waits for what makes others.
    const { municipalityTheme } = await import('#server/theme/colors.ts');
    return municipalityTheme(color);
  } catch (error) {
    log.warn(
      { error: error instanceof Error ? error.message : String(error) },
      'The theme could not be read',
    );
    return '';
  }
}
