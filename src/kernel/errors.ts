/**
 * The error catalogue: every way a request can fail and its HTTP status. The reader's text is looked up by
 * code in the browser's language (`src/web/errors.<language>.json`), never sent by the server.
 */
import { z } from 'zod';

import { keysOf } from './keys.ts';

export const errors = {
  'request.invalid': { status: 422 },
  'request.malformed': { status: 400 },
  'request.not-found': { status: 404 },
  'request.too-large': { status: 413 },
  'request.too-many': { status: 429 },
  'request.too-slow': { status: 408 },
  'probing.too-many': { status: 429 },
  'request.forged': { status: 403 },
  'request.repeated': { status: 409 },
  'access.signed-out': { status: 401 },
  'access.denied': { status: 403 },
  'server.failed': { status: 500 },
  'server.database-lost': { status: 503 },
  'server.stopping': { status: 503 },
  'server.too-slow': { status: 503 },
  'setup.closed': { status: 409 },
  'setup.code-wrong': { status: 422 },
  'setup.database-unfit': { status: 409 },
  'setup.no-restart': { status: 409 },
  'connections.from-environment': { status: 409 },
  'connections.secret-needed': { status: 422 },
  'sign-in.refused': { status: 400 },
  'sign-in.locked': { status: 400 },
  'sign-in.must-change': { status: 400 },
  'sign-in.otp-needed': { status: 400 },
  'sign-in.otp-wrong': { status: 400 },
  'sign-in.code-invalid': { status: 400 },
  'sign-in.refresh-invalid': { status: 400 },
  'sign-in.school-invalid': { status: 403 },
  'sign-in.federation-failed': { status: 502 },
  'session.not-found': { status: 404 },
  'second-factor.not-possible': { status: 409 },
  'second-factor.is-set-up': { status: 409 },
  'second-factor.not-set-up': { status: 409 },
  'second-factor.expired': { status: 409 },
  'portal-account.not-found': { status: 404 },
  'portal-account.own': { status: 409 },
  'portal-account.closed': { status: 409 },
  'portal-account.reads-people': { status: 403 },
  'health.check-running': { status: 409 },
  'user.not-found': { status: 404 },
  'user.email-taken': { status: 409 },
  'user.name-taken': { status: 409 },
  'user.admin-account': { status: 403 },
  'user.own-account': { status: 409 },
  'user.other-school': { status: 403 },
  'user.closed-by-owner': { status: 403 },
  'place.none': { status: 404 },
  'place.ended': { status: 409 },
  'place.not-ended': { status: 409 },
  'user.guest': { status: 403 },
  'user.field-owned-by-source': { status: 409 },
  'user.expired': { status: 409 },
  'user.not-expired': { status: 409 },
  'user.already-there': { status: 409 },
  'user.lasts-longer': { status: 409 },
  'password.refused': { status: 422 },
  'password.own': { status: 409 },
  'password.admin-account': { status: 403 },
  'password.too-many': { status: 422 },
  'password.protected-among': { status: 409 },
  'school.not-found': { status: 404 },
  'school-change.not-found': { status: 404 },
  'school-code.exists': { status: 409 },
  'bulk.not-found': { status: 404 },
  'bulk.nothing-to-retry': { status: 409 },
  'row.stale': { status: 409 },
  'school-access.not-found': { status: 404 },
  'school-access.no-school': { status: 422 },
  'school-access.temporary-exists': { status: 409 },
  'school-access.block-exists': { status: 409 },
  'school-access.already-here': { status: 409 },
  'school-access.not-here': { status: 409 },
  'school-access.self': { status: 409 },
  'school-access.not-yours': { status: 403 },
  'school-access.over': { status: 409 },
  'school-access.lasts-longer': { status: 409 },
  'school-access.too-long': { status: 409 },
  'deactivation.not-found': { status: 404 },
  'deactivation.not-planned': { status: 409 },
  'deactivation.self': { status: 409 },
  'deactivation.superadmin': { status: 403 },
  'deactivation.not-deactivated': { status: 409 },
  'number-change.not-found': { status: 404 },
  'number-change.closed': { status: 423 },
  'number-change.exists': { status: 409 },
  'number-change.not-the-number': { status: 409 },
  'number-change.in-use': { status: 409 },
  'number-change.done': { status: 409 },
  'number-duplicate.not-found': { status: 404 },
  'group.not-found': { status: 404 },
  'group.name-taken': { status: 409 },
  'group.email-taken': { status: 409 },
  'group.owned-by-import': { status: 409 },
  'group.owner-only': { status: 403 },
  'group.archived': { status: 409 },
  'group.loop': { status: 409 },
  'group.member-not-found': { status: 404 },
  'group.own-teacher': { status: 409 },
  'group.delete-prevented': { status: 409 },
  'group.has-team': { status: 409 },
  'group.not-deleted': { status: 409 },
  'operation.not-found': { status: 404 },
  'view.not-found': { status: 404 },
  'view.name-taken': { status: 409 },
  'import.not-found': { status: 404 },
  'import.running': { status: 423 },
  'import.file-empty': { status: 422 },
  'import.file-wrong': { status: 422 },
  'import.file-broken': { status: 422 },
  'import.interrupted': { status: 422 },
  'import.slice-not-open': { status: 409 },
  'identity.not-found': { status: 404 },
  'identity.number-taken': { status: 409 },
  'data-source.not-found': { status: 404 },
  'data-source.name-taken': { status: 409 },
  'data-source.no-folder': { status: 409 },
  'data-source.no-file': { status: 409 },
  'data-source.unreachable': { status: 409 },
  'superadmin.not-found': { status: 404 },
  'superadmin.exists': { status: 409 },
  'superadmin.not-employee': { status: 409 },
  'superadmin.self': { status: 409 },
  'superadmin.last': { status: 409 },
  'clock.not-demo': { status: 409 },
  'school.not-chosen': { status: 422 },
  'internet-lock.not-found': { status: 404 },
  'internet-lock.collision': { status: 409 },
  'internet-lock.finished': { status: 409 },
  'internet-lock.begun': { status: 409 },
  'internet-lock.not-yours': { status: 403 },
  'internet-lock.exam': { status: 403 },
  'internet-lock.not-under': { status: 409 },
  'lock-template.not-found': { status: 404 },
  'point.not-found': { status: 404 },
  'point.name-taken': { status: 409 },
  'point.simulated': { status: 409 },
  'domain-package.not-found': { status: 404 },
  'domain-package.name-taken': { status: 409 },
  'domain-package.in-use': { status: 409 },
  'exam-resource.name-taken': { status: 409 },
  'exam-group.not-found': { status: 404 },
  'exam-group.over': { status: 409 },
  'exam-group.locked': { status: 409 },
  'exam-group.passwords-gone': { status: 410 },
  'exam-candidate.not-found': { status: 404 },
  'directory.none': { status: 409 },
  'directory.not-simulated': { status: 409 },
} as const satisfies Record<string, { status: number }>;

export type ErrorCode = keyof typeof errors;

export const errorCodes: readonly ErrorCode[] = keysOf(errors);

/** One thing wrong with one field: `key` is a message of the form catalogue (specification §5), with its numbers. */
export const FieldProblem = z.object({
  path: z.string(),
  key: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])).default({}),
});
export type FieldProblem = z.infer<typeof FieldProblem>;

export type Params = Record<string, string | number>;

/**
 * The body of a refusal: problem+json (RFC 9457) with what the browser needs to say it in its own language. The code is
 * the key of the message; what is wrong with fields is a list, for one field may be wrong in several ways, in order.
 */
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
