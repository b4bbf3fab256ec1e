/** What can be done to many groups; each follows the same rules as when it is done to one. */
import { z } from 'zod';

import { deleteGroup, restoreGroup, setHidden, setPrevention } from '#areas/groups/acts/server/service.ts';
import { readGroup } from '#areas/groups/server/service.ts';
import { refuse } from '#kernel/errors.ts';
import type { Permission } from '#kernel/permissions.ts';
import { type BulkAct, type BulkContext, defineAct } from '#server/bulk/act.ts';

import { type GroupBulkAct, groupBulkActs } from '../contract.ts';

/** Groups across schools are run by central roles, who need have no right at any school (specification §7). */
export const reaches = ['any', 'global'] as const;
export type GroupReach = (typeof reaches)[number];

const permissionOf: Record<GroupReach, Permission> = {
  any: 'groups.manage',
  global: 'global-groups.manage',
};

const events: Record<GroupBulkAct, string> = {
  delete: 'group.many-deleted',
  restore: 'group.many-restored',
  protect: 'group.many-protected',
  unprotect: 'group.many-unprotected',
  hide: 'group.many-hidden',
  show: 'group.many-shown',
};

type Work = Pick<BulkContext<unknown>, 'scope' | 'now'> & { db: BulkContext<unknown>['tx'] };

const works: Record<GroupBulkAct, (work: Work, name: string) => Promise<void>> = {
  delete: deleteGroup,
  restore: restoreGroup,
  protect: (work, name) => setPrevention(of(work), name, true),
  unprotect: (work, name) => setPrevention(of(work), name, false),
  hide: (work, name) => setHidden(of(work), name, true),
  show: (work, name) => setHidden(of(work), name, false),
};

/** The operation is about all of them, so no one group is noted as its subject. */
const of = (work: Work) => ({ ...work, request: { subject: undefined } });

export const actName = (reach: GroupReach, act: GroupBulkAct): string =>
  reach === 'any' ? `group.${act}` : `global-group.${act}`;

export const groupBulk: readonly BulkAct[] = reaches.flatMap((reach) =>
  groupBulkActs.map((act) =>
    defineAct({
      name: actName(reach, act),
      event: events[act],
      permission: permissionOf[reach],
      input: z.object({}),
      run: async ({ tx: db, scope, now }, name) => {
        const work = { db, scope, now };
        if (reach === 'global' && (await readGroup(work, name)).type !== 'global') refuse('group.not-found');
        await works[act](work, name);
      },
    }),
  ),
);
