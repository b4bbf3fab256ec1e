import { setPassword } from '#areas/users/passwords/server/service.ts';
import { deleteAccount, findPeople, type Person } from '#areas/users/server/service.ts';
import type { Route } from '#kernel/contract.ts';
import { refuse, refuseField } from '#kernel/errors.ts';
import { onEach } from '#server/bulk/each.ts';
import { type Context, implement } from '#server/http/endpoint.ts';
import { schoolOf } from '#server/list/scope.ts';

import { type CommonUser, commonUsers } from '../contract.ts';
import { accountNameAt, LONGEST_ACCOUNT_NAME } from './account-name.ts';
import * as store from './store.ts';

type Asked = Pick<Context<Route>, 'db' | 'scope' | 'now'>;

export const commonUserHandlers = implement(commonUsers, {
  list: ({ db, scope, input, now }) => store.listCommonUsers(db, scope, input, now),

  async add(context) {
    const { db, scope, now, services, input } = context;
    const { displayName, description = null, responsible = null, newPassword } = input;
    const schoolId = schoolOf(scope) ?? refuse('school.not-chosen');
    const userName = accountNameAt(await store.abbreviationOf(db, schoolId), input.userName);
    if (userName.length > LONGEST_ACCOUNT_NAME) {
      refuseField('request.invalid', 'userName', 'accountNameLong', {
        name: userName,
        most: LONGEST_ACCOUNT_NAME,
      });
    }
    const responsibleId = await idOfResponsible(context, responsible);
    const account = { userName, displayName, description, responsibleId, schoolId };
    if (!(await store.insertAccount(db, account, now))) refuseField('user.name-taken', 'userName', 'taken');
    const person = await findAccount(context, userName);
    const work = { tx: db, scope, now, vault: services.passwords };
    await setPassword(work, { person, password: newPassword, mustChange: false });
    return readBack(context, userName);
  },

  async update(context) {
    const { db, input } = context;
    const { userName, version, displayName, description, responsible } = input;
    const { id, userName: stored } = await findAccount(context, userName);
    const changes = {
      displayName,
      description,
      ...(responsible !== undefined && { responsibleId: await idOfResponsible(context, responsible) }),
    };
    if (!(await store.updateAccount(db, id, version, changes))) refuse('row.stale');
    return readBack(context, stored);
  },

  remove: (context) =>
    onEach(context.db, context.input.userNames, async (userName) =>
      deleteAccount(context.db, context.scope, await findAccount(context, userName), context.now),
    ),

  async changePassword(context) {
    const { db, scope, now, services, input } = context;
    const person = await findAccount(context, input.userName);
    const work = { tx: db, scope, now, vault: services.passwords };
    // Nobody's own: there is no one person who could choose another at the next sign-in.
    await setPassword(work, { person, password: input.newPassword, mustChange: false });
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

async function findAccount({ db, scope, now }: Asked, userName: string): Promise<Person> {
  const [person] = await findPeople(db, scope, [userName], now);
  if (!person || !(await store.isCommonUser(db, scope, person.id, now))) return refuse('user.not-found');
  return person;
}

/** An employee the caller reaches; a shared account answers for nothing. */
async function idOfResponsible({ db, scope, now }: Asked, userName: string | null): Promise<number | null> {
  if (userName === null) return null;
  const [person] = await findPeople(db, scope, [userName], now);
  const isFit =
    person && person.role === 'employee' && !(await store.isCommonUser(db, scope, person.id, now));
  return isFit ? person.id : refuseField('request.invalid', 'responsible', 'employee');
}

const readBack = async ({ db, scope, now }: Asked, userName: string): Promise<CommonUser> =>
  (await store.readCommonUser(db, scope, userName, now)) ?? refuse('user.not-found');
