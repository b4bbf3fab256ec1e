import { allNames, searchGroups } from '#areas/groups/server/service.ts';
import { searchUsers } from '#areas/users/server/service.ts';
import { osloDay } from '#kernel/dates.ts';
import { implement } from '#server/http/endpoint.ts';

import { groupFinding } from '../contract.ts';

export const groupFindingHandlers = implement(groupFinding, {
  all: ({ db, scope, input, now }) => allNames(db, scope, input, osloDay(now)),

  search: async ({ db, scope, input, now }) => ({
    Items: await searchGroups(db, scope, input, osloDay(now)),
  }),

  searchUsers: async ({ db, scope, input, now }) => ({ Items: await searchUsers(db, scope, input, now) }),
});
