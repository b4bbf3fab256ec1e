import { chosenUsers } from '#areas/users/server/service.ts';
import type { BulkResult } from '#kernel/bulk.ts';
import { osloDay } from '#kernel/dates.ts';
import { Refusal, refuse } from '#kernel/errors.ts';
import { onEach } from '#server/bulk/each.ts';
import { startAct } from '#server/bulk/start.ts';
import { implement } from '#server/http/endpoint.ts';

import { type Deactivation, deactivations } from '../contract.ts';
import {
  checkPeriod,
  closeAccount,
  openAccount,
  openPerson,
  periodOf,
  refusalOf,
  type Work,
} from './accounts.ts';
import { actNames } from './acts.ts';
import { carryOutDeactivations } from './service.ts';
import * as store from './store.ts';

/** A group may have thousands of members; the screen reads the rest from the list. */
const MOST_ROWS = 500;

type Registered = BulkResult & { Items: Deactivation[] };

export const deactivationHandlers = implement(deactivations, {
  async addGroups(context) {
    const { db, scope, now, input } = context;
    await checkPeriod(context, input);
    const failed: BulkResult['failed'] = [];
    const made: number[] = [];
    const succeeded = await onEach(db, input.groupNames, async (name) => {
      const groupId = (await store.findGroup(db, scope, name)) ?? refuse('group.not-found');
      const members = await store.membersOf(db, scope, groupId, osloDay(now));
      const chosen = members.filter((member) => {
        const code = refusalOf(context, member);
        if (code) failed.push({ id: member.userName, code, params: {} });
        return code === undefined;
      });
      made.push(
        ...(await store.insertPeriods(
          db,
          chosen.map(({ id }) => id),
          groupId,
          periodOf(context, input),
        )),
      );
    });
    return finish(context, made, { ...succeeded, failed: [...succeeded.failed, ...failed] });
  },

  async addUsers(context) {
    const { db, input } = context;
    await checkPeriod(context, input);
    const made: number[] = [];
    const result = await onEach(db, input.userNames, async (userName) => {
      made.push(...(await closeAccount(context, userName, input)));
    });
    return finish(context, made, result);
  },

  async addMany(context) {
    const { scope, now, input } = context;
    const { selection, start, end, comment = null } = input;
    await checkPeriod(context, input);
    return startAct(context, actNames.close, chosenUsers(scope, selection, now), {
      input: { start, end, comment },
    });
  },

  activateMany: (context) => {
    const { scope, now, input } = context;
    return startAct(context, actNames.open, chosenUsers(scope, input.selection, now));
  },

  list: ({ db, scope, input, now }) => store.listDeactivations(db, scope, input, now),

  async activate(context) {
    const { db, scope } = context;
    const { ids = [], userNames = [] } = context.input;
    if (ids.length + userNames.length === 0) {
      throw new Refusal('request.invalid', { fields: [{ path: 'ids', key: 'required', params: {} }] });
    }
    const byId = await onEach(db, ids.map(String), async (id) => {
      const period = (await store.findPeriod(db, scope, Number(id))) ?? refuse('deactivation.not-found');
      if (period.isGuest) refuse('user.guest');
      if (period.status !== 'active') refuse('deactivation.not-deactivated');
      await openPerson(context, period.userId);
    });
    const byName = await onEach(db, userNames, (userName) => openAccount(context, userName));
    return {
      succeeded: [...byId.succeeded, ...byName.succeeded],
      failed: [...byId.failed, ...byName.failed],
    };
  },

  remove({ db, scope, input }) {
    return onEach(db, input.ids.map(String), async (id) => {
      const period = (await store.findPeriod(db, scope, Number(id))) ?? refuse('deactivation.not-found');
      if (period.isGuest) refuse('user.guest');
      if (period.isOwners && scope.kind !== 'owner') refuse('user.closed-by-owner');
      if (period.status !== 'planned') refuse('deactivation.not-planned');
      await store.deletePeriod(db, period.id);
    });
  },
});

/** What begins today begins now. */
async function finish({ db, scope, now }: Work, made: number[], result: BulkResult): Promise<Registered> {
  await carryOutDeactivations(db, { now, day: osloDay(now), only: made });
  return { ...result, Items: await store.readDeactivations(db, scope, made.slice(0, MOST_ROWS)) };
}
