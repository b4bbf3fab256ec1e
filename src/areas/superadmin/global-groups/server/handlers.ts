import * as acts from '#areas/groups/acts/server/service.ts';
import { listGroups, listMembers, readCard, readGroup } from '#areas/groups/server/service.ts';
import { refuse } from '#kernel/errors.ts';
import { onEach } from '#server/bulk/each.ts';
import { implement } from '#server/http/endpoint.ts';

import { globalGroups } from '../contract.ts';

const only = { type: ['global'] };

/** These endpoints reach groups across schools alone: any other is not to be found here. */
async function expectGlobal(context: acts.Acting, name: string): Promise<string> {
  const { type } = await readGroup(context, name);
  return type === 'global' ? name : refuse('group.not-found');
}

export const globalGroupHandlers = implement(globalGroups, {
  list: ({ db, scope, input, now }) => listGroups(db, scope, { ...input, ...only }, now),

  async users(context) {
    const { groupName, ...question } = context.input;
    const { db, scope, now } = context;
    const group = await readGroup(context, await expectGlobal(context, groupName));
    return listMembers(db, scope, group, question, now);
  },

  async add(context) {
    return readCard(context, await acts.createGroup(context, { ...context.input, type: 'global' }));
  },

  async addMembers(context) {
    const { groupName, members } = context.input;
    return acts.addMembers(context, await expectGlobal(context, groupName), members);
  },

  async removeMembers(context) {
    const { groupName, members } = context.input;
    return acts.removeMembers(context, await expectGlobal(context, groupName), members);
  },

  async update(context) {
    const { name, version, ...changes } = context.input;
    const next = await acts.changeGroup(context, await expectGlobal(context, name), version, changes);
    return readCard(context, next);
  },

  remove: (context) =>
    onEach(context.db, context.input.names, async (name) =>
      acts.deleteGroup(context, await expectGlobal(context, name)),
    ),

  restore: (context) =>
    onEach(context.db, context.input.names, async (name) =>
      acts.restoreGroup(context, await expectGlobal(context, name)),
    ),

  async addEmail(context) {
    const { groupName, alias } = context.input;
    const email = await acts.giveEmail(context, await expectGlobal(context, groupName), alias);
    return { groupName, email };
  },

  async hide(context) {
    await acts.setHidden(context, await expectGlobal(context, context.input.groupName), context.input.hidden);
    return {};
  },

  async protect(context) {
    await acts.setPrevention(
      context,
      await expectGlobal(context, context.input.groupName),
      context.input.prevent,
    );
    return {};
  },
});
