/** A request's way through one endpoint: identify, permission → scope, parse, operation, handler, answer. */
import { Readable } from 'node:stream';

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';

import { isStorable, unstorableIn } from '#kernel/characters.ts';
import type { Route } from '#kernel/contract.ts';
import { type FieldProblem, Refusal, refuse } from '#kernel/errors.ts';
import { rolesWith } from '#kernel/permissions.ts';
import { problemsOf, unknownAt } from '#kernel/problems.ts';
import { type Actor, nobody, prove, type Scope } from '#kernel/scope.ts';
import type { Db } from '#server/db.ts';
import type { Services } from '#server/services.ts';
import type { Newcomers } from '#server/session/newcomer.ts';

import { beginDownload } from './download.ts';
import type {
  Context,
  Endpoint,
  EventAnswer,
  FileAnswer,
  Redirect,
  RequestInfo,
  Upload,
} from './endpoint.ts';
import { FORM_LIMIT } from './forms.ts';
import { remember } from './known-routes.ts';
import type { Load } from './load.ts';
import { isMade, mustBeAsPromised } from './made.ts';
import { rates, signInKey } from './rate.ts';
import { type Caller, logReading, runCommand } from './write.ts';

export interface Binding {
  db: Db;
  /** The same database by the connections of heavy work; `db` where there are no others. */
  heavyDb?: Db;
  services: Services;
  /** Who is calling, from the bearer token and its companion cookie. */
  identify: (request: FastifyRequest) => Promise<Actor | undefined>;
  /** Holds answers the database made to their contract; too dear for anything but tests. */
  checksMade?: boolean;
}

/** What is opened once for all routes of an application. */
type Bound = Binding & { newcomers: Newcomers };

/** Fixed segments win over `:name` in the router, so a route's address is its signature under /api. */
export function bind(app: FastifyInstance, binding: Bound, load: Load, { route, handler }: Endpoint): void {
  const [method = '', path = ''] = route.signature.split(' ');
  remember(route);

  app.route({
    method,
    url: `/api${path}`,
    config: {
      rateLimit: {
        ...rates[route.rate ?? 'normal'],
        ...(route.rate === 'sign-in' && {
          keyGenerator: signInKey(binding.services.signIn, binding.newcomers),
        }),
      },
      isUpload: route.sends === 'upload',
    },
    ...(route.sends === 'form' && { bodyLimit: FORM_LIMIT }),
    helmet: false, // `apiHeaders` instead
    // Compression gathers before it sends; events must leave at once.
    ...(route.answers === 'events' && { compress: false as const }),
    handler: async (request, reply) => {
      const { actor, scope } = await authorize(binding, route, request);
      const input = parse(route, method, request);
      const upload = route.sends === 'upload' ? await readUpload(request) : undefined;
      const base = {
        actor,
        scope,
        input,
        upload,
        now: binding.services.clock.now(),
        services: binding.services,
        request: { ...infoOf(route, request, reply), reason: reasonIn(route, input) },
        event: eventOf(route, input),
        hasUnique: route.unique?.some((field) => input[field] !== undefined),
      };
      const run = (db: Db, operationId?: number) =>
        handler({ ...base, db, operationId } satisfies Context<Route>);

      // Until its answer is there, or has been streamed: who leaves earlier does not make room for the next request.
      const done = await load.take(route, actor);
      try {
        // Who left while waiting is not served: nothing may be done that nobody asks for any more.
        if (reply.raw.destroyed) throw new Refusal('request.too-many');
        const answer = await carryOut(load.dbFor(route), route, base, run);
        if (answer instanceof Refusal) throw answer;
        return send(binding, route, untilStreamed(answer, done, reply), reply);
      } catch (error) {
        done();
        throw error;
      }
    },
  });
}

/** Calls `done` now, or for a stream at its end. */
function untilStreamed(answer: unknown, done: () => void, reply: FastifyReply): unknown {
  if (!isFile(answer) && !isEvents(answer)) {
    done();
    return answer;
  }
  let hasBegun = false;
  async function* followed<T>(stream: AsyncIterable<T>): AsyncGenerator<T> {
    hasBegun = true;
    try {
      yield* stream;
    } finally {
      done();
    }
  }
  reply.raw.once('close', () => {
    // Events wait for something to happen, and learn only then that nobody listens: a closed tab leaves its place at once.
    if (!hasBegun || isEvents(answer)) done();
  });
  return isFile(answer)
    ? { ...answer, stream: followed(answer.stream) }
    : { ...answer, events: followed(answer.events) };
}

async function carryOut(
  db: Db,
  route: Route,
  caller: Caller,
  run: (db: Db, operationId?: number) => Promise<unknown>,
): Promise<unknown> {
  if (route.event === undefined || route.operation === 'own') return run(db);
  if (route.kind === 'command') return runCommand(db, route, caller, run);

  // A file is streamed long after the handler answered, so a reading is not held inside a transaction. It is logged
  // before the first byte leaves.
  const answer = await run(db);
  if (!isFile(answer)) {
    await logReading(db, caller, route.event);
    return answer;
  }
  const download = await beginDownload(db, caller, route.event);
  return { ...answer, stream: download.follow(answer.stream) };
}

async function authorize(
  { identify }: Binding,
  route: Route,
  request: FastifyRequest,
): Promise<{ actor: Actor | undefined; scope: Scope }> {
  if (route.permission === 'anyone') return { actor: undefined, scope: nobody() };

  const actor = (await identify(request)) ?? refuse('access.signed-out');
  const scope = prove(actor, route.permission);
  if (scope) return { actor, scope };

  const grantedBy = route.permission === 'signed-in' ? [] : rolesWith(route.permission);
  return refuse('access.denied', { why: { rule: route.permission, grantedBy } });
}

