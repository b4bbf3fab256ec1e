/** What can be done to many rows at once. An area defines its acts; the shell gathers them (`server/areas.ts`). */
import type { z } from 'zod';

import type { Permission } from '#kernel/permissions.ts';
import type { Actor, Scope } from '#kernel/scope.ts';
import type { Db } from '#server/db.ts';

export interface BulkContext<Input> {
  /** The transaction of a handful of rows; a savepoint stands before each. */
  tx: Db;
  actor: Actor;
  /** Proven anew each time the work is taken up: a right that was taken meanwhile ends it. */
  scope: Scope;
  now: Date;
  input: Input;
}

interface Definition<Input extends z.ZodObject> {
  /** As it is stored with the work that is left to do. */
  name: string;
  /** The event of the operation. */
  event: string;
  permission: Permission;
  input: Input;
  /** To one row. A refusal is the row's own outcome; the others go on. */
  run: (context: BulkContext<z.output<Input>>, key: string) => Promise<void>;
}

export type BulkAct = Omit<Definition<z.ZodObject>, 'run'> & {
  run: (context: BulkContext<unknown>, key: string) => Promise<void>;
};

export function defineAct<Input extends z.ZodObject>({ run, ...act }: Definition<Input>): BulkAct {
  return {
    ...act,
    run: (context, key) => run({ ...context, input: act.input.parse(context.input) }, key),
  };
}
