import { osloDay } from '#kernel/dates.ts';
import { exportFile } from '#server/export/file.ts';
import { implement } from '#server/http/endpoint.ts';
import { plainRows } from '#server/list/rows.ts';

import { groupList, groups, memberList } from '../contract.ts';
import { cardOf, readGroup } from './service.ts';
import * as store from './store.ts';

const texts = new URL('../web/', import.meta.url);

export const groupHandlers = implement(groups, {
  list: ({ db, scope, input: { types, type = types, ...question }, now }) =>
    store.listGroups(db, scope, { ...question, type }, now),

  async download({ db, scope, input, now }) {
    const rows = store.streamGroups(db, scope, input, now, input.only);
    return exportFile(groupList, { texts }, input, plainRows(await rows), groupValue);
  },

  types: ({ db, scope, now }) => store.countTypes(db, scope, osloDay(now)),

  async users({ db, scope, input: { groupName, ...question }, now }) {
    const group = await readGroup({ db, scope, now }, groupName);
    return store.listMembers(db, scope, group, question, now);
  },

  async downloadUsers({ db, scope, input: { groupName, only, ...question }, now, request }) {
    const group = await readGroup({ db, scope, now }, groupName);
    request.subject = { table: 'groups', id: group.id };
    const rows = store.streamMembers(db, scope, group, question, now, only);
    const source = { texts, prefix: 'members.', title: group.displayName };
    return exportFile(memberList, source, question, plainRows(await rows), memberValue);
  },

  async groups({ db, scope, input: { groupName, direction, ...question }, now }) {
    const group = await readGroup({ db, scope, now }, groupName);
    return store.listRelated(db, scope, group.id, direction, question, now);
  },

  get: async ({ db, actor, scope, input, now }) =>
    cardOf(await readGroup({ db, scope, now }, input.name), actor),
});

const nameOf = (school: unknown): unknown => school && Reflect.get(Object(school), 'name');

function groupValue(row: Record<string, unknown>, column: string): unknown {
  if (column === 'school') return nameOf(row['school']);
  return column === 'subjectOrGrade' ? (row['subjectCode'] ?? row['grade']) : row[column];
}

function memberValue(row: Record<string, unknown>, column: string): unknown {
  if (column === 'primarySchool') return nameOf(row['primarySchool']);
  return column === 'name' ? [row['firstName'], row['lastName']].filter(Boolean).join(' ') : row[column];
}
