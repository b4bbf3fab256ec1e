/**
 * Bodies that do not come, and bodies nobody reads. A body has a time limit; a file may take as long as it keeps coming.
 * Who is refused before the body was read gets the answer at once, and the rest is thrown away for a moment.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';

import { Refusal } from '#kernel/errors.ts';

/** A connection that is cut while data comes loses the answer too, so the sender has this long to notice it. */
const DISCARD_MS = 5_000;

interface Limits {
  /** Of the whole body; of a file the longest pause. */
  limitMs: number;
  isUpload: (request: FastifyRequest) => boolean;
}

/** Hooks onto every route of the application. */
export function guardBodies(app: FastifyInstance, { limitMs, isUpload }: Limits): void {
  app.addHook('onRequest', async (request, reply) => {
    const { raw } = request;
    if (raw.headers['transfer-encoding'] === undefined && (raw.headers['content-length'] ?? '0') === '0')
      return;
    let since = performance.now();
    let received = 0;
    const look = () => {
      // While data waits here to be read, the sender is not the one who is slow.
      const hasMoved = raw.socket.bytesRead !== received || raw.readableLength > 0;
      if (isUpload(request) && hasMoved) since = performance.now();
      received = raw.socket.bytesRead;
      if (performance.now() - since < limitMs) return;
      stop();
      if (reply.sent) raw.destroy();
      else void reply.send(new Refusal('request.too-slow'));
    };
    const timer = setInterval(look, limitMs / 10);
    timer.unref();
    const stop = () => clearInterval(timer);
    for (const event of ['end', 'close']) raw.once(event, stop);
    reply.raw.once('close', stop);
  });

  app.addHook('onResponse', async ({ raw }) => {
    if (raw.complete || raw.destroyed) return;
    raw.unpipe();
    raw.resume();
    const timer = setTimeout(() => raw.destroy(), DISCARD_MS);
    raw.once('end', () => clearTimeout(timer));
  });
}
