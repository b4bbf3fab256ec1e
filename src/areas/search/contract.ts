/**
 * One search over everything that has a card (specification §7 "/search"). Machines and applications are searched with
 * their areas. A personal number finds nobody here: it would stand in the address.
 */
import { z } from 'zod';

import { groupFinding } from '#areas/groups/find/contract.ts';
import { query } from '#kernel/contract.ts';
import { whole } from '#kernel/fields.ts';

export const searchTypes = ['user', 'group'] as const;

const Types = z.preprocess(
  (value) => (typeof value === 'string' ? value.split(',').filter(Boolean) : value),
  z
    .array(z.enum(searchTypes))
    .max(searchTypes.length)
    .default([...searchTypes]),
);

export const search = {
  all: query('GET /search', {
    summary: 'Finds people with an open account, and groups, as far as the caller sees them',
    permission: 'signed-in',
    calledBy: 'integration',
    rate: 'search',
    input: z.object({
      q: z.string().trim().min(2).max(100),
      types: Types,
      take: whole(1, 30).default(10),
    }),
    output: z.object({
      users: groupFinding.searchUsers.output.shape.Items,
      groups: groupFinding.search.output.shape.Items,
    }),
  }),
};
