/** The application: every endpoint of the house under /api, the web beside it, one way to answer errors. */
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import helmet from '@fastify/helmet';
import multipart from '@fastify/multipart';
import rateLimit from '@fastify/rate-limit';
import { fastify, type FastifyInstance } from 'fastify';

import { withLogFields } from '#server/log.ts';
import { openNewcomers } from '#server/session/newcomer.ts';

import { bind, type Binding } from './bind.ts';
import { guardBodies } from './bodies.ts';
import { serveByAddress } from './by-address.ts';
import type { Endpoint } from './endpoint.ts';
import { guardAgainstForgery } from './forgery.ts';
import { acceptForms } from './forms.ts';
import { serveHealth } from './health.ts';
import { openLoad } from './load.ts';
import { serveReference } from './openapi.ts';
import { sendProblem } from './problem.ts';
import { callerKey } from './rate.ts';
import { refuseConnection } from './refuse-connection.ts';
import { bareHeaders, securityHeaders } from './security-headers.ts';
import { serveTheme } from './theme.ts';
import { serveWebFilter } from './web-filter.ts';
import { serveWeb } from './web.ts';

export interface AppOptions extends Binding {
  /** The portal is reached by https: cookies are marked Secure and browsers are told to stay on https. */
  secure: boolean;
  /** Proxies in front whose X-Forwarded-For is believed (addresses or ranges). */
  trustProxy?: string[];
  /** How long a body may take; 20 s unless given. */
  bodyLimitMs?: number;
  /** False only in load measurements. */
  rateLimited?: boolean;
}

const MEGABYTE = 1024 * 1024;
const BODY_MS = 20_000;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body is a file, which is read as it comes. */
    isUpload?: boolean;
  }
}

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
    // Addresses the router cannot read, and lines that are no HTTP: no hook has run for those.
    frameworkErrors: (error, request, reply) => {
      void sendProblem(error, request, reply.headers(bareHeaders(options.secure)));
    },
    clientErrorHandler: (error, socket) => refuseConnection(error, socket, options.secure),
  });
  app.addHook('onRequest', (request, _reply, done) => {
    withLogFields({ correlationId: request.id }, done);
  });
  app.addHook('preClose', async () => options.services.live.close());
  app.setErrorHandler(sendProblem);
  guardBodies(app, {
    limitMs: options.bodyLimitMs ?? BODY_MS,
    isUpload: ({ routeOptions }) => routeOptions.config.isUpload === true,
  });

  await app.register(helmet, securityHeaders(options.secure));
  await app.register(cookie);
  await app.register(compress, { global: true, threshold: 2_048, encodings: ['br', 'gzip'] });
  await app.register(async (api) => {
    api.addHook('onRequest', async (_request, reply) => {
      reply.headers(bareHeaders(options.secure));
    });
    acceptForms(api);
    // One file a request; its size is the sender's business, since it is read as a stream.
    await api.register(multipart, { limits: { files: 1, fields: 20, fileSize: Number.MAX_SAFE_INTEGER } });
    if (options.rateLimited !== false) {
      await api.register(rateLimit, {
        global: false,
        keyGenerator: callerKey(options.identify),
        // Before the body is read.
        hook: 'onRequest',
      });
    }
    guardAgainstForgery(api, options);
    const newcomers = openNewcomers(options.services.signIn);
    newcomers.greet(api);
    const load = openLoad({ normal: options.db, heavy: options.heavyDb ?? options.db });
    for (const endpoint of endpoints) bind(api, { ...options, newcomers }, load, endpoint);
    serveHealth(api, options.db);
    serveReference(api, endpoints);
    serveByAddress(api, options.services.webFilter);
  });
  serveWebFilter(app, options.services.webFilter, { rateLimited: options.rateLimited });
  serveTheme(app, options.db);
  await serveWeb(app);
  return app;
}
