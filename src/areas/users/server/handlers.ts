import { addDays, osloDay } from '#kernel/dates.ts';
import { refuse, refuseField } from '#kernel/errors.ts';
import { rolesWith } from '#kernel/permissions.ts';
import { type Actor, prove } from '#kernel/scope.ts';
import { because, judged, lacking, type Why, whyOf } from '#kernel/why.ts';
import { exportFile } from '#server/export/file.ts';
import type { Context } from '#server/http/endpoint.ts';
import { implement } from '#server/http/endpoint.ts';
import { logReading } from '#server/http/write.ts';
import { plainRows } from '#server/list/rows.ts';

import { type UserCan, type UserChanges, type UserDetail, userList, users } from '../contract.ts';
import { countNew, countQuit, newUserDays } from './lately.ts';
import * as store from './store.ts';

const texts = new URL('../web/', import.meta.url);

export const userHandlers = implement(users, {
  list: ({ db, scope, input, now }) => store.listUsers(db, scope, input, now),

  async download({ db, scope, input, now }) {
    const question = { ...input, userType: input.userType ?? input.filterType };
    const rows = store.streamUsers(db, scope, question, now, input.only);
    return exportFile(userList, { texts }, input, plainRows(rows), valueOf);
  },

  classes: async ({ db, scope, input }) => ({
    Items: await store.schoolValues(db, scope, 'class_name', input.search),
  }),

  grades: async ({ db, scope, input }) => ({
    Items: await store.schoolValues(db, scope, 'grade', input.search),
  }),

  async newCounts({ db, scope, input, now }) {
    const days = input.days ?? (await newUserDays(db));
    const today = osloDay(now);
    const from = addDays(today, -days);
    const counts = await countNew(db, scope, { from, today, userType: input.userType });
    return { days, from, to: today, ...counts };
  },

  async newList({ db, scope, input: { days, ...query }, now }) {
    const from = addDays(osloDay(now), -(days ?? (await newUserDays(db))));
    return store.listUsers(db, scope, { ...query, added: `${from}..` }, now);
  },

  async quitCounts({ db, scope, input, now }) {
    const days = input.days ?? (await newUserDays(db));
    return { days, ...(await countQuit(db, scope, days, osloDay(now))) };
  },

  async update({ db, actor, scope, now, input: { userName, version, ...changes } }) {
    const user = await find({ db, scope, now }, userName);
    if (user.isGuest) refuse('user.guest');
    refuseOwned(user, changes);
    refuseClosing(actor, user, changes);
    if (
      changes.email &&
      changes.email !== user.email &&
      (await store.isEmailTaken(db, user.id, changes.email))
    ) {
      refuseField('user.email-taken', 'email', 'taken');
    }
    if (!(await store.updateUser(db, user.id, version, changes))) refuse('row.stale');
    return detail({ actor }, await find({ db, scope, now }, userName));
  },

  async showNationalNumber({ db, scope, now, input, services, request }) {
    const user = await find({ db, scope, now }, input.userName);
    request.subject = { table: 'users', id: user.id };
    if (user.isGuest) refuse('user.guest');
    const cipher = await store.nationalNumberCipher(db, user.id);
    return { nationalNumber: cipher && services.vault.decrypt(cipher) };
  },

  async get({ db, actor, scope, now, input, request }) {
    const user = await find({ db, scope, now }, input.name);
    if (user.shielded) {
      await logReading(db, { actor, scope, now, request }, 'user.shielded-viewed', {
        table: 'users',
        id: user.id,
      });
    }
    return detail({ actor }, user);
  },
});

type Reader = Pick<Context<typeof users.get>, 'db' | 'scope' | 'now'>;

async function find({ db, scope, now }: Reader, userName: string): Promise<store.UserCard> {
  return (
    (await store.findUser(db, scope, userName, { now, today: osloDay(now) })) ?? refuse('user.not-found')
  );
}

