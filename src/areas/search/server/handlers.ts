import { searchGroups } from '#areas/groups/server/service.ts';
import { searchUsers } from '#areas/users/server/service.ts';
import { osloDay } from '#kernel/dates.ts';
import { prove } from '#kernel/scope.ts';
import { implement } from '#server/http/endpoint.ts';

import { search } from '../contract.ts';

export const searchHandlers = implement(search, {
  /** Whoever may not read a kind finds none of it. */
  async all({ db, actor, input: { q, types, take }, now }) {
    const people = actor && types.includes('user') ? prove(actor, 'users.read') : undefined;
    const grouped = actor && types.includes('group') ? prove(actor, 'groups.read') : undefined;
    const asked = { search: q, take };
    const [users, groups] = await Promise.all([
      people ? searchUsers(db, people, { ...asked, userType: 'both' }, now) : [],
      grouped ? searchGroups(db, grouped, asked, osloDay(now)) : [],
    ]);
    return { users, groups };
  },
});
