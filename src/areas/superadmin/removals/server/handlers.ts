import { implement } from '#server/http/endpoint.ts';

import { removals } from '../contract.ts';
import { listRemovals } from './list.ts';

export const removalHandlers = implement(removals, {
  list: ({ db, scope, input, now }) => listRemovals(db, scope, input, now),
});
