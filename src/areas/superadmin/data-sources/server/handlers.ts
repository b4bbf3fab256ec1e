import { createReadStream } from 'node:fs';
import { join } from 'node:path';

import { SourceFailure } from '#connectors/source/port.ts';
import { refuse } from '#kernel/errors.ts';
import type { Db } from '#server/db.ts';
import { implement } from '#server/http/endpoint.ts';
import { putAway } from '#server/import/folder.ts';
import { openRemote, type RemoteContent } from '#server/import/remote-source.ts';
import { startImport } from '#server/import/run.ts';
import { filesIn } from '#server/import/source-folder.ts';
import { accessOf, noteOutcome, secretNameOf, secretsOf } from '#server/import/sources.ts';
import { readWindow } from '#server/import/window.ts';
import type { KeptSecrets } from '#server/kept-secrets.ts';
import { log } from '#server/log.ts';
import type { Services } from '#server/services.ts';

import { dataSources } from '../contract.ts';
import { checkedAccess, type SecretWish } from './access.ts';
import { lookAt, lookInto } from './folder.ts';
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

  async save({ db, scope, input: { id, version, school, ...fields }, services, now }) {
    const schoolId = school === null ? null : await store.schoolIdOf(db, scope, school);
    const { keptSecrets } = services;
    if (id === undefined) {
      const access = checkedAccess(fields, undefined);
      const made = await store.addSource(db, scope, { ...fields, schoolId, access }, now);
      await keepSecret(db, keptSecrets, made, { wish: access.secret, now });
      return { id: made, Items: await store.listSources(db, scope, undefined) };
    }
    const current = (await store.lockSource(db, scope, id)) ?? refuse('data-source.not-found');
    if (version !== undefined && version !== current.version) refuse('row.stale');
    const access = checkedAccess(fields, current);
    await store.updateSource(db, scope, id, { ...fields, schoolId, access });
    await keepSecret(db, keptSecrets, id, { wish: access.secret, now });
    return { id, Items: await store.listSources(db, scope, undefined) };
  },

  async remove({ db, scope, input: { id }, services }) {
    if (!(await store.removeSource(db, scope, id))) refuse('data-source.not-found');
    await services.keptSecrets.remove(db, secretsOf(id));
    return {};
  },

  async test({ db, scope, input: { id, ...said }, services, now }) {
    const stored =
      id === undefined
        ? undefined
        : ((await store.findSource(db, scope, id)) ?? refuse('data-source.not-found'));
    const saved = checkedAccess(said, stored, { isTrial: true });
    const { secret: wish } = saved;
    const kept =
      wish === 'keep' && id !== undefined ? services.keptSecrets.read(db, secretNameOf(id)) : undefined;
    const secret = typeof wish === 'object' ? wish.write : await kept;
    const access = accessOf({ ...saved, id: id ?? 0, feed: stored?.feed ?? null }, secret);
    return access ? lookAt(access, now) : lookInto(services.importFolder, saved.folder ?? '');
  },

  /** Answers when the import has begun; its progress is the run's. */
  async run({ db, scope, actor, input: { id, dryRun }, services, request, now }) {
    const source = (await store.findSource(db, scope, id)) ?? refuse('data-source.not-found');
    const { content, folder } = await findContent(db, source, services);
    const { runId, done } = await startImport(services, {
      ...content,
      via: 'source',
      dryRun,
      source,
      by: { id: actor?.userId ?? 0, name: actor?.userName ?? '', ...(scope.role && { role: scope.role }) },
      correlationId: request.correlationId,
    }).catch(async (error: unknown) => {
      await content.close();
      throw error;
    });
    const settle = async () => {
      const result = await done;
      await content.close();
      if (dryRun) return;
      if (folder !== undefined) await putAway(folder, content.fileName, result);
      const mark = result.status === 'completed' ? content.mark : undefined;
      await noteOutcome(db, source.id, { now }, result.status, { result, mark });
    };
    void settle().catch((error: unknown) =>
      log.error({ error, source: source.id }, 'A source could not be put away'),
    );
    return { runId };
  },
});

async function keepSecret(
  tx: Db,
  secrets: KeptSecrets,
  id: number,
  { wish, now }: { wish: SecretWish; now: Date },
): Promise<void> {
  if (wish === 'none') await secrets.remove(tx, secretsOf(id));
  else if (wish !== 'keep') await secrets.write(tx, secretNameOf(id), wish.write, now);
}

interface Found {
  content: RemoteContent;
  /** Where the file is put away afterwards; undefined: it is another system's. */
  folder?: string;
}

/** The newest file of a source, or its records. */
async function findContent(db: Db, source: store.RunnableSource, services: Services): Promise<Found> {
  const access = accessOf(source, await services.keptSecrets.read(db, secretNameOf(source.id)));
  if (access) {
    const content = await openRemote(access).catch((error: unknown) => {
      if (!(error instanceof SourceFailure)) throw error;
      return refuse('data-source.unreachable', { params: { reason: error.code } });
    });
    return { content: content ?? refuse('data-source.no-file') };
  }
  const { importFolder } = services;
  const folder =
    importFolder === undefined || source.folder === null ? undefined : join(importFolder, source.folder);
  const files = folder === undefined ? undefined : await filesIn(folder);
  if (folder === undefined || files === undefined) return refuse('data-source.no-folder');
  const newest = files.at(-1) ?? refuse('data-source.no-file');
  const bytes = createReadStream(join(folder, newest.name));
  const close = async () => {
    bytes.destroy();
    await Promise.resolve();
  };
  return { folder, content: { fileName: newest.name, bytes, size: newest.size, close } };
}
