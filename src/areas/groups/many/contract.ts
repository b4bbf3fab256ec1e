/** Acts on many groups: chosen by filter or by name, carried out as an operation with an outcome for each. */
import { z } from 'zod';

import { groupList } from '#areas/groups/contract.ts';
import { selectionOf, Started } from '#kernel/bulk.ts';
import { command } from '#kernel/contract.ts';

export const groupBulkActs = ['delete', 'restore', 'protect', 'unprotect', 'hide', 'show'] as const;
export type GroupBulkAct = (typeof groupBulkActs)[number];

const input = z.object({ act: z.enum(groupBulkActs), selection: selectionOf(groupList.query) });

export const manyGroups = {
  act: command('POST /group/bulk', {
    summary: 'Does one thing to many groups, chosen by name or by the list’s filters, in the background',
    permission: 'groups.manage',
    load: 'heavy',
    event: 'group.many-changed',
    operation: 'own',
    input,
    output: Started,
    errors: ['request.repeated'],
  }),
  actGlobal: command('POST /globalgroup/bulk', {
    summary: 'Does one thing to many groups across schools, in the background',
    permission: 'global-groups.manage',
    load: 'heavy',
    event: 'group.many-changed',
    operation: 'own',
    input,
    output: Started,
    errors: ['request.repeated'],
  }),
};
