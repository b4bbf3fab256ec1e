/** The application: every endpoint of the house under /api, the web beside it, one way to answer errors. */
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import formbody from '@fastify/formbody';
import helmet from '@fastify/helmet';
import multipart from '@fastify/multipart';
import rateLimit from '@fastify/rate-limit';
import { fastify, type FastifyInstance } from 'fastify';

import { withLogFields } from '#server/log.ts';

import { bind, type Binding } from './bind.ts';
import { serveByAddress } from './by-address.ts';
import type { Endpoint } from './endpoint.ts';
import { guardAgainstForgery } from './forgery.ts';
import { serveHealth } from './health.ts';
import { serveReference } from './openapi.ts';
import { sendProblem } from './problem.ts';
import { callerKey } from './rate.ts';
import { apiHeaders, securityHeaders, transportSecurity } from './security-headers.ts';
import { serveTheme } from './theme.ts';
import { serveWebFilter } from './web-filter.ts';
import { serveWeb } from './web.ts';

export interface AppOptions extends Binding {
  /** The portal is reached by https: cookies are marked Secure and browsers are told to stay on https. */
  secure: boolean;
  /** Proxies in front whose X-Forwarded-For is believed (addresses or ranges). */
  trustProxy?: string[];
  /** False only in load measurements. */
  rateLimited?: boolean;
}

const MEGABYTE = 1024 * 1024;

export async function createApp(
  options: AppOptions,
  endpoints: readonly Endpoint[],
): Promise<FastifyInstance> {
  const app = fastify({
    genReqId: () => crypto.randomUUID(),
    bodyLimit: MEGABYTE,
    trustProxy: options.trustProxy ?? false,
    logger: false,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 500 },
  });
  app.addHook('onRequest', (request, _reply, done) => {
    withLogFields({ correlationId: request.id }, done);
  });
  app.addHook('preClose', async () => options.services.live.close());
  app.setErrorHandler(sendProblem);

  await app.register(helmet, securityHeaders(options.secure));
  await app.register(cookie);
  await app.register(compress, { global: true, threshold: 2_048, encodings: ['br', 'gzip'] });
  await app.register(async (api) => {
    api.addHook('onRequest', async (_request, reply) => {
      reply.headers({ ...apiHeaders, ...(options.secure && transportSecurity) });
    });
    await api.register(formbody);
    // One file a request; its size is the sender's business, since it is read as a stream.
    await api.register(multipart, { limits: { files: 1, fields: 20, fileSize: Number.MAX_SAFE_INTEGER } });
    if (options.rateLimited !== false) {
      await api.register(rateLimit, {
        global: false,
        keyGenerator: callerKey(options.identify),
        hook: 'preHandler',
      });
    }
    guardAgainstForgery(api, options);
    for (const endpoint of endpoints) bind(api, options, endpoint);
    serveHealth(api, options.db);
    serveReference(api, endpoints);
    serveByAddress(api, options.services.webFilter);
  });
  serveWebFilter(app, options.services.webFilter, { rateLimited: options.rateLimited });
  serveTheme(app, options.db);
  await serveWeb(app);
  return app;
}
