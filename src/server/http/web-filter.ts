/**
 * The door of the web-filter protocol (docs/web-filter-protocol.md). Points are no users: they hold no token and no
 * cookie, but sign each question. Who may ask for what is decided here and nowhere else.
 */
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import type { KnownPoint, WebFilter } from '#connectors/web-filter/port.ts';
import {
  LeasesQuestion,
  leasesPath,
  PROTOCOL,
  type ProtocolRefusal,
  Report,
  reportPath,
} from '#connectors/web-filter/protocol/messages.ts';
import {
  claimOf,
  faultOfSignature,
  headerSource,
  type HeaderSource,
  isWhatWasSigned,
  type Key,
  signAnswer,
} from '#connectors/web-filter/protocol/signature.ts';
import { isDatabaseLost } from '#server/db.ts';
import { log } from '#server/log.ts';

type Code = ProtocolRefusal['code'];

const statuses: Record<Code, number> = {
  'unknown-point': 401,
  'bad-signature': 401,
  clock: 401,
  replayed: 401,
  'bad-message': 400,
  'too-many': 429,
  unavailable: 503,
};

/** The largest report: every lock a point could hold. */
const BODY_LIMIT = 8 * 1024 * 1024;
const PER_MINUTE = 1_200;

/** Refused, and whether the answer can be signed: whoever asks has proven to hold the key. */
class Refused extends Error {
  readonly code: Code;
  readonly key: Key | undefined;

  constructor(code: Code, key?: Key) {
    super(code);
    this.code = code;
    this.key = key;
  }
}

interface Caller {
  point: KnownPoint;
  key: Key;
  nonce: string;
}

export function serveWebFilter(
  app: FastifyInstance,
  webFilter: WebFilter,
  { rateLimited = true }: { rateLimited?: boolean | undefined } = {},
): void {
  void app.register(async (door) => {
    // What is signed is what was sent, to the byte.
    door.removeAllContentTypeParsers();
    door.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    // Who asks is proven before anything is counted or read: a point's id is no secret, and pupils come from the same
    // address as their proxy. Nobody but the point itself can use up what it may ask.
    const callers = new WeakMap<FastifyRequest, Caller>();
    door.addHook('onRequest', async (request) => {
      callers.set(request, await prove(webFilter, request));
    });
    if (rateLimited) {
      await door.register(rateLimit, {
        max: PER_MINUTE,
        timeWindow: 60_000,
        hook: 'preParsing',
        keyGenerator: (request) => callers.get(request)?.point.id ?? '',
      });
    }
    const callerOf = (request: FastifyRequest) => confirm(webFilter, request, callers.get(request));
    const closing = new AbortController();
    door.addHook('preClose', async () => closing.abort());
    door.setErrorHandler(async (error, request, reply) =>
      refuse(error, request, reply, webFilter.realTime()),
    );
    const options = { bodyLimit: BODY_LIMIT, compress: false as const, helmet: false as const };

    door.get(leasesPath, options, async (request, reply) => {
      const caller = await callerOf(request);
      const asked = LeasesQuestion.safeParse(request.query);
      if (!asked.success) throw new Refused('bad-message', caller.key);
      const began = performance.now();
      // A point that hangs up has nobody to tell.
      const gone = new AbortController();
      reply.raw.once('close', () => gone.abort());
      const { have, wait } = asked.data;
      const enough = AbortSignal.any([gone.signal, closing.signal]);
      const said = await webFilter.feed.next(caller.point, have, wait * 1_000, enough);
      const portalTime = webFilter.portalTime().toISOString();
      const waited = performance.now() - began;
      const content = { protocol: PROTOCOL, portalTime, waited, ...said };
      return write(request, reply, { status: 200, content, key: caller.key }, webFilter.realTime());
    });

    door.post(reportPath, options, async (request, reply) => {
      const caller = await callerOf(request);
      const told = Report.safeParse(jsonOf(request.body));
      if (!told.success) throw new Refused('bad-message', caller.key);
      await webFilter.note(caller.point, told.data);
      const content = { protocol: PROTOCOL, portalTime: webFilter.portalTime().toISOString() };
      return write(request, reply, { status: 200, content, key: caller.key }, webFilter.realTime());
    });
  });
}

function refuse(error: unknown, request: FastifyRequest, reply: FastifyReply, now: Date): FastifyReply {
  const { code, key } = error instanceof Refused ? error : new Refused(codeOf(error));
  if (code === 'unavailable' && !isDatabaseLost(error)) log.error({ error }, 'A point could not be answered');
  const content = { code, time: now.toISOString() };
  return write(request, reply, { status: statuses[code], content, key }, now);
}

/** The one place that says who is asking, by the headers alone. */
async function prove(filter: WebFilter, request: FastifyRequest): Promise<Caller> {
  const headers = headersOf(request);
  const claim = claimOf(headers);
  const known = claim && (await filter.find(claim.keyId));
  if (!claim || !known) throw new Refused(claim ? 'unknown-point' : 'bad-signature');
  const [path = '', query] = request.url.split(/\?(.*)/s);
  const question = { method: request.method, path, query: query === undefined ? '' : `?${query}` };
  const fault = faultOfSignature(question, headers, known.key, filter.realTime());
  if (fault === 'clock') throw new Refused('clock', known.key);
  if (fault !== undefined) throw new Refused('bad-signature');
  return { ...known, nonce: claim.nonce };
}

/** That it was sent whole, and is asked for the first time. */
async function confirm(
  filter: WebFilter,
  request: FastifyRequest,
  caller: Caller | undefined,
): Promise<Caller> {
  const body = Buffer.isBuffer(request.body) ? request.body : undefined;
  if (!caller || !isWhatWasSigned(body, headersOf(request))) throw new Refused('bad-signature');
  if (!(await filter.use(caller.point, caller.nonce))) throw new Refused('replayed', caller.key);
  return caller;
}

function write(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, content, key }: { status: number; content: object; key: Key | undefined },
  created: Date,
): FastifyReply {
  const body = Buffer.from(JSON.stringify(content));
  return reply
    .status(status)
    .headers({
      'content-type': 'application/json; charset=utf-8',
      // Nothing on the way may alter or keep what is signed.
      'cache-control': 'no-store, no-transform',
      ...(key && signAnswer(status, body, key, { asked: headersOf(request), created })),
    })
    .send(body);
}

const headersOf = (request: FastifyRequest): HeaderSource => headerSource(request.headers);

function codeOf(error: unknown): Code {
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  if (status === 429) return 'too-many';
  return status >= 400 && status < 500 ? 'bad-message' : 'unavailable';
}

function jsonOf(body: unknown): unknown {
  try {
    return Buffer.isBuffer(body) ? JSON.parse(body.toString('utf8')) : undefined;
  } catch {
    return undefined;
  }
}
