/** Ties a contract's routes to their handlers. */
import type { FastifyRequest } from 'fastify';

import type { Answer, Contract, Input, Route } from '#kernel/contract.ts';
import type { Refusal } from '#kernel/errors.ts';
import type { Actor, Scope } from '#kernel/scope.ts';
import type { Db } from '#server/db.ts';
import type { Services } from '#server/services.ts';

import type { Made } from './made.ts';

/** The row an operation is about, where no change says so: whose number was shown, whose card was opened. */
export interface Subject {
  table: 'users' | 'groups';
  id: number;
}

/** What the portal knows about a request besides its input. */
export interface RequestInfo {
  correlationId: string;
  ip: string;
  /** The caller's own key for a write; a repeat with the same key changes nothing twice. */
  key: string;
  signature: string;
  /** Set by the handler; logged with the operation. */
  subject: Subject | undefined;
  /** The caller's own words for why, where the input has a `reason`; logged with the operation. */
  reason: string | undefined;
  raw: FastifyRequest;
  /** Sends a cookie with the answer. */
  setHeader: (name: string, value: string) => void;
}

export interface Upload {
  fileName: string;
  /** Ends with an error when the sender breaks off. */
  stream: AsyncIterable<Uint8Array>;
}

export interface Context<R extends Route> {
  /** Inside a command: the transaction of its operation. */
  db: Db;
  /** Undefined only for routes that anyone may call. */
  actor: Actor | undefined;
  scope: Scope;
  input: Input<R>;
  /** The portal's clock at the start of the request. */
  now: Date;
  request: RequestInfo;
  upload: Upload | undefined;
  /** The operation a command's changes are written under. */
  operationId: number | undefined;
  services: Services;
}

/** The answer of a route with `answers: 'file'`. */
export interface FileAnswer {
  fileName: string;
  type: string;
  stream: AsyncIterable<Uint8Array | string>;
}

/** The answer of a route with `answers: 'events'`: one text per event, in the form of server-sent events. */
export interface EventAnswer {
  events: AsyncIterable<string>;
}

/** The answer that sends the browser on to another address. */
export interface Redirect {
  redirect: string;
}

type Result<R extends Route> = R extends { answers: 'file' }
  ? FileAnswer
  : Answer<R> | Made<Answer<R>> | FileAnswer | EventAnswer | Redirect | Refusal;
export type Handler<R extends Route> = (context: Context<R>) => Promise<Result<R>>;
type Handlers<C extends Contract> = { [Name in keyof C]: Handler<C[Name]> };

export interface Endpoint {
  route: Route;
  handler: Handler<Route>;
}

/** A missing or mistyped handler does not compile. */
export function implement<C extends Contract>(contract: C, handlers: Handlers<C>): Endpoint[] {
  return Object.entries(contract).map(([name, route]) => ({
    route,
    // oxlint-disable-next-line no-unsafe-type-assertion -- `Handlers<C>` has already paired them
    handler: handlers[name] as Handler<Route>,
  }));
}
