/** User deactivation: accounts closed for a period (specification §3, §4, §7 "User deactivation"). */
import { z } from 'zod';

import { userList } from '#areas/users/contract.ts';
import { BulkResult, selectionOf, Started } from '#kernel/bulk.ts';
import { command, query } from '#kernel/contract.ts';
import { Day, Description, Moment, orNothing, RowId, UserName } from '#kernel/fields.ts';
import { defineList, rowMarks } from '#kernel/list.ts';

import { deactivationFailures, deactivationStatuses } from './rules.ts';

export const Deactivation = z.object({
  id: z.number().int(),
  userName: z.string(),
  displayName: z.string(),
  /** The group through which the person was chosen. */
  groupName: z.string().nullable(),
  start: Day,
  /** The day the account opens again. */
  end: Day,
  status: z.enum(deactivationStatuses),
  /** Why it was not carried out. */
  message: z.enum(deactivationFailures).nullable(),
  comment: z.string().nullable(),
  registeredBy: z.string(),
  registeredTime: Moment,
  shielded: z.boolean(),
  ...rowMarks,
});
export type Deactivation = z.output<typeof Deactivation>;

export const deactivationList = defineList({
  id: 'deactivations',
  row: Deactivation,
  key: 'id',
  columns: {
    displayName: { kind: 'text', shown: true, width: 210 },
    groupName: { kind: 'text', shown: true, width: 160 },
    start: { kind: 'date', shown: true, width: 116 },
    end: { kind: 'date', shown: true, width: 130 },
    status: { kind: 'choice', shown: true, choices: deactivationStatuses, width: 130 },
    comment: { kind: 'text', shown: true, width: 240 },
    userName: { kind: 'text', width: 130 },
    registeredBy: { kind: 'text', shown: true, width: 180 },
    registeredTime: { kind: 'moment', width: 160 },
  },
  filters: { status: { kind: 'choice', choices: deactivationStatuses, several: true } },
  sort: { by: 'start', dir: 'desc' },
  search: true,
});

const Names = (name: z.ZodType<string, string>) => z.array(name).min(1).max(500);
const Period = { start: Day, end: Day, comment: orNothing(Description).optional() };
/** The rows that were made, and what was refused by its name. */
const Registered = BulkResult.extend({ Items: z.array(Deactivation) });

const Ids = z.preprocess(
  (value) => (typeof value === 'string' ? value.split(',').filter(Boolean) : value),
  z.array(RowId).min(1).max(500),
);

export const deactivations = {
  addGroups: command('POST /userdeactivation/add/groups', {
    summary: 'Schedules the deactivation of everybody in some groups, also in the groups within them',
    permission: 'users.deactivate',
    load: 'heavy',
    event: 'deactivation.registered',
    input: z.object({ groupNames: Names(z.string().min(1).max(64)), ...Period }),
    output: Registered,
    errors: [
      'request.invalid',
      'group.not-found',
      'user.guest',
      'deactivation.self',
      'deactivation.superadmin',
      'user.admin-account',
      'user.other-school',
    ],
  }),
  addUsers: command('POST /userdeactivation/add/users', {
    summary: 'Schedules the deactivation of some users',
    permission: 'users.deactivate',
    event: 'deactivation.registered',
    input: z.object({ userNames: Names(UserName), ...Period }),
    output: Registered,
    errors: [
      'request.invalid',
      'user.not-found',
      'user.guest',
      'deactivation.self',
      'deactivation.superadmin',
      'user.admin-account',
      'user.other-school',
    ],
  }),
  addMany: command('POST /userdeactivation/add/many', {
    summary:
      'Schedules the deactivation of many users, chosen by name or by the list’s filters, in the background',
    permission: 'users.deactivate',
    load: 'heavy',
    event: 'deactivation.many-registered',
    operation: 'own',
    input: z.object({ selection: selectionOf(userList.query), ...Period }),
    output: Started,
    errors: ['request.invalid', 'request.repeated'],
  }),
  activateMany: command('PUT /userdeactivation/activate/many', {
    summary: 'Opens the accounts of many users again before the end, in the background',
    permission: 'users.deactivate',
    load: 'heavy',
    event: 'deactivation.many-ended',
    operation: 'own',
    input: z.object({ selection: selectionOf(userList.query) }),
    output: Started,
    errors: ['request.repeated'],
  }),
  list: query('GET /userdeactivation/list', {
    summary: 'Planned, active and ended deactivations',
    permission: 'users.deactivate',
    input: deactivationList.query.extend({
      userName: UserName.optional(),
      groupName: z.string().max(64).optional(),
    }),
    output: deactivationList.result,
  }),
  activate: command('PUT /userdeactivation/activate', {
    summary: 'Opens the accounts again before the end',
    permission: 'users.deactivate',
    event: 'deactivation.ended',
    input: z.object({ ids: Ids.optional(), userNames: Names(UserName).optional() }),
    output: BulkResult,
    errors: [
      'request.invalid',
      'user.not-found',
      'user.guest',
      'user.closed-by-owner',
      'deactivation.not-found',
      'deactivation.not-deactivated',
    ],
  }),
  remove: command('DELETE /userdeactivation/delete', {
    summary: 'Deletes planned deactivations',
    permission: 'users.deactivate',
    event: 'deactivation.deleted',
    input: z.object({ ids: Ids }),
    output: BulkResult,
    errors: ['user.guest', 'user.closed-by-owner', 'deactivation.not-found', 'deactivation.not-planned'],
  }),
};
