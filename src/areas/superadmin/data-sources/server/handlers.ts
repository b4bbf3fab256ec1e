import { createReadStream } from 'node:fs';
import { join } from 'node:path';

import { refuse } from '#kernel/errors.ts';
import { implement } from '#server/http/endpoint.ts';
import { putAway } from '#server/import/folder.ts';
import { startImport } from '#server/import/run.ts';
import { filesIn } from '#server/import/source-folder.ts';
import { noteOutcome } from '#server/import/sources.ts';
import { readWindow } from '#server/import/window.ts';
import { log } from '#server/log.ts';

import { dataSources } from '../contract.ts';
import { lookInto } from './folder.ts';
import * as store from './store.ts';

export const dataSourceHandlers = implement(dataSources, {
  async list({ db, scope, input, services }) {
    return {
      Items: await store.listSources(db, scope, input.school),
      hasFolder: services.importFolder !== undefined,
      window: await readWindow(db),
      night: await store.latestNight(db, scope),
    };
  },

  async save({ db, scope, input: { id, version, school, ...fields }, now }) {
    const schoolId = school === null ? null : await store.schoolIdOf(db, scope, school);
    const saved = { ...fields, schoolId };
    if (id === undefined) {
      const made = await store.addSource(db, scope, saved, now);
      return { id: made, Items: await store.listSources(db, scope, undefined) };
    }
    const current = (await store.lockSource(db, scope, id)) ?? refuse('data-source.not-found');
    if (version !== undefined && version !== current) refuse('row.stale');
    await store.updateSource(db, scope, id, saved);
    return { id, Items: await store.listSources(db, scope, undefined) };
  },

  async remove({ db, scope, input: { id } }) {
    if (!(await store.removeSource(db, scope, id))) refuse('data-source.not-found');
    return {};
  },

  test: ({ input: { folder }, services }) => lookInto(services.importFolder, folder),

  /** Answers when the import has begun; its progress is the run's. */
  async run({ db, scope, actor, input: { id, dryRun }, services, request, now }) {
    const source = (await store.findSource(db, scope, id)) ?? refuse('data-source.not-found');
    const folder =
      services.importFolder === undefined ? undefined : join(services.importFolder, source.folder);
    const files = folder === undefined ? undefined : await filesIn(folder);
    if (folder === undefined || files === undefined) return refuse('data-source.no-folder');
    const newest = files.at(-1) ?? refuse('data-source.no-file');
    const { runId, done } = await startImport(services, {
      fileName: newest.name,
      bytes: createReadStream(join(folder, newest.name)),
      size: newest.size,
      via: 'source',
      dryRun,
      source,
      by: { id: actor?.userId ?? 0, name: actor?.userName ?? '', ...(scope.role && { role: scope.role }) },
      correlationId: request.correlationId,
    });
    const settle = async () => {
      const result = await done;
      if (dryRun) return;
      await putAway(folder, newest.name, result);
      await noteOutcome(db, source.id, { now }, result.status, result);
    };
    void settle().catch((error: unknown) =>
      log.error({ err: error, source: source.id }, 'A source could not be put away'),
    );
    return { runId };
  },
});
