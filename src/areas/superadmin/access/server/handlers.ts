import { readPasswordSettings } from '#areas/users/passwords/server/service.ts';
import { findPeople } from '#areas/users/server/service.ts';
import { osloDay } from '#kernel/dates.ts';
import { refuse, refuseField } from '#kernel/errors.ts';
import { actorOf } from '#server/bulk/store.ts';
import { implement } from '#server/http/endpoint.ts';
import { schoolOf } from '#server/list/scope.ts';

import { access } from '../contract.ts';
import { actsOn, personActs } from '../rules.ts';
import { heldRoles, rightsOf } from './seen-as.ts';
import * as store from './store.ts';

export const accessHandlers = implement(access, {
  list: ({ db, scope, input, now }) => store.listAccess(db, scope, input, now),

  async change({ db, scope, input, now, request }) {
    const { roles, validTo = null } = input;
    const person = (await store.findPerson(db, scope, input.userName)) ?? refuse('user.not-found');
    const schoolId = (await store.findSchool(db, scope, input.school)) ?? refuse('school.not-found');
    const orderer = await store.findPerson(db, scope, input.orderedBy);
    if (!orderer) return refuseField('request.invalid', 'orderedBy', 'unknownUser');
    // Nobody orders access for themselves.
    if (orderer.id === person.id) return refuseField('request.invalid', 'orderedBy', 'self');
    if (!(await store.worksAt(db, orderer, schoolId))) {
      return refuseField('request.invalid', 'orderedBy', 'notAtSchool');
    }
    if (validTo !== null && validTo < osloDay(now)) return refuseField('request.invalid', 'validTo', 'past');

    await store.setRoles(
      db,
      { userId: person.id, schoolId, roles, orderedBy: orderer.userName, validTo },
      now,
    );
    request.subject = { table: 'users', id: person.id };
    return { userName: person.userName, access: await store.accessOf(db, person.id) };
  },

  admins: async ({ db, scope, now }) => ({ Items: await store.schoolAdmins(db, scope, osloDay(now)) }),

  async roles({ db, scope, input, now }) {
    const [person] = await findPeople(db, scope, [input.userName], now);
    if (!person) return refuse('user.not-found');
    const site = await readPasswordSettings(db);
    return { Items: await heldRoles(db, scope, person.id, { today: osloDay(now), site }) };
  },

  async seeAs({ db, scope, input, now, request }) {
    const [person] = await findPeople(db, scope, [input.userName], now);
    if (!person) return refuse('user.not-found');
    request.subject = { table: 'users', id: person.id };
    const schoolId = schoolOf(scope) ?? person.primarySchoolId;
    const colleague = await actorOf(db, person.id, schoolId, now);
    return {
      userName: person.userName,
      displayName: person.displayName,
      school: schoolId === null ? null : await store.schoolRef(db, schoolId),
      signsIn: colleague !== undefined,
      Items: rightsOf(colleague, await readPasswordSettings(db)),
    };
  },

  async whoCan({ db, scope, input, now }) {
    const person = (await store.findPerson(db, scope, input.userName)) ?? refuse('user.not-found');
    const [account] = await findPeople(db, scope, [person.userName], now);
    if (!account) return refuse('user.not-found');
    const site = await readPasswordSettings(db);
    const holders = await store.holdersTowards(db, scope, person, osloDay(now));
    const Items = holders
      .map(({ teaches, isGuest, isOwn, ...holder }) =>
        Object.assign(holder, {
          acts: actsOn(holder.role, {
            teaches,
            shielded: person.shielded,
            account: { ...account, isGuest, isOwn },
            site,
          }),
        }),
      )
      .filter(({ acts }) => acts.length > 0);
    const { userName, displayName, shielded } = person;
    return { userName, displayName, shielded, acts: [...personActs], Items };
  },
});
