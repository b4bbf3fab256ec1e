/**
 * The contract is the one place where an endpoint is described. The server refuses to start with an endpoint it
 * does not implement, the web can only call what is written here, and OpenAPI, the authorization matrix and the
 * rate limits are derived from it.
 */
import type { z } from 'zod';

import type { ErrorCode } from './errors.ts';
import type { Requirement } from './permissions.ts';

export type Signature = `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`;

/** How often one caller may use an endpoint; the numbers stand in `server/http/rate.ts`. */
export type RateClass = 'normal' | 'search' | 'export' | 'sign-in';

/**
 * `sign-in`: the browser on its way in or out, before or after any screen. `portal`: the portal itself. `integration`: other
 * systems and scripts of the owner, with a person's token; the API reference tells them of it.
 */
export const outsideCallers = ['sign-in', 'portal', 'integration'] as const;
export type OutsideCaller = (typeof outsideCallers)[number];

interface Shape<In extends z.ZodObject, Out extends z.ZodType> {
  /** One sentence for the API reference. */
  summary: string;
  permission: Requirement;
  input: In;
  output: Out;
  /** The catalogue entries this endpoint can answer with, besides the ones every endpoint can. */
  errors?: readonly ErrorCode[];
  rate?: RateClass;
  /**
   * `heavy`: its cost grows with the owner (files, undo, acts on many). It runs on the connections of heavy work, a few
   * at a time for each person (`server/http/load.ts`). Whatever counts as `export` is heavy too.
   */
  load?: 'heavy';
  /** A code list without person data, which the browser may keep; everything else is `no-store`. */
  cacheable?: true;
  /** The answer is not JSON: a file, streamed; or server-sent events, until the caller leaves. */
  answers?: 'file' | 'events';
  /** The answer holds a secret, so it is never kept to answer a repeated request. */
  secret?: true;
  /**
   * Fields whose value nobody else may have, at whatever school: that one is taken tells that somebody has it. With one
   * of them given, such refusals are logged and count against the caller's budget (`server/probing.ts`).
   */
  unique?: readonly string[];
  /** Who calls it, where no screen does: see `outsideCallers`. */
  calledBy?: OutsideCaller;
  /** How the request is sent; JSON unless it says otherwise. `upload`: one file, streamed. */
  sends?: 'form' | 'upload';
}

export interface Route<In extends z.ZodObject = z.ZodObject, Out extends z.ZodType = z.ZodType> extends Shape<
  In,
  Out
> {
  signature: Signature;
  kind: 'query' | 'command';
  /** The event a command leaves in the journal, and a query whose reading is logged. */
  event?: string;
  /** Another event where the input has this field: an endpoint that does one of two things says which. */
  eventWith?: Readonly<Record<string, string>>;
  /**
   * `own`: the handler opens its operations itself (sign-in, long operations); otherwise a command runs in one
   * transaction with its operation.
   */
  operation?: 'own';
}

type ParamNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** Every `:name` in the path must be a field of the input, so a path cannot outgrow its schema. */
type PathFields<S extends Signature, In extends z.ZodObject> =
  ParamNames<S> extends keyof z.output<In> ? unknown : { input: `The path names fields the input lacks` };

/** Reads. May be sent with POST when the question is too long for an address. `event`: the reading is logged. */
export function query<S extends Signature, In extends z.ZodObject, Out extends z.ZodType>(
  signature: S,
  shape: Shape<In, Out> & { event?: string } & PathFields<S, In>,
): Route<In, Out> {
  return { signature, kind: 'query', ...shape };
}

/** Changes something, and always says what in the journal. */
export function command<S extends Signature, In extends z.ZodObject, Out extends z.ZodType>(
  signature: S,
  shape: Shape<In, Out> & {
    event: string;
    eventWith?: Readonly<Record<string, string>>;
    operation?: 'own';
  } & PathFields<S, In>,
): Route<In, Out> {
  return { signature, kind: 'command', ...shape };
}

export type Contract = Record<string, Route>;
export type Input<R extends Route> = z.output<R['input']>;
/** What a caller writes: fields with defaults may be left out. */
export type Call<R extends Route> = z.input<R['input']>;
/** What a caller reads. */
export type Output<R extends Route> = z.output<R['output']>;
/** What a handler answers with: dates may still be `Date`. */
export type Answer<R extends Route> = z.input<R['output']>;
