import { refuse } from '#kernel/errors.ts';
import type { Db } from '#server/db.ts';
import { implement } from '#server/http/endpoint.ts';

import { history } from '../contract.ts';
import { compared } from '../rules.ts';
import * as store from './store.ts';

export const historyHandlers = implement(history, {
  async members({ db, scope, input }) {
    const group = (await store.findGroup(db, scope, input.groupName)) ?? refuse('group.not-found');
    return beside(
      db,
      input,
      (day) => store.membersOn(db, scope, group, day),
      ({ userName, role }) => `${userName}/${role}`,
    );
  },

  async groups({ db, scope, input }) {
    const userId = (await store.findUser(db, scope, input.userName)) ?? refuse('user.not-found');
    return beside(
      db,
      input,
      (day) => store.groupsOn(db, scope, userId, day),
      ({ name, role }) => `${name}/${role}`,
    );
  },

  async roles({ db, scope, input }) {
    const schoolId = await store.findSchool(db, scope, input.school);
    if (schoolId === undefined) return refuse('school.not-found');
    return beside(
      db,
      input,
      (day) => store.rolesOn(db, scope, schoolId, day),
      ({ userName, role }) => `${userName}/${role}`,
    );
  },
});

interface Days {
  on: string;
  comparedTo?: string | undefined;
}

async function beside<Row>(
  db: Db,
  { on, comparedTo }: Days,
  read: (day: string) => Promise<Row[]>,
  keyOf: (row: Row) => string,
) {
  const then = await read(on);
  const now = comparedTo === undefined ? undefined : await read(comparedTo);
  const Items = compared(then, now, keyOf);
  return { Items, TotalItems: Items.length, since: await store.knownSince(db, on) };
}
