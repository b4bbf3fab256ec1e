import { addDays, osloDay } from '#kernel/dates.ts';
import { refuse, refuseField } from '#kernel/errors.ts';
import { type Actor, prove } from '#kernel/scope.ts';
import { because, judged, lacking, type Why, whyOf } from '#kernel/why.ts';
import { exportFile, fieldsFor } from '#server/export/file.ts';
import { fieldOf, firstOf, fullName, type Sources } from '#server/export/sources.ts';
import type { Context } from '#server/http/endpoint.ts';
import { implement } from '#server/http/endpoint.ts';
import { logReading } from '#server/http/write.ts';

import { type UserDetail, userList, users } from '../contract.ts';
import {
  againstClosing,
  againstEndingPlace,
  againstPassword,
  rolesBeyondOwnGroups,
  type UserCan,
} from '../rules.ts';
import { refuseClosing, refuseOwned } from './changing.ts';
import { countNew, countQuit, newUserDays } from './lately.ts';
import * as store from './store.ts';

const texts = new URL('../web/', import.meta.url);

export const userHandlers = implement(users, {
  list: ({ db, scope, input, now }) => store.listUsers(db, scope, input, now),

  async download({ db, scope, input, now }) {
    const question = { ...input, userType: input.userType ?? input.filterType };
    const fields = fieldsFor(userList, input, sources);
    const rows = store.streamUsers(db, scope, question, now, { keys: input.only, fields });
    return exportFile(userList, { texts }, input, await rows, sources);
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
    refuseClosing(scope, user, changes);
    if (
      changes.email &&
      changes.email !== user.email &&
      (await store.isEmailTaken(db, user.id, changes.email))
    ) {
      refuseField('user.email-taken', 'email', 'taken');
    }
    if (!(await store.updateUser(db, user.id, version, changes, scope))) refuse('row.stale');
    // An expiry date changes what the account is and who may do what; the other fields are what was written.
    const isStatusSame = changes.expiryDate === undefined || changes.expiryDate === user.expiryDate;
    const given = Object.entries(changes).filter(([, value]) => value !== undefined);
    return detail(
      { actor },
      isStatusSame
        ? { ...user, ...Object.fromEntries(given), version: version + 1 }
        : await find({ db, scope, now }, userName),
    );
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

function detail({ actor }: Pick<Context<typeof users.get>, 'actor'>, card: store.UserCard): UserDetail {
  const { can, cannot } = judged(againstActs(actor, card));
  return {
    ...card,
    displayName: `${card.firstName} ${card.lastName}`,
    deactivation: actor && prove(actor, 'users.deactivate') ? card.deactivation : null,
    can,
    // Of ending a place and giving it back one has no meaning at a time.
    cannot: cannot.filter(({ rule }) => rule !== 'place.ended' && rule !== 'place.not-ended'),
  };
}

/** What stands against each act: the right that is lacking, or how things are with the account. */
function againstActs(actor: Actor | undefined, card: store.UserCard): Record<UserCan, Why | undefined> {
  const over = card.isExpired ? because('user.expired') : undefined;
  const guest = card.isGuest ? whyOf('user.guest') : undefined;
  const deleting = actor && prove(actor, 'users.delete');
  return {
    update: lacking(actor, 'users.update') ?? guest,
    showNationalNumber:
      lacking(actor, 'national-number.show') ??
      guest ??
      (card.nationalNumberMasked === null ? because('national-number.none') : undefined),
    setPassword: againstSetting(actor, card),
    issuePassword: lacking(actor, 'passwords.issue') ?? againstPasswordOf(actor, 'passwords.issue', card),
    changeSchool: lacking(actor, 'users.move') ?? guest ?? over,
    endPlace: againstPlace(actor, card, false),
    resumePlace: againstPlace(actor, card, true),
    changeGroups: lacking(actor, 'users.groups') ?? over,
    delete:
      lacking(actor, 'users.delete') ??
      guest ??
      (card.isExpired ? deleting && againstClosing(deleting, card)?.why : because('user.not-expired')),
  };
}

/** Ending the place at the school one stands at, or giving back one that was ended (`isOver`). */
function againstPlace(actor: Actor | undefined, card: store.UserCard, isOver: boolean): Why | undefined {
  const scope = actor && prove(actor, 'users.deactivate');
  if (!scope) return lacking(actor, 'users.deactivate');
  if (!card.placeHere || (card.placeHere.endedOn !== null) !== isOver) {
    return because(isOver ? 'place.not-ended' : 'place.ended');
  }
  if (!isOver) return againstEndingPlace(scope, card)?.why;
  return card.placeHere.endedByOwner && scope.kind !== 'owner' ? whyOf('user.closed-by-owner') : undefined;
}

/** Who lacks the right is told of teachers only where a teacher could. */
function againstSetting(actor: Actor | undefined, card: store.UserCard): Why | undefined {
  const lacks = lacking(actor, 'passwords.set');
  if (!lacks) return againstPasswordOf(actor, 'passwords.set', card);
  const teachersCould = card.teachersSetPasswords && card.isPupilOnly;
  return teachersCould ? lacks : because('passwords.set', ...rolesBeyondOwnGroups('passwords.set'));
}

function againstPasswordOf(
  actor: Actor | undefined,
  permission: 'passwords.set' | 'passwords.issue',
  card: store.UserCard,
): Why | undefined {
  const scope = actor && prove(actor, permission);
  return scope && againstPassword(permission === 'passwords.set' ? 'set' : 'issue', scope, card, card)?.why;
}

/** What a column of the list shows, where it is not the field of the same name. */
const sources: Sources = {
  name: fullName,
  classOrTitle: firstOf('className', 'title'),
  primarySchool: fieldOf('primarySchoolName'),
};
