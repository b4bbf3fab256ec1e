import { osloDay } from '#kernel/dates.ts';
import { exportFile, fieldsFor } from '#server/export/file.ts';
import { fieldOf, firstOf, fullName, type Sources } from '#server/export/sources.ts';
import { implement } from '#server/http/endpoint.ts';

import { groupList, groups, memberList } from '../contract.ts';
import { cardOf, readGroup } from './service.ts';
import * as store from './store.ts';

const texts = new URL('../web/', import.meta.url);

export const groupHandlers = implement(groups, {
  list: ({ db, scope, input: { types, type = types, ...question }, now }) =>
    store.listGroups(db, scope, { ...question, type }, now),

  async download({ db, scope, input, now }) {
    const fields = fieldsFor(groupList, input, ofGroup);
    const rows = store.streamGroups(db, scope, input, now, { keys: input.only, fields });
    return exportFile(groupList, { texts }, input, await rows, ofGroup);
  },

  types: ({ db, scope, now }) => store.countTypes(db, scope, osloDay(now)),

  async users({ db, scope, input: { groupName, ...question }, now }) {
    const group = await readGroup({ db, scope, now }, groupName);
    return store.listMembers(db, scope, group, question, now);
  },

  async downloadUsers({ db, scope, input: { groupName, only, ...question }, now, request }) {
    const group = await readGroup({ db, scope, now }, groupName);
    request.subject = { table: 'groups', id: group.id };
    const fields = fieldsFor(memberList, question, ofMember);
    const rows = store.streamMembers(db, scope, group, question, now, { keys: only, fields });
    const source = { texts, prefix: 'members.', title: group.displayName };
    return exportFile(memberList, source, question, await rows, ofMember);
  },

  async groups({ db, scope, input: { groupName, direction, ...question }, now }) {
    const group = await readGroup({ db, scope, now }, groupName);
    return store.listRelated(db, scope, group.id, direction, question, now);
  },

  get: async ({ db, actor, scope, input, now }) =>
    cardOf(await readGroup({ db, scope, now }, input.name), actor),
});

const ofGroup: Sources = { school: fieldOf('schoolName'), subjectOrGrade: firstOf('subjectCode', 'grade') };
const ofMember: Sources = { name: fullName, primarySchool: fieldOf('primarySchoolName') };
