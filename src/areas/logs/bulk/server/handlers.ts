import { refuse } from '#kernel/errors.ts';
import { startAct } from '#server/bulk/start.ts';
import type { ExportRow } from '#server/export/cells.ts';
import { exportFile } from '#server/export/file.ts';
import { implement } from '#server/http/endpoint.ts';

import { bulk, type BulkRow, bulkRowList } from '../contract.ts';
import * as store from './store.ts';
import { reasonsIn } from './words.ts';

const texts = new URL('../web/', import.meta.url);

export const bulkHandlers = implement(bulk, {
  async rows({ db, scope, now, input: { operationId, ...question } }) {
    const refused = (await store.countRefused(db, scope, operationId, now)) ?? refuse('bulk.not-found');
    return { ...(await store.listOutcomes(db, scope, operationId, question, now)), refused };
  },

  async download({ db, scope, now, input: { operationId, ...asked } }) {
    if ((await store.countRefused(db, scope, operationId, now)) === undefined) refuse('bulk.not-found');
    const rows = await store.streamOutcomes(db, scope, operationId, asked, now, asked.only);
    const say = await reasonsIn(asked.language);
    return exportFile(bulkRowList, { texts }, asked, asCells(rows, say));
  },

  async retry(context) {
    const { db, scope, now, input } = context;
    const { operationId: retryOf } = input;
    const found = (await store.findAct(db, scope, retryOf, now)) ?? refuse('bulk.not-found');
    if ((await store.countRefused(db, scope, retryOf, now)) === 0) refuse('bulk.nothing-to-retry');
    return startAct(context, found.act, store.refusedRows(scope, retryOf), { input: found.input, retryOf });
  },
});

async function* asCells(
  blocks: AsyncIterable<readonly BulkRow[]>,
  say: Awaited<ReturnType<typeof reasonsIn>>,
): AsyncGenerator<ExportRow[]> {
  const cells = ({ code, params, ...row }: BulkRow): ExportRow => ({
    ...row,
    reason: code === null ? '' : say(code, params ?? {}),
  });
  for await (const rows of blocks) yield rows.map((row) => cells(row));
}
