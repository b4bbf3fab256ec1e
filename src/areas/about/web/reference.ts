/** The API's description as it is drawn: calls by area, each with who may, what goes in and out, and what can fail. */
import { z } from 'zod';

import { type OutsideCaller, outsideCallers, query } from '#kernel/contract.ts';
import { grants, permissions, type Reach, type Role, roles } from '#kernel/permissions.ts';

import { type Field, fieldsOf, typeOf } from './fields.ts';

const Schema = z.record(z.string(), z.unknown());

const Operation = z.object({
  operationId: z.string(),
  tags: z.array(z.string()),
  summary: z.string(),
  'x-permission': z.string(),
  'x-event': z.string().optional(),
  'x-called-by': z.enum(outsideCallers).optional().catch(undefined),
  parameters: z
    .array(z.object({ name: z.string(), in: z.string(), required: z.boolean(), schema: Schema }))
    .default([]),
  requestBody: z.object({ content: z.record(z.string(), z.object({ schema: Schema })) }).optional(),
  responses: z.record(
    z.string(),
    z.object({ content: z.record(z.string(), z.object({ schema: Schema })).default({}) }),
  ),
});

const Description = z.object({ paths: z.record(z.string(), z.record(z.string(), Operation)) });

/** Served beside the contract it is made from, so it is no row of it. */
export const descriptionRoute = query('GET /openapi.json', {
  summary: 'The API as OpenAPI 3.1',
  permission: 'anyone',
  input: z.object({}),
  output: z.unknown(),
});

export interface ApiCall {
  id: string;
  area: string;
  method: string;
  path: string;
  summary: string;
  permission: string;
  /** Roles that hold the permission, with how far it reaches for each. */
  roles: readonly { role: Role; reach: Reach }[];
  event: string | undefined;
  /** Who calls it, where no screen does. */
  calledBy: OutsideCaller | undefined;
  input: readonly Field[];
  output:
    | { kind: 'fields'; fields: readonly Field[] }
    | { kind: 'value'; type: string }
    | { kind: 'file' | 'events' };
  errors: readonly { status: string; codes: readonly string[] }[];
  /** In lower case, for the search. */
  text: string;
}

export function callsOf(description: unknown): ApiCall[] {
  const { paths } = Description.parse(description);
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => callOf(method.toUpperCase(), path, operation)),
  );
}

function callOf(method: string, path: string, operation: z.output<typeof Operation>): ApiCall {
  const { operationId: id, summary, parameters, requestBody, responses } = operation;
  const permission = operation['x-permission'];
  const event = operation['x-event'];
  const [body] = Object.values(requestBody?.content ?? {});
  const given = parameters.map(({ name, in: place, required, schema }) => ({
    name,
    type: typeOf(schema),
    isRequired: required,
    place,
    depth: 0,
  }));
  return {
    id,
    area: operation.tags[0] ?? '',
    method,
    path,
    summary,
    permission,
    roles: rolesWith(permission),
    event,
    calledBy: operation['x-called-by'],
    input: [...given, ...(body ? fieldsOf(body.schema) : [])],
    output: outputOf(responses['200']?.content ?? {}),
    errors: Object.entries(responses)
      .filter(([status]) => status !== '200')
      .map(([status, { content }]) => ({ status, codes: codesIn(Object.values(content)[0]?.schema) })),
    text: [method, path, summary, permission, event, operation.tags[0]].join(' ').toLowerCase(),
  };
}

function rolesWith(wanted: string): { role: Role; reach: Reach }[] {
  const permission = permissions.find((one) => one === wanted);
  if (!permission) return [];
  return roles.flatMap((role) => {
    const reach = grants[role][permission];
    return reach ? [{ role, reach }] : [];
  });
}

function outputOf(content: Readonly<Record<string, { schema: z.output<typeof Schema> }>>): ApiCall['output'] {
  if (content['text/event-stream']) return { kind: 'events' };
  const json = content['application/json'];
  if (!json) return { kind: 'file' };
  const fields = fieldsOf(json.schema);
  return fields.length > 0 ? { kind: 'fields', fields } : { kind: 'value', type: typeOf(json.schema) };
}

/** A failure's schema is the common one with the codes this call may answer. */
function codesIn(schema: unknown): string[] {
  const Codes = z.object({
    allOf: z.array(
      z.object({ properties: z.object({ code: z.object({ enum: z.array(z.string()) }) }).optional() }),
    ),
  });
  const { data } = Codes.safeParse(schema);
  return data?.allOf.flatMap(({ properties }) => properties?.code.enum ?? []) ?? [];
}
