import { CompiledQuery } from 'kysely';

import { disturb } from '#connectors/directory/simulated/disturb.ts';
import { refuse } from '#kernel/errors.ts';
import { implement } from '#server/http/endpoint.ts';
import { tryConnectingNow } from '#server/reconcile/state.ts';
import { askForSweep } from '#server/reconcile/sweep.ts';
import type { Services } from '#server/services.ts';

import { directory } from '../contract.ts';
import type { DirectoryState } from '../state.ts';
import { readAccount } from './account.ts';
import * as store from './store.ts';
import { listStrangers, takeOver } from './strangers.ts';

const requireSimulated = ({ directory: connected }: Services): void => {
  if (connected?.kind !== 'simulated') refuse('directory.not-simulated');
};

export const directoryHandlers = implement(directory, {
  async state({ db, scope, services }) {
    const kind: DirectoryState['kind'] = services.directory?.kind ?? 'none';
    const state = await store.readDirectory(db, scope);
    return {
      kind,
      ...state,
      simulation: kind === 'simulated' ? await store.readSimulation(db, scope) : null,
    };
  },

  async account({ db, scope, input: { userName }, now, services }) {
    const account = (await readAccount(db, scope, userName, now)) ?? refuse('user.not-found');
    return services.directory ? account : { ...account, state: 'none' as const };
  },

  drift: ({ db, scope, input, now }) => store.listDrift(db, scope, input, now),
  entries: ({ db, scope, input, now }) => store.listEntries(db, scope, input, now),
  exceptions: ({ db, scope, input, now }) => store.listExceptions(db, scope, input, now),

  strangers: ({ db, scope, input, now }) => listStrangers(db, scope, input, now),
  takeOver: ({ db, scope, actor, now, input: { selection } }) =>
    takeOver(db, { scope, now }, selection, actor?.displayName ?? ''),

  enforce: async ({ db, scope, now, input: { selection } }) => ({
    count: await store.enforce(db, { scope, now }, selection),
  }),

  accept: async ({ db, scope, actor, now, input: { selection } }) => ({
    count: await store.accept(db, { scope, now }, selection, actor?.displayName ?? ''),
  }),

  withdraw: async ({ db, scope, now, input: { selection } }) => ({
    count: await store.withdraw(db, { scope, now }, selection),
  }),

  retry: async ({ db, scope, now, input: { selection } }) => ({
    count: await store.retry(db, { scope, now }, selection),
  }),

  async connect({ db, services }) {
    if (!services.directory) refuse('directory.none');
    await tryConnectingNow(db);
    return {};
  },

  async sweep({ db, now, services }) {
    if (!services.directory) refuse('directory.none');
    await askForSweep(db, now);
    return {};
  },

  async simulate({ db, scope, services, input }) {
    requireSimulated(services);
    await store.saveSimulation(db, scope, input);
    return input;
  },

  async disturb({ db, services }) {
    requireSimulated(services);
    const query = async (statement: string, values: readonly unknown[]) =>
      (await db.executeQuery<{ id: string }>(CompiledQuery.raw(statement, [...values]))).rows;
    return { count: await disturb(query) };
  },
});
