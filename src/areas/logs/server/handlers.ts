import { refuse } from '#kernel/errors.ts';
import { exportFile } from '#server/export/file.ts';
import { implement } from '#server/http/endpoint.ts';
import { plainRows } from '#server/list/rows.ts';

import { type AuditEntry, auditList, logs, type Value } from '../contract.ts';
import * as store from './store.ts';
import { watchOperations } from './watch.ts';

const texts = new URL('../web/', import.meta.url);

export const logHandlers = implement(logs, {
  audit: ({ db, scope, input, now }) => store.listAudit(db, scope, input, now),

  async auditDownload({ db, scope, input, now }) {
    const rows = store.streamAudit(db, scope, input, now, input.only);
    return exportFile(auditList, { texts }, input, plainRows(asCells(rows)));
  },

  admin: ({ db, scope, input, now }) => store.listAdmin(db, scope, input, now),
  operations: ({ db, scope, input, now }) => store.listOperations(db, scope, input, now),
  operation: async ({ db, scope, input }) =>
    (await store.findOperation(db, scope, input)) ?? refuse('operation.not-found'),
  job: async ({ db, scope, input }) =>
    (await store.readOperations(db, scope, [input.id])).at(0) ?? refuse('operation.not-found'),
  jobStream: async ({ db, scope, services }) => ({ events: watchOperations(db, scope, services.live) }),
  events: async ({ db, input }) => ({ Items: await store.eventKinds(db, input.search) }),
});

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
