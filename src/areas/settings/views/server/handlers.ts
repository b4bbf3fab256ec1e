import { refuse } from '#kernel/errors.ts';
import { implement } from '#server/http/endpoint.ts';

import { views } from '../contract.ts';
import * as store from './store.ts';

export const viewHandlers = implement(views, {
  list: async ({ db, scope, input }) => ({ Items: await store.listViews(db, scope, input.list) }),
  save: ({ db, scope, input, now }) => store.insertView(db, scope, input, now),
  change: async ({ db, scope, input: { id, ...changes } }) =>
    (await store.updateView(db, scope, id, changes)) ?? refuse('view.not-found'),
  async remove({ db, scope, input }) {
    if (!(await store.deleteView(db, scope, input.id))) refuse('view.not-found');
    return {};
  },
});
