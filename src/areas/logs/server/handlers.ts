import { setTimeout as delay } from 'node:timers/promises';

import { osloDay } from '#kernel/dates.ts';
import { refuse } from '#kernel/errors.ts';
import { limits } from '#kernel/limits.ts';
import { inSpan } from '#kernel/list.ts';
import { ownerRoles } from '#kernel/permissions.ts';
import { type Actor, prove } from '#kernel/scope.ts';
import { judged } from '#kernel/why.ts';
import type { ExportRow } from '#server/export/cells.ts';
import { exportFile } from '#server/export/file.ts';
import { type Context, implement } from '#server/http/endpoint.ts';
import { RepeatedOperation } from '#server/journal/operation.ts';
import { refuseByRules } from '#server/journal/undo/rule.ts';
import { previewUndo, refusalOfUndo, startUndo, type Undoing } from '#server/journal/undo/undo.ts';
import { all } from '#server/list/source.ts';

import type { Value } from '../changes.ts';
import { type AuditEntry, auditList, logs, undoing } from '../contract.ts';
import { listActors, listTargets } from './find.ts';
import { isNotShielded, personOf } from './person.ts';
import { changesSeen, wholeOf } from './seen.ts';
import { sliceOf } from './slice.ts';
import * as store from './store.ts';
import { findUndoable, readPlan } from './undo.ts';
import { watchOperations } from './watch.ts';

const texts = new URL('../web/', import.meta.url);

export const logHandlers = implement(logs, {
  audit: ({ db, scope, input, now }) => store.listAudit(db, scope, inSpan(input), now),

  async auditDownload({ db, scope, input, now }) {
    const rows = store.streamAudit(db, scope, input, now, input.only);
    return exportFile(auditList, { texts }, input, asCells(await rows));
  },

  admin: ({ db, scope, input, now }) => store.listAdmin(db, scope, inSpan(input), now, ownerRoles),
  superadmin: ({ db, scope, input, now }) => store.listAdmin(db, scope, inSpan(input), now, ['superadmin']),
  operations: ({ db, scope, input, now }) => store.listOperations(db, scope, inSpan(input), now),
  async operation({ db, scope: stands, actor, input }) {
    const scope = wholeOf(stands);
    const operation = await store.findOperation(db, scope, input);
    if (!operation || !actor) return refuse('operation.not-found');
    const undoScope = prove(actor, 'operations.undo');
    const undoable = await findUndoable(db, scope, input.id, { actor, undoScope });
    const { undoOf = null, undoneBy = null, why } = undoable ?? {};
    return { ...operation, undoOf, undoneBy, ...judged({ undo: why }) };
  },
  job: async ({ db, scope, input, now }) =>
    (await store.readOperations(db, scope, [input.id], now)).at(0) ?? refuse('operation.not-found'),
  jobStream: async ({ db, scope, services }) => ({
    events: watchOperations(db, scope, services),
  }),
  targets: async ({ db, scope, input }) => ({ Items: await listTargets(db, scope, input.search) }),
  actors: async ({ db, scope, input }) => ({ Items: await listActors(db, scope, input.search) }),
  events: async ({ db, input }) => ({ Items: await store.eventKinds(db, input.search) }),
});

/** Small undoings are done before the answer; the browser follows the others as it follows an import. */
const ANSWER_MS = 5_000;

export const undoHandlers = implement(undoing, {
  async preview(context) {
    const { plan: planned } = await mayUndo(context);
    const { db, scope, input } = context;
    const { id, ...asked } = input;
    const changes = await store.changesSeenOf(db, scope, id);
    if ((await store.changesOf(db, id)) > limits.undoPreviewed) {
      return { counts: null, changes, summary: [], Items: [], TotalItems: 0 };
    }
    const plan = await previewUndo(db, planned, (tx) => readPlan(tx, asked));
    return { ...plan, changes };
  },

  async undo(context) {
    const { db, scope, input, services, request } = context;
    const { actor, plan } = await mayUndo(context);
    if ((await store.changesOf(db, input.id)) <= limits.undoPreviewed) {
      const refusal = await refusalOfUndo(db, plan);
      if (refusal) refuse(refusal);
    }
    try {
      const started = await startUndo(services, plan, {
        route: request.signature,
        actor: { id: actor.userId, name: actor.userName, role: scope.role },
        schoolId: actor.schoolId,
        correlationId: request.correlationId,
        key: request.key,
        ip: request.ip,
        reason: input.reason,
      });
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

async function mayUndo({
  db,
  scope: standing,
  actor,
  now,
  services,
  input,
}: Context<typeof undoing.preview> | Context<typeof undoing.undo>): Promise<{
  actor: Actor;
  plan: Undoing;
}> {
  const { id, school, group } = input;
  const scope = wholeOf(standing);
  const undoable = actor && (await findUndoable(db, scope, id, { actor, undoScope: scope }));
  if (!actor || !undoable) return refuse('operation.not-found');
  if (undoable.why) refuse('access.denied', { why: undoable.why });
  const asker = {
    actor,
    scope,
    isSuperadmin: actor.roles.includes('superadmin'),
    isRequest: undoable.isRequest,
    now,
    today: osloDay(now),
  };
  return {
    actor,
    plan: {
      id,
      seen: all(changesSeen(scope)),
      open: isNotShielded(personOf),
      only: await sliceOf(db, scope, id, { school, group }),
      partOf: group ?? school,
      now,
      refuse: (tx) => refuseByRules(tx, services.undoRules, asker),
    },
  };
}

async function* asCells(blocks: AsyncIterable<readonly AuditEntry[]>): AsyncGenerator<ExportRow[]> {
  for await (const rows of blocks) yield rows.map((row) => cellsOf(row));
}

const cellsOf = ({ target, changes, school, ...row }: AuditEntry): ExportRow => ({
  ...row,
  school: school?.name,
  target: [target?.name, target?.key].filter(Boolean).join(' '),
  changes: changes.flatMap(({ fields }) =>
    fields.map(({ field, from, to }) => `${field}: ${say(from)} → ${say(to)}`),
  ),
});

const say = (value: Value) => (value === null ? '–' : String(value));
