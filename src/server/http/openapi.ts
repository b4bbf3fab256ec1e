/** The API reference as OpenAPI 3.1, made from the contract: nothing about an endpoint is written twice. */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';

import type { Route } from '#kernel/contract.ts';
import { type ErrorCode, errors, Problem } from '#kernel/errors.ts';
import { grants, type Role, roles } from '#kernel/permissions.ts';
import { manifest } from '#server/manifest.ts';

import type { Endpoint } from './endpoint.ts';
import { webFilterPaths, webFilterScheme } from './web-filter-reference.ts';

type Json = Record<string, unknown>;

/** The description holds no data, so anyone may read it; the page that shows it is for those who may. */
export function serveReference(app: FastifyInstance, endpoints: readonly Endpoint[]): void {
  let made: Json | undefined;
  app.get('/api/openapi.json', async (_request, reply) => {
    reply.header('cache-control', 'public, max-age=300');
    return (made ??= openApiOf(endpoints, manifest));
  });
}

function openApiOf(endpoints: readonly Endpoint[], { version }: { version: string }): Json {
  const paths: Record<string, Json> = {};
  for (const { route } of endpoints) {
    const [method = '', path = ''] = route.signature.split(' ');
    const address = `/api${path.replaceAll(/:(\w+)/g, '{$1}')}`;
    paths[address] = { ...paths[address], [method.toLowerCase()]: operationOf(route, method, path) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Vaktmester',
      version,
      description:
        'Every call of the portal. A call that changes something takes an `Idempotency-Key` (a UUID): the same key sent again changes nothing twice and gets the first answer.',
      license: { name: 'EUPL-1.2', identifier: 'EUPL-1.2' },
    },
    servers: [{ url: '/' }],
    paths: { ...paths, ...webFilterPaths() },
    components: {
      schemas: { Problem: schemaOf(Problem, 'output') },
      securitySchemes: {
        pointSignature: webFilterScheme,
        bearer: { type: 'http', scheme: 'bearer', description: 'The access token of `POST /api/token`' },
        antiForgery: {
          type: 'apiKey',
          in: 'header',
          name: 'X-XSRF-TOKEN',
          description: 'The value of the cookie XSRF-TOKEN, on every call that is not GET',
        },
      },
    },
  };
}

function operationOf(route: Route, method: string, path: string): Json {
  const inPath = new Set([...path.matchAll(/:(\w+)/g)].map(([, name]) => name));
  const { properties, required } = inputOf(route);
  const names = Object.keys(properties);
  const inAddress = names.filter((name) => inPath.has(name) || method === 'GET');
  const inBody = names.filter((name) => !inAddress.includes(name));

  return {
    operationId: idOf(method, path),
    tags: [path.split('/')[1] ?? ''],
    summary: route.summary,
    description: describeAccess(route),
    // For the portal's own reference, which says it in the reader's language.
    'x-permission': route.permission,
    ...(route.event !== undefined && { 'x-event': route.event }),
    ...(route.calledBy !== undefined && { 'x-called-by': route.calledBy }),
    security: securityOf(route, method),
    parameters: [
      ...inAddress.map((name) => parameter(name, properties[name], inPath.has(name), required)),
      ...(route.kind === 'command' ? [idempotencyKey] : []),
    ],
    ...(method !== 'GET' && bodyOf(route, inBody, properties, required)),
    responses: responsesOf(route, method),
  };
}

function idOf(method: string, path: string): string {
  const words = path
    .split('/')
    .filter(Boolean)
    .map((part) => (part.startsWith(':') ? `by-${part.slice(1)}` : part));
  return [method.toLowerCase(), ...words].join('-').replaceAll(/[^\w-]/g, '');
}

function describeAccess({ permission, event }: Route): string {
  const logged = event === undefined ? '' : ` Logged as \`${event}\`.`;
  if (permission === 'anyone') return `For anyone.${logged}`;
  if (permission === 'signed-in') return `For anyone who is signed in.${logged}`;
  const who = roles.flatMap((role: Role) => {
    const reach = grants[role][permission];
    return reach ? [`${role} (${reach})`] : [];
  });
  return `Needs \`${permission}\`: ${who.join(', ')}.${logged}`;
}

