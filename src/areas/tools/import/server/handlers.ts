import { SourceFailure } from '#connectors/source/port.ts';
import { osloDay } from '#kernel/dates.ts';
import { refuse, refuseField } from '#kernel/errors.ts';
import { onEach } from '#server/bulk/each.ts';
import { exportFile } from '#server/export/file.ts';
import { type Context, implement } from '#server/http/endpoint.ts';
import { knownFeeds, readMappings } from '#server/import/csv-mappings.ts';
import { knownSchools } from '#server/import/known-schools.ts';
import { previewOf } from '#server/import/preview.ts';
import type { Failure } from '#server/import/record.ts';
import { refusalOf } from '#server/import/refusal.ts';
import { startImport } from '#server/import/run.ts';

import { type ImportRun, importProblemList, imports } from '../contract.ts';
import { decideSlice, readReport, schoolsLike, withdrawDecision } from './decision-store.ts';
import * as store from './store.ts';

const texts = new URL('../web/', import.meta.url);

export const importHandlers = implement(imports, {
  async preview({ input, upload, services: { pool } }) {
    if (!upload) return refuse('request.invalid');
    try {
      const preview = await previewOf(upload.stream, {
        fileName: upload.fileName,
        remembered: await readMappings(pool),
        knownSchools: (feed) => knownSchools(pool, feed),
        chosen: input.mapping,
      });
      return { ...preview, feeds: preview.format === 'csv' ? await knownFeeds(pool) : [] };
    } catch (error) {
      if (!(error instanceof SourceFailure)) throw error;
      return refuse(refusalOf(error), { params: paramsOf(error) });
    }
  },

  /** Answers when the file is here: its sender may go, and what is wrong with the file as a whole is known. */
  async run({ actor, scope, input, upload, services, request }) {
    if (!actor || !upload) return refuse('request.invalid');
    const { runId, read } = await startImport(services, {
      fileName: upload.fileName,
      bytes: upload.stream,
      // The form around the file adds a few hundred bytes.
      size: Number(request.raw.headers['content-length']) || undefined,
      via: 'upload',
      by: { id: actor.userId, name: actor.userName, ...(scope.role && { role: scope.role }) },
      correlationId: request.correlationId,
      ...input,
    });
    const failure = await read;
    if (failure) refuse(refusalOf(failure), { params: { runId, ...paramsOf(failure) } });
    return { runId };
  },

  runs: ({ db, scope, input, now }) => store.listRuns(db, scope, input, now),

  get: (context) => find(context, context.input.id),

  async problems({ db, scope, input: { runId, ...query }, now }) {
    await find({ db, scope }, runId);
    return store.listProblems(db, scope, runId, query, now);
  },

  async rejects({ db, scope, input, now }) {
    const run = await find({ db, scope }, input.id);
    const rows = store.streamProblems(db, scope, input.id, input, now, input.only);
    const title = `${run.fileName.replace(/\.[^.]*$/, '')} ${run.id}`;
    return exportFile(importProblemList, { texts, title }, input, await rows);
  },

  async plan({ db, scope, input: { runId, ...query }, now }) {
    await find({ db, scope }, runId);
    return store.listPlan(db, scope, runId, query, now);
  },

  feeds: async ({ db, scope, input }) => ({ Items: await store.feedsLike(db, scope, input.search) }),

  schools: async ({ db, scope, input }) => ({ Items: await schoolsLike(db, scope, input.search) }),

  async slices({ db, scope, input: { runId, ...query }, now }) {
    await find({ db, scope }, runId);
    return store.listSlices(db, scope, runId, query, now);
  },

  async decide({ db, scope, actor, input, now }) {
    await find({ db, scope }, input.runId);
    const today = osloDay(now);
    if (input.decision === 'postponed' && (input.until === null || input.until <= today)) {
      refuseField('request.invalid', 'until', input.until === null ? 'required' : 'invalid');
    }
    const deciding = { by: actor?.displayName ?? '', now, today };
    return onEach(db, input.numbers.map(String), async (number) => {
      const isDone = await decideSlice(db, scope, input, Number(number), deciding);
      if (!isDone) refuse('import.slice-not-open');
    });
  },

  async withdraw({ db, scope, input }) {
    await find({ db, scope }, input.runId);
    return onEach(db, input.numbers.map(String), async (number) => {
      if (!(await withdrawDecision(db, scope, input.runId, Number(number)))) refuse('import.slice-not-open');
    });
  },

  async report({ db, scope, input }) {
    await find({ db, scope }, input.id);
    return readReport(db, scope, input.id);
  },
});

type Reader = Pick<Context<typeof imports.get>, 'db' | 'scope'>;

const find = async ({ db, scope }: Reader, id: number): Promise<ImportRun> =>
  (await store.findRun(db, scope, id)) ?? refuse('import.not-found');

const paramsOf = ({ code, line, column, found }: Failure) => ({ reason: code, line, column, found });