const Fields = z.record(z.string(), z.unknown());

function parse(route: Route, method: string, request: FastifyRequest): Record<string, unknown> {
  const sources = [Fields.parse(request.query), bodyOf(route, method, request), Fields.parse(request.params)];
  const given: Record<string, unknown> = Object.assign({}, ...sources);
  const twice = Object.keys(given).filter(
    (name) => sources.filter((source) => Object.hasOwn(source, name)).length > 1,
  );
  // Whoever checks one of the two acts on the other: which one counts is not guessed.
  if (twice.length > 0) {
    throw new Refusal('request.invalid', {
      fields: twice.map((path) => ({ path, key: 'twice', params: {} })),
    });
  }
  const unstorable = unstorableIn(given);
  if (unstorable.length > 0) throw new Refusal('request.invalid', { fields: unstorable });
  // With what was sent, a field of a wrong kind is told from one that is missing.
  const result = route.input.safeParse(given, { reportInput: true });
  const unnamed = unnamedIn(route, given);
  if (result.success && unnamed.length === 0) return result.data;
  throw new Refusal('request.invalid', {
    fields: [...problemsOf(result.error?.issues ?? []), ...unnamed],
  });
}

/** Without a body nothing was sent. A list, a text or a file is no question, not even an empty one. */
function bodyOf(route: Route, method: string, request: FastifyRequest): Record<string, unknown> {
  if (method === 'GET' || route.sends === 'upload') return {};
  if (request.body === undefined && !request.isMultipart()) return {};
  return Fields.safeParse(request.body).data ?? refuse('request.malformed');
}

/**
 * What the contract does not name is told, never left unread: a filter with a misspelt name would find everything. Of a
 * form (the token call) it is ignored, as OAuth wants it (RFC 6749 §3.2). Objects within fields are strict by their
 * schema, where forms and reference read it too.
 */
function unnamedIn({ input, sends }: Route, given: Record<string, unknown>): FieldProblem[] {
  if (sends === 'form' || input.def.catchall !== undefined) return [];
  return Object.keys(given)
    .filter((name) => !Object.hasOwn(input.shape, name))
    .map((name) => unknownAt(name));
}

async function readUpload(request: FastifyRequest): Promise<Upload> {
  const part = request.isMultipart() ? await request.file().catch(brokenForm) : undefined;
  if (!part) return refuse('request.invalid', { fields: [{ path: 'file', key: 'required', params: {} }] });
  if (!isStorable(part.filename)) {
    return refuse('request.invalid', { fields: [{ path: 'file', key: 'characters', params: {} }] });
  }
  return { fileName: part.filename, stream: part.file };
}

/** The parser of forms has plain errors for a form that ends in the middle, and errors with a status for the rest. */
function brokenForm(error: Error): never {
  if ('statusCode' in error) throw error;
  return refuse('request.malformed');
}

const Key = z.uuid();

/** What will stand in the journal. */
function eventOf({ event, eventWith = {} }: Route, input: Record<string, unknown>): string | undefined {
  const given = Object.keys(eventWith).find((field) => input[field] !== undefined);
  return given === undefined ? event : eventWith[given];
}

/** Wherever a command takes a `reason`, it belongs to the operation. */
function reasonIn({ kind }: Route, { reason }: Record<string, unknown>): string | undefined {
  return kind === 'command' && typeof reason === 'string' && reason !== '' ? reason : undefined;
}

function infoOf(route: Route, request: FastifyRequest, reply: FastifyReply): Omit<RequestInfo, 'reason'> {
  const key = Key.safeParse(request.headers['idempotency-key']);
  return {
    correlationId: request.id,
    ip: request.ip,
    key: key.success ? key.data : crypto.randomUUID(),
    signature: route.signature,
    subject: undefined,
    raw: request,
    setHeader: (name, value) => {
      reply.header(name, value);
    },
  };
}

function send({ checksMade = false }: Binding, route: Route, answer: unknown, reply: FastifyReply): unknown {
  reply.header('cache-control', route.cacheable ? 'private, max-age=300' : 'no-store');
  if (isRedirect(answer)) return reply.redirect(answer.redirect);
  if (isEvents(answer)) {
    return (
      reply
        .type('text/event-stream')
        .header('cache-control', 'no-store, no-transform')
        .header('x-accel-buffering', 'no')
        // Kept open for a next request, the connection would outlive the stream and hold up the closing of the portal.
        .header('connection', 'close')
        .send(Readable.from(answer.events))
    );
  }
  if (isFile(answer)) {
    const name = encodeURIComponent(answer.fileName);
    return reply
      .type(answer.type)
      .header('content-disposition', `attachment; filename*=UTF-8''${name}`)
      .send(Readable.from(answer.stream));
  }
  if (isMade(answer)) {
    if (checksMade) mustBeAsPromised(route, answer);
    return reply.type('application/json; charset=utf-8').send(answer.json);
  }
  return reply.send(route.output.parse(answer));
}

function isFile(answer: unknown): answer is FileAnswer {
  return typeof answer === 'object' && answer !== null && 'stream' in answer && 'fileName' in answer;
}

function isEvents(answer: unknown): answer is EventAnswer {
  return (
    typeof answer === 'object' &&
    answer !== null &&
    'events' in answer &&
    Symbol.asyncIterator in Object(answer.events)
  );
}

function isRedirect(answer: unknown): answer is Redirect {
  return typeof answer === 'object' && answer !== null && 'redirect' in answer;
}
