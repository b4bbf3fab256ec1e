import {
  cancelSchoolChange,
  findOpenSchool,
  findPeople,
  findSchoolChange,
  openSchools,
  registerSchoolChange,
} from '#areas/users/server/service.ts';
import { refuse } from '#kernel/errors.ts';
import { prove } from '#kernel/scope.ts';
import { implement } from '#server/http/endpoint.ts';

import { primarySchool } from '../contract.ts';
import { listSchoolAdmins } from './store.ts';

export const primarySchoolHandlers = implement(primarySchool, {
  async change({ db, actor, scope, now, input: { userName, toSchool } }) {
    const [person] = await findPeople(db, scope, [userName], now);
    if (!person) return refuse('user.not-found');
    if (person.isGuest) refuse('user.guest');
    if (toSchool === undefined) {
      if (!(await cancelSchoolChange(db, person.id))) refuse('school-change.not-found');
      const none = { toSchool: null, registered: null, registeredBy: null, executesAt: null };
      return { userName: person.userName, ...none };
    }
    if (person.accountStatus === 'expired') refuse('user.expired');
    const to = (await findOpenSchool(db, toSchool)) ?? refuse('school.not-found');
    if (to === person.primarySchoolId) refuse('user.already-there');
    const by = actor?.displayName ?? '';
    await registerSchoolChange(db, { userId: person.id, from: person.primarySchoolId, to, by, now });
    const change = (await findSchoolChange(db, person.id, now)) ?? refuse('school-change.not-found');
    const { to: school, ...registered } = change;
    return { userName: person.userName, toSchool: school, ...registered };
  },

  schools: async ({ db, scope, input }) => ({ Items: await openSchools(db, scope, input.search) }),

  async ictGroupAdmins({ db, actor, scope, now, input: { school } }) {
    if (school !== undefined && !(actor && prove(actor, 'schools.all'))) refuse('access.denied');
    // Whoever keeps the portal and does nothing else in it asks nobody at a school, and reads no people.
    if (actor?.roles.length === 1 && actor.roles[0] === 'centralAdmin') return { Items: [] };
    const schoolId =
      school === undefined
        ? actor?.schoolId
        : ((await findOpenSchool(db, school)) ?? refuse('school.not-found'));
    return { Items: schoolId === undefined ? [] : await listSchoolAdmins(db, scope, schoolId, now) };
  },
});
