import { setTimeout as delay } from 'node:timers/promises';

import { refuse } from '#kernel/errors.ts';
import { limits } from '#kernel/limits.ts';
import { inSpan } from '#kernel/list.ts';
import { ownerRoles } from '#kernel/permissions.ts';
import { type Actor, prove } from '#kernel/scope.ts';
import { judged } from '#kernel/why.ts';
import { exportFile } from '#server/export/file.ts';
import { type Context, implement } from '#server/http/endpoint.ts';
import { RepeatedOperation } from '#server/journal/operation.ts';
import { previewUndo, startUndo } from '#server/journal/undo/undo.ts';
import { plainRows } from '#server/list/rows.ts';
import { all } from '#server/list/source.ts';

import { type AuditEntry, auditList, logs, undoing, type Value } from '../contract.ts';
import { changesSeen } from './seen.ts';
import * as store from './store.ts';
import { findUndoable, readPlan } from './undo.ts';
import { watchOperations } from './watch.ts';

const texts = new URL('../web/', import.meta.url);

export const logHandlers = implement(logs, {
  audit: ({ db, scope, input, now }) => store.listAudit(db, scope, inSpan(input), now),

  async auditDownload({ db, scope, input, now }) {
    const rows = store.streamAudit(db, scope, input, now, input.only);
    return exportFile(auditList, { texts }, input, plainRows(asCells(rows)));
  },

  admin: ({ db, scope, input, now }) => store.listAdmin(db, scope, inSpan(input), now, ownerRoles),
  superadmin: ({ db, scope, input, now }) => store.listAdmin(db, scope, inSpan(input), now, ['superadmin']),
  operations: ({ db, scope, input, now }) => store.listOperations(db, scope, inSpan(input), now),
  async operation({ db, scope, actor, input }) {
    const operation = await store.findOperation(db, scope, input);
    if (!operation || !actor) return refuse('operation.not-found');
    const undoScope = prove(actor, 'operations.undo');
    const undoable = await findUndoable(db, scope, input.id, { actor, undoScope });
    const { undoOf = null, undoneBy = null, why } = undoable ?? {};
    return { ...operation, undoOf, undoneBy, ...judged({ undo: why }) };
  },
  job: async ({ db, scope, input }) =>
    (await store.readOperations(db, scope, [input.id])).at(0) ?? refuse('operation.not-found'),
  jobStream: async ({ db, scope, services }) => ({ events: watchOperations(db, scope, services.live) }),
  events: async ({ db, input }) => ({ Items: await store.eventKinds(db, input.search) }),
});

/** Small undoings are done before the answer; the browser follows the others as it follows an import. */
const ANSWER_MS = 5_000;

export const undoHandlers = implement(undoing, {
  async preview(context) {
    await mayUndo(context, context.input.id);
    const { db, scope, input, now } = context;
    const { id, ...asked } = input;
    const changes = await store.changesOf(db, id);
    if (changes > limits.undoPreviewed) return { counts: null, changes, Items: [], TotalItems: 0 };
    const plan = await previewUndo(db, { id, seen: all(changesSeen(scope)), now }, (tx) =>
      readPlan(tx, asked),
    );
    return { ...plan, changes };
  },

  async undo(context) {
    const { db, scope, input, now, services, request } = context;
    const actor = await mayUndo(context, input.id);
    try {
      const started = await startUndo(
        services,
        { id: input.id, seen: all(changesSeen(scope)), now },
        {
          route: request.signature,
          actor: { id: actor.userId, name: actor.userName, role: scope.role },
          schoolId: actor.schoolId,
          correlationId: request.correlationId,
          key: request.key,
          ip: request.ip,
          reason: input.reason,
        },
      );
      const counts = await Promise.race([started.done, delay(ANSWER_MS, undefined, { ref: false })]);
      return { operationId: started.operationId, counts: counts ?? null };
    } catch (error) {
      if (!(error instanceof RepeatedOperation)) throw error;
      const { id, actorId, route } = error.earlier;
      if (actorId !== actor.userId || route !== request.signature) return refuse('request.repeated');
      return { operationId: id, counts: await store.countsOfUndoing(db, id) };
    }
  },
});

async function mayUndo(
  { db, scope, actor }: Pick<Context<typeof undoing.preview>, 'db' | 'scope' | 'actor'>,
  id: number,
): Promise<Actor> {
  const undoable = actor && (await findUndoable(db, scope, id, { actor, undoScope: scope }));
  if (!actor || !undoable) return refuse('operation.not-found');
  if (undoable.why) refuse('access.denied', { why: undoable.why });
  return actor;
}

async function* asCells(rows: AsyncIterable<AuditEntry>): AsyncGenerator<object> {
  for await (const { target, changes, school, ...row } of rows) {
    yield {
      ...row,
      school: school?.name,
      target: [target?.name, target?.key].filter(Boolean).join(' '),
      changes: changes.flatMap(({ fields }) =>
        fields.map(({ field, from, to }) => `${field}: ${say(from)} → ${say(to)}`),
      ),
    };
  }
}

const say = (value: Value) => (value === null ? '–' : String(value));
