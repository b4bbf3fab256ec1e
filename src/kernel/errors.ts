/**
 * The error catalogue: every way a request can fail and its HTTP status. The reader's text is looked up by
 * code in the browser's language (`src/web/errors.<language>.json`), never sent by the server.
 */
import { z } from 'zod';

export const errors = {
  'request.invalid': { status: 422 },
  'request.malformed': { status: 400 },
  'request.not-found': { status: 404 },
  'request.too-large': { status: 413 },
  'request.too-many': { status: 429 },
  'request.forged': { status: 403 },
  'request.repeated': { status: 409 },
  'access.signed-out': { status: 401 },
  'access.denied': { status: 403 },
  'server.failed': { status: 500 },
  'server.database-lost': { status: 503 },
  'server.stopping': { status: 503 },
  'sign-in.refused': { status: 400 },
  'sign-in.locked': { status: 400 },
  'sign-in.code-invalid': { status: 400 },
  'sign-in.refresh-invalid': { status: 400 },
  'sign-in.school-invalid': { status: 403 },
  'sign-in.federation-failed': { status: 502 },
  'session.not-found': { status: 404 },
  'user.not-found': { status: 404 },
  'user.email-taken': { status: 409 },
  'user.field-owned-by-source': { status: 409 },
  'row.stale': { status: 409 },
  'group.not-found': { status: 404 },
  'operation.not-found': { status: 404 },
  'view.not-found': { status: 404 },
  'view.name-taken': { status: 409 },
  'import.not-found': { status: 404 },
  'import.running': { status: 423 },
  'import.file-empty': { status: 422 },
  'import.file-wrong': { status: 422 },
  'import.file-broken': { status: 422 },
  'import.interrupted': { status: 422 },
  'clock.not-demo': { status: 409 },
} as const satisfies Record<string, { status: number }>;

export type ErrorCode = keyof typeof errors;

// oxlint-disable-next-line no-unsafe-type-assertion -- `Object.keys` forgets its keys
export const errorCodes = Object.keys(errors) as [ErrorCode, ...ErrorCode[]];

/** One thing wrong with one field: `key` is a message of the form catalogue (specification §5), with its numbers. */
export const FieldProblem = z.object({
  path: z.string(),
  key: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])).default({}),
});
export type FieldProblem = z.infer<typeof FieldProblem>;

export type Params = Record<string, string | number>;

/** The body of a refusal: problem+json (RFC 9457) with what the browser needs to say it in its own language. */
export const Problem = z.object({
  status: z.number().default(500),
  code: z.enum(errorCodes).catch('server.failed'),
  params: z.record(z.string(), z.union([z.string(), z.number()])).default({}),
  fields: z.array(FieldProblem).default([]),
  /** The rule that decided and the roles that could grant it, when access was refused. */
  why: z.object({ rule: z.string(), grantedBy: z.array(z.string()) }).optional(),
  traceId: z.string().default(''),
});
export type Problem = z.infer<typeof Problem>;

interface Details {
  fields?: readonly FieldProblem[];
  params?: Params;
  why?: { rule: string; grantedBy: string[] };
}

/** A refusal from the catalogue. Thrown by handlers, sent as problem+json, caught by the web. */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly details: Details;

  constructor(code: ErrorCode, details: Details = {}) {
    super(code);
    this.name = 'Refusal';
    this.code = code;
    this.details = details;
  }
}

export function refuse(code: ErrorCode, details: Details = {}): never {
  throw new Refusal(code, details);
}

/** A refusal that points at one field of the form. */
export function refuseField(code: ErrorCode, path: string, key: string, params: Params = {}): never {
  throw new Refusal(code, { fields: [{ path, key, params }] });
}
