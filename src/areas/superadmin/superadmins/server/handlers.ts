import { osloDay } from '#kernel/dates.ts';
import { refuse } from '#kernel/errors.ts';
import { implement } from '#server/http/endpoint.ts';

import { superadminGroups, superadmins } from '../contract.ts';
import * as store from './store.ts';

const sameName = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

export const superadminHandlers = implement(superadmins, {
  async groups({ db, scope }) {
    const counts = await store.countMembers(db, scope);
    return { Items: superadminGroups.map((id) => ({ id, memberCount: counts.get(id) ?? 0 })) };
  },

  users: ({ db, scope, input, now }) => store.listMembers(db, scope, input.groupId, input, now),

  async add({ db, scope, actor, input, now, request }) {
    const person = (await store.findPerson(db, scope, input.userName)) ?? refuse('user.not-found');
    if (!person.isEmployee) return refuse('superadmin.not-employee');
    const added = await store.addMember(
      db,
      { userId: person.id, group: input.groupId, comment: input.comment, addedBy: actor?.userName ?? null },
      now,
    );
    if (!added) return refuse('superadmin.exists');
    request.subject = { table: 'users', id: person.id };
    return { succeeded: [person.userName], failed: [] };
  },

  async remove({ db, scope, input, now, request }) {
    const members = await store.lockMembers(db, scope, input.groupId, osloDay(now));
    const member = members.find(({ userName }) => sameName(userName, input.userName));
    if (!member) return refuse('superadmin.not-found');
    if (member.userId === scope.userId) return refuse('superadmin.self');
    const others = members.filter(({ id, inForce }) => inForce && id !== member.id);
    // A municipality that nobody looks after could not give the role to anyone either.
    if (input.groupId === 'superadmin' && others.length === 0) return refuse('superadmin.last');
    await store.removeMember(db, member.id);
    request.subject = { table: 'users', id: member.userId };
    return { succeeded: [member.userName], failed: [] };
  },

  async comment({ db, scope, input, now, request }) {
    const members = await store.lockMembers(db, scope, input.groupId, osloDay(now));
    const member = members.find(({ userName }) => sameName(userName, input.userName));
    if (!member) return refuse('superadmin.not-found');
    await store.setComment(db, member.id, input.comment);
    request.subject = { table: 'users', id: member.userId };
    return {};
  },
});
