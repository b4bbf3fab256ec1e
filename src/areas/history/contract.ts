/**
 * Looking back: who was in a group, which groups a person was in and who held which role at a school on a given day,
 * and what differs between two days. Read from the journal's changes, and from the days a membership counts.
 */
import { z } from 'zod';

import { groupTypes, memberRoles } from '#areas/users/contract.ts';
import { query } from '#kernel/contract.ts';
import { Day, UserName } from '#kernel/fields.ts';
import { roles } from '#kernel/permissions.ts';

/** `both` days, or on only one of them: came to be by `comparedTo`, or was gone by then. */
export const differences = ['both', 'added', 'removed'] as const;
export type Difference = (typeof differences)[number];

/** The state at the end of the day; with `comparedTo` a later day is set beside it. */
const Days = {
  on: Day,
  comparedTo: Day.optional(),
};

const Compared = { difference: z.enum(differences) };

export const MemberThen = z.object({
  userName: z.string(),
  displayName: z.string(),
  role: z.enum(memberRoles),
  /** The group within it through which they were in it; null = by themselves. */
  through: z.string().nullable(),
  /** The account is gone since; the name is what it was. */
  gone: z.boolean(),
  ...Compared,
});
export type MemberThen = z.output<typeof MemberThen>;

export const GroupThen = z.object({
  name: z.string(),
  displayName: z.string(),
  type: z.enum([...groupTypes, 'other']),
  role: z.enum(memberRoles),
  ...Compared,
});
export type GroupThen = z.output<typeof GroupThen>;

export const RoleThen = z.object({
  userName: z.string(),
  displayName: z.string(),
  role: z.enum(roles),
  orderedBy: z.string().nullable(),
  validTo: Day.nullable(),
  gone: z.boolean(),
  ...Compared,
});
export type RoleThen = z.output<typeof RoleThen>;

/** `since`: nothing is known of the days before, because the journal is kept for so long only. */
const answerOf = <Row extends z.ZodType>(row: Row) =>
  z.object({ Items: z.array(row), TotalItems: z.number(), since: Day.nullable() });

export const history = {
  members: query('POST /group/users/asof', {
    summary: 'The members of a group as they were on a day, and what differs on another',
    permission: 'log.read',
    load: 'heavy',
    input: z.object({ groupName: z.string().min(1).max(64), ...Days }),
    output: answerOf(MemberThen),
    errors: ['group.not-found'],
  }),
  groups: query('POST /user/groups/asof', {
    summary: 'The groups of a person as they were on a day, and what differs on another',
    permission: 'log.read',
    load: 'heavy',
    input: z.object({ userName: UserName, ...Days }),
    output: answerOf(GroupThen),
    errors: ['user.not-found'],
  }),
  roles: query('POST /school/roles/asof', {
    summary: 'Who held which role at a school on a day, and what differs on another',
    permission: 'log.read',
    load: 'heavy',
    input: z.object({ school: z.string().max(20).optional(), ...Days }),
    output: answerOf(RoleThen),
    errors: ['school.not-found'],
  }),
};