function securityOf(route: Route, method: string): Json[] {
  const needs: Json = {
    ...(route.permission !== 'anyone' && { bearer: [] }),
    ...(method !== 'GET' && { antiForgery: [] }),
  };
  return Object.keys(needs).length > 0 ? [needs] : [];
}

const idempotencyKey: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  schema: { type: 'string', format: 'uuid' },
};

function parameter(name: string, schema: unknown, isPath: boolean, required: readonly string[]): Json {
  const isList = typeof schema === 'object' && schema !== null && Reflect.get(schema, 'type') === 'array';
  return {
    name,
    in: isPath ? 'path' : 'query',
    required: isPath || required.includes(name),
    schema: schema ?? {},
    // Several values stand in one parameter, with commas between.
    ...(isList && !isPath && { style: 'form', explode: false }),
  };
}

const mediaTypes = { form: 'application/x-www-form-urlencoded', upload: 'multipart/form-data' } as const;

function bodyOf(route: Route, names: readonly string[], properties: Json, required: readonly string[]): Json {
  const fields: Json = Object.fromEntries(names.map((name) => [name, properties[name]]));
  if (route.sends === 'upload')
    fields['file'] = { type: 'string', contentMediaType: 'application/octet-stream' };
  if (Object.keys(fields).length === 0) return {};
  const needed = required.filter((name) => names.includes(name));
  const schema = { type: 'object', properties: fields, ...(needed.length > 0 && { required: needed }) };
  const type = route.sends === undefined ? 'application/json' : mediaTypes[route.sends];
  return { requestBody: { required: true, content: { [type]: { schema } } } };
}

function inputOf({ input }: Route): { properties: Record<string, unknown>; required: string[] } {
  // What a field ends up as tells more than what is taken before it is tidied; what must be sent, the input says.
  const shape = schemaOf(input, 'output');
  const sent = schemaOf(input, 'input');
  const Shape = z.object({ properties: z.record(z.string(), z.unknown()).default({}) });
  const Sent = z.object({ required: z.array(z.string()).default([]) });
  return { ...Shape.parse(shape), ...Sent.parse(sent) };
}

function responsesOf(route: Route, method: string): Json {
  const byStatus = Map.groupBy(codesOf(route, method), (code) => errors[code].status);
  const problems = [...byStatus].map(([status, codes]) => [
    String(status),
    {
      description: codes.map((code) => `\`${code}\``).join(', '),
      content: {
        'application/problem+json': {
          schema: {
            allOf: [{ $ref: '#/components/schemas/Problem' }, { properties: { code: { enum: codes } } }],
          },
        },
      },
    },
  ]);
  return { 200: success(route), ...Object.fromEntries(problems) };
}

function success(route: Route): Json {
  if (route.answers === 'file') {
    return {
      description: 'The file',
      content: { 'application/octet-stream': { schema: { type: 'string' } } },
    };
  }
  if (route.answers === 'events') {
    return {
      description: 'Events until the caller leaves',
      content: { 'text/event-stream': { schema: { type: 'string' } } },
    };
  }
  return {
    description: 'Done',
    content: { 'application/json': { schema: schemaOf(route.output, 'output') } },
  };
}

/** What a route may answer by its own word, and what any such call may. */
function codesOf(route: Route, method: string): ErrorCode[] {
  const codes: ErrorCode[] = [
    ...(route.errors ?? []),
    'request.invalid',
    'request.too-many',
    'server.failed',
    'server.database-lost',
  ];
  if (route.permission !== 'anyone') codes.push('access.signed-out');
  if (route.permission !== 'anyone' && route.permission !== 'signed-in') codes.push('access.denied');
  if (method !== 'GET') codes.push('request.forged', 'request.malformed');
  if (route.kind === 'command') codes.push('request.repeated');
  return [...new Set(codes)];
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    target: 'draft-2020-12',
  });
  return json;
}