/** A field the import owns would be written back the next night; say so instead of losing the text. */
function refuseOwned(user: store.UserCard, changes: UserChanges): void {
  for (const field of user.ownedFields) {
    if (changes[field] !== undefined && changes[field] !== user[field]) {
      refuseField('user.field-owned-by-source', field, 'ownedBySource', { source: user.source });
    }
  }
}

/** An expiry date closes the account, and opens the way to deleting it: nobody does that to themselves or to those above. */
function refuseClosing(actor: Actor | undefined, user: store.UserCard, { expiryDate }: UserChanges): void {
  if (expiryDate === undefined || expiryDate === user.expiryDate) return;
  if (user.id === actor?.userId) refuseField('user.own-account', 'expiryDate', 'ownAccount');
  if (user.isAdmin && actor?.roles.includes('superadmin') !== true) {
    refuseField('user.admin-account', 'expiryDate', 'adminAccount');
  }
}

function detail({ actor }: Pick<Context<typeof users.get>, 'actor'>, card: store.UserCard): UserDetail {
  const { id, isAdmin, teachersMay, isGuest, ...user } = card;
  const isOwn = id === actor?.userId;
  return {
    ...user,
    displayName: `${user.firstName} ${user.lastName}`,
    deactivation: actor && prove(actor, 'users.deactivate') ? user.deactivation : null,
    ...judged(against(actor, { ...user, isAdmin, teachersMay, isGuest }, isOwn)),
  };
}

type Judged = Pick<
  store.UserCard,
  'accountStatus' | 'nationalNumberMasked' | 'isAdmin' | 'role' | 'teachersMay' | 'isGuest'
>;

/** What stands against each act: the right that is lacking, or how things are with the account. */
function against(actor: Actor | undefined, user: Judged, isOwn: boolean): Record<UserCan, Why | undefined> {
  const expired = user.accountStatus === 'expired';
  const over = expired ? because('user.expired') : undefined;
  const guest = user.isGuest ? whyOf('user.guest') : undefined;
  const password = isOwn ? because('password.own') : over;
  // Whoever sets an administrator's password could take over their rights; made ones are read by others besides.
  const admin = user.isAdmin ? whyOf('password.admin-account') : undefined;
  const isAbove = actor?.roles.includes('superadmin') === true;
  const whyNotDeleted = user.isAdmin && !isAbove ? whyOf('user.admin-account') : undefined;
  return {
    update: lacking(actor, 'users.update') ?? guest,
    showNationalNumber:
      lacking(actor, 'national-number.show') ??
      guest ??
      (user.nationalNumberMasked === null ? because('national-number.none') : undefined),
    setPassword:
      lacking(actor, 'passwords.set') ??
      againstTeacher(actor, user) ??
      guest ??
      (isAbove ? undefined : admin) ??
      password,
    issuePassword: lacking(actor, 'passwords.issue') ?? guest ?? admin ?? password,
    changeSchool: lacking(actor, 'users.move') ?? guest ?? over,
    changeGroups: lacking(actor, 'users.groups') ?? over,
    delete:
      lacking(actor, 'users.delete') ?? guest ?? (expired ? whyNotDeleted : because('user.not-expired')),
  };
}

/** Teachers set passwords of their own pupils, and only where the site lets them. */
function againstTeacher(actor: Actor | undefined, { teachersMay, role }: Judged): Why | undefined {
  const isTeacher = actor !== undefined && prove(actor, 'passwords.set')?.role === 'teacher';
  if (!isTeacher || (teachersMay && role !== 'employee')) return undefined;
  return because('teachersSetPasswords', ...rolesWith('passwords.set').filter((one) => one !== 'teacher'));
}

/** What a column of the list shows, where it is not the field of the same name. */
function valueOf(row: Record<string, unknown>, column: string): unknown {
  switch (column) {
    case 'name':
      return [row['firstName'], row['lastName']].filter(Boolean).join(' ');
    case 'classOrTitle':
      return row['className'] ?? row['title'];
    case 'primarySchool':
      return typeof row['primarySchool'] === 'object' && row['primarySchool'] !== null
        ? Reflect.get(row['primarySchool'], 'name')
        : '';
    default:
      return row[column];
  }
}
