import { setPassword } from '#areas/users/passwords/server/service.ts';
import { findPeople } from '#areas/users/server/service.ts';
import { refuse } from '#kernel/errors.ts';
import { implement } from '#server/http/endpoint.ts';

import { commonUsers } from '../contract.ts';
import * as store from './store.ts';

export const commonUserHandlers = implement(commonUsers, {
  list: ({ db, scope, input, now }) => store.listCommonUsers(db, scope, input, now),

  async changePassword({ db, scope, now, services, input: { userName, newPassword } }) {
    const [person] = await findPeople(db, scope, [userName], now);
    if (!person || !(await store.isCommonUser(db, scope, person.id, now))) return refuse('user.not-found');
    const work = { tx: db, scope, now, vault: services.passwords };
    // Nobody's own: there is no one person who could choose another at the next sign-in.
    await setPassword(work, { person, password: newPassword, mustChange: false });
    return {};
  },

  async voxGroup({ db, scope, now }) {
    const found = await store.findVoxGroup(db, scope, now);
    return {
      groupName: found?.groupName ?? null,
      enabled: found !== undefined,
      memberCount: found?.memberCount ?? 0,
    };
  },
});
