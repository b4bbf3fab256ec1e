import { findPeople } from '#areas/users/server/service.ts';
import { osloDay } from '#kernel/dates.ts';
import { onEach } from '#server/bulk/each.ts';
import { implement } from '#server/http/endpoint.ts';

import { locks } from '../contract.ts';
import * as act from './act.ts';
import { readDetail } from './detail.ts';
import { openUsers } from './opening.ts';
import * as store from './store.ts';
import * as on from './targets.ts';

export const lockHandlers = implement(locks, {
  async list({ db, scope, actor, input: { userName, ...question }, now }) {
    const [person] = userName === undefined ? [] : await findPeople(db, scope, [userName], now);
    // Somebody who is not there is under no lock.
    const narrowed = userName === undefined ? question : { ...question, userId: person?.id ?? 0 };
    const page = await store.listLocks(db, scope, narrowed, now);
    return { ...page, Items: page.Items.map((row) => act.withActs(actor, row)) };
  },

  async add(context) {
    return readDetail(context, await act.createLock(context, context.input));
  },

  async today({ db, scope, now }) {
    const counts = await store.countToday(db, { scope, now, today: osloDay(now) });
    return { ...counts, updated: now.toISOString() };
  },

  async update(context) {
    await act.changeLock(context, context.input);
    return readDetail(context, context.input.id);
  },

  removeMany: (context) =>
    onEach(context.db, context.input.ids.map(String), (id) => act.removeLock(context, Number(id))),

  async remove(context) {
    return { ended: await act.removeLock(context, context.input.id) };
  },

  openUsers: (context) => openUsers(context, context.input),

  teacherList: async ({ db, scope, now, input }) => ({
    Items: await on.findTeachers(db, { scope, now, today: osloDay(now) }, input.search),
  }),

  async teachers({ db, scope, now, input }) {
    const found = await on.findTeachers(db, { scope, now, today: osloDay(now) }, input.search);
    return { Items: found.map(({ userName, displayName }) => ({ value: userName, label: displayName })) };
  },

  groups: async ({ db, scope, now, input }) => ({
    Items: await on.findLockedGroups(db, { scope, now, today: osloDay(now) }, input.search),
  }),

  detail: (context) => readDetail(context, context.input.id),
});
