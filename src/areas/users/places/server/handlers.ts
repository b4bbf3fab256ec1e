import { againstEndingPlace } from '#areas/users/rules.ts';
import { findPeople, type Person } from '#areas/users/server/service.ts';
import type { Route } from '#kernel/contract.ts';
import { osloDay } from '#kernel/dates.ts';
import { refuse } from '#kernel/errors.ts';
import type { Context } from '#server/http/endpoint.ts';
import { implement } from '#server/http/endpoint.ts';
import { schoolOf } from '#server/list/scope.ts';

import { places } from '../contract.ts';
import * as store from './store.ts';

export const placeHandlers = implement(places, {
  async end(context) {
    const { db, scope, now } = context;
    const { person, schoolId, place } = await find(context, context.input.userName);
    const refused = againstEndingPlace(scope, person);
    if (refused) refuse(refused.code, { why: refused.why });
    if (place.endedOn !== null) refuse('place.ended');
    const end = { userId: person.id, schoolId, day: osloDay(now), byOwner: scope.kind === 'owner' };
    await store.endPlace(db, end);
    return { userName: person.userName, expiryDate: await store.lastDayOf(db, person.id) };
  },

  async resume(context) {
    const { db, scope } = context;
    const { person, schoolId, place } = await find(context, context.input.userName);
    if (place.endedOn === null) refuse('place.not-ended');
    const isOwners = place.endedByOwner || (person.isEndedByOwner && person.accountStatus === 'expired');
    if (isOwners && scope.kind !== 'owner') refuse('user.closed-by-owner');
    await store.resumePlace(db, { userId: person.id, schoolId });
    return { userName: person.userName, expiryDate: await store.lastDayOf(db, person.id) };
  },
});

async function find(
  { db, scope, now }: Pick<Context<Route>, 'db' | 'scope' | 'now'>,
  userName: string,
): Promise<{ person: Person; schoolId: number; place: store.Place }> {
  const [person] = await findPeople(db, scope, [userName], now);
  if (!person) return refuse('user.not-found');
  const schoolId = schoolOf(scope) ?? refuse('place.none');
  const place = (await store.findPlace(db, person.id, schoolId)) ?? refuse('place.none');
  return { person, schoolId, place };
}
