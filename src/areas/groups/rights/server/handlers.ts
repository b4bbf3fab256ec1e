import { openGroup, refuseOwnersGroup } from '#areas/groups/acts/server/service.ts';
import { readGroup } from '#areas/groups/server/service.ts';
import { refuse } from '#kernel/errors.ts';
import { onEach } from '#server/bulk/each.ts';
import { implement } from '#server/http/endpoint.ts';

import { groupRights } from '../contract.ts';
import * as store from './store.ts';

export const groupRightHandlers = implement(groupRights, {
  async access({ db, scope, now, input: { groupName, ...question } }) {
    const reader = { db, scope, now };
    return store.listAccess(reader, await readGroup(reader, groupName), question);
  },

  async addAccess(context) {
    const { groupName, ...access } = context.input;
    return { id: await store.putAccess(context, await openGroup(context, groupName), access) };
  },

  async removeAccess(context) {
    const { groupName, ids } = context.input;
    return { removed: await store.deleteAccess(context, await openGroup(context, groupName), ids) };
  },

  async administered({ db, scope, now, input: { groupName, ...question } }) {
    const reader = { db, scope, now };
    return store.listAdministered(reader, await readGroup(reader, groupName), question);
  },

  async administer(context) {
    const { groupName, add, remove } = context.input;
    const group = await openGroup(context, groupName);
    const added = await onEach(context.db, add, async (name) => {
      const other = await readGroup(context, name);
      refuseOwnersGroup(other, context.scope);
      if (other.id === group.id) refuse('group.loop');
      await store.addAdministered(context, group.id, other.id);
    });
    const removed = await onEach(context.db, remove, async (name) => {
      const other = await readGroup(context, name);
      if (!(await store.removeAdministered(context, group.id, other.id))) refuse('group.not-found');
    });
    return {
      succeeded: [...added.succeeded, ...removed.succeeded],
      failed: [...added.failed, ...removed.failed],
    };
  },
});
