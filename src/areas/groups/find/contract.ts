/** Finding groups, and people to put into them, in forms of every kind (specification §7 "Groups"). */
import { z } from 'zod';

import { groupTypes, SchoolRef, userRoles } from '#areas/users/contract.ts';
import { query } from '#kernel/contract.ts';
import { PageNumber, whole } from '#kernel/fields.ts';
import { limits } from '#kernel/limits.ts';

import { GroupName, GroupRow } from '../contract.ts';

/** What a picker shows of a group. */
const FoundGroup = GroupRow.pick({
  name: true,
  displayName: true,
  type: true,
  school: true,
  memberCount: true,
});
export type FoundGroup = z.output<typeof FoundGroup>;

const Types = z.preprocess(
  (value) => (typeof value === 'string' ? value.split(',').filter(Boolean) : value),
  z.array(z.enum(groupTypes)).max(groupTypes.length).optional(),
);
const Take = whole(1, 100).default(30);

export const groupFinding = {
  all: query('GET /group/all', {
    summary: 'Group names for pickers, in blocks of 500',
    permission: 'groups.find',
    calledBy: 'integration',
    input: z.object({
      types: Types,
      page: PageNumber.default(1),
      pageSize: whole(1, limits.backgroundPageSize).default(limits.backgroundPageSize),
    }),
    output: z.object({
      Items: z.array(FoundGroup.omit({ memberCount: true, school: true })),
      TotalItems: z.number(),
    }),
  }),
  search: query('POST /group/search', {
    summary: 'Finds groups by name',
    permission: 'groups.find',
    rate: 'search',
    input: z.object({ search: z.string().trim().min(2).max(100), types: Types, take: Take }),
    output: z.object({ Items: z.array(FoundGroup) }),
  }),
  /** Teachers too: it finds those whom they see anyway, for what they may do with them. */
  searchUsers: query('POST /group/search/users', {
    summary: 'Finds people to put into a group',
    permission: 'users.read',
    rate: 'search',
    input: z.object({
      search: z.string().trim().min(2).max(100),
      userType: z.enum(['both', 'employees', 'students']).default('both'),
      excludeGroup: GroupName.optional(),
      take: Take,
    }),
    output: z.object({
      Items: z.array(
        z.object({
          userName: z.string(),
          displayName: z.string(),
          className: z.string().nullable(),
          school: SchoolRef.nullable(),
          role: z.enum(userRoles),
        }),
      ),
    }),
  }),
};
