import { readCard, readGroup } from '#areas/groups/server/service.ts';
import { MOST_AT_ONCE, MOST_ON_PAPER } from '#areas/users/passwords/contract.ts';
import { issuePasswords, passwordSheet } from '#areas/users/passwords/server/service.ts';
import { refuse } from '#kernel/errors.ts';
import { implement } from '#server/http/endpoint.ts';

import { groupActs } from '../contract.ts';
import { classList } from './class-list.ts';
import * as acts from './service.ts';

export const groupActHandlers = implement(groupActs, {
  async add(context) {
    return readCard(context, await acts.createGroup(context, context.input));
  },

  async update(context) {
    const { name, version, ...changes } = context.input;
    return readCard(context, await acts.changeGroup(context, name, version, changes));
  },

  async addEmail(context) {
    const { groupName, alias } = context.input;
    return { groupName, email: await acts.giveEmail(context, groupName, alias) };
  },

  async hide(context) {
    await acts.setHidden(context, context.input.groupName, context.input.hidden);
    return {};
  },

  async protect(context) {
    await acts.setPrevention(context, context.input.groupName, context.input.prevent);
    return {};
  },

  remove: (context) => acts.deleteGroups(context, context.input.names),
  restore: (context) => acts.restoreGroups(context, context.input.names),
  addMembers: (context) => acts.addMembers(context, context.input.groupName, context.input.members),
  removeMembers: (context) => acts.removeMembers(context, context.input.groupName, context.input.members),

  async forcePassword(context) {
    const { groupName, enabled } = context.input;
    const { id } = await acts.openGroup(context, groupName);
    return {
      changed: await acts.forcePassword(context, id, enabled),
      operationId: context.operationId ?? 0,
    };
  },

  async firstTimePasswords(context) {
    const { db, scope, now, input, services } = context;
    const { groupName, output, layout, language } = input;
    const { id } = await acts.openGroup(context, groupName);
    const pupils = await acts.pupilsOf(context, id);
    const most = output === 'pdf' ? MOST_ON_PAPER : MOST_AT_ONCE;
    if (pupils.length > most) refuse('password.too-many', { params: { count: pupils.length, most } });
    const work = { tx: db, scope, now, vault: services.passwords };
    const issued = await issuePasswords(work, pupils, input);
    return output === 'pdf' ? passwordSheet(issued, { layout, language, now }) : issued;
  },

  async printList({ db, scope, now, input, request }) {
    const group = await readGroup({ db, scope, now }, input.name);
    // What is deleted can only be restored.
    if (group.deleteOn !== null) refuse('group.archived');
    request.subject = { table: 'groups', id: group.id };
    return classList({ db, scope, now }, group, input);
  },
});
