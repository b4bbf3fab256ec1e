import type { BulkResult } from '#kernel/bulk.ts';
import type { Route } from '#kernel/contract.ts';
import { osloDay } from '#kernel/dates.ts';
import { type ErrorCode, Refusal, refuse } from '#kernel/errors.ts';
import { limits } from '#kernel/limits.ts';
import { onEach } from '#server/bulk/each.ts';
import { type Context, implement } from '#server/http/endpoint.ts';

import { type Deactivation, deactivations } from '../contract.ts';
import { problemWithPeriod } from '../rules.ts';
import { carryOutDeactivations } from './service.ts';
import * as store from './store.ts';

/** A group may have thousands of members; the screen reads the rest from the list. */
const MOST_ROWS = 500;

type Call = Pick<Context<Route>, 'db' | 'actor' | 'scope' | 'now'>;
type Registered = BulkResult & { Items: Deactivation[] };

interface Wanted {
  start: string;
  end: string;
  comment?: string | null | undefined;
}

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
    const { db, scope, input } = context;
    await checkPeriod(context, input);
    const made: number[] = [];
    const result = await onEach(db, input.userNames, async (userName) => {
      const user = (await store.findUser(db, scope, userName)) ?? refuse('user.not-found');
      const code = refusalOf(context, user);
      if (code) refuse(code);
      made.push(...(await store.insertPeriods(db, [user.id], undefined, periodOf(context, input))));
    });
    return finish(context, made, result);
  },

  list: ({ db, scope, input, now }) => store.listDeactivations(db, scope, input, now),

  activate({ db, scope, now, input: { ids = [], userNames = [] } }) {
    if (ids.length + userNames.length === 0) {
      throw new Refusal('request.invalid', { fields: [{ path: 'ids', key: 'required', params: {} }] });
    }
    const open = async (userId: number) => {
      if (!(await store.openAgain(db, userId, now))) refuse('deactivation.not-deactivated');
    };
    return onEach(db, [...ids.map((id) => `#${id}`), ...userNames], async (key) => {
      if (!key.startsWith('#')) {
        const user = (await store.findUser(db, scope, key)) ?? refuse('user.not-found');
        return open(user.id);
      }
      const period =
        (await store.findPeriod(db, scope, Number(key.slice(1)))) ?? refuse('deactivation.not-found');
      if (period.status !== 'active') refuse('deactivation.not-deactivated');
      return open(period.userId);
    }).then(withoutMarks);
  },

  remove({ db, scope, input }) {
    return onEach(db, input.ids.map(String), async (id) => {
      const period = (await store.findPeriod(db, scope, Number(id))) ?? refuse('deactivation.not-found');
      if (period.status !== 'planned') refuse('deactivation.not-planned');
      await store.deletePeriod(db, period.id);
    });
  },
});

/** `#` kept ids and user names apart; no user name may hold one at its beginning and be an id besides. */
const withoutMarks = ({ succeeded, failed }: BulkResult): BulkResult => ({
  succeeded: succeeded.map((key) => key.replace(/^#/, '')),
  failed: failed.map((failure) => ({ ...failure, id: failure.id.replace(/^#/, '') })),
});

async function checkPeriod({ db, now }: Call, wanted: Wanted): Promise<void> {
  const span = (await store.deactivationSpan(db)) ?? limits.deactivationSpanDays;
  const problem = problemWithPeriod(wanted, osloDay(now), span);
  if (problem) throw new Refusal('request.invalid', { fields: [problem] });
}

const periodOf = ({ actor, now }: Call, { start, end, comment = null }: Wanted): store.NewPeriod => ({
  start,
  end,
  comment,
  registeredBy: actor?.displayName ?? '',
  now,
});

function refusalOf({ actor }: Call, subject: store.Subject): ErrorCode | undefined {
  if (subject.id === actor?.userId) return 'deactivation.self';
  return subject.isSuperadmin ? 'deactivation.superadmin' : undefined;
}

/** What begins today begins now. */
async function finish({ db, scope, now }: Call, made: number[], result: BulkResult): Promise<Registered> {
  await carryOutDeactivations(db, { now, day: osloDay(now) });
  return { ...result, Items: await store.readDeactivations(db, scope, made.slice(0, MOST_ROWS)) };
}
