/** Accounts that several people share: a library machine, a reception (specification §7 "Common users"). */
import { z } from 'zod';

import { NewPassword, notTheSame, sameTwice } from '#areas/users/passwords/contract.ts';
import { command, query } from '#kernel/contract.ts';
import { Done, Moment, Nothing, UserName } from '#kernel/fields.ts';
import { defineList } from '#kernel/list.ts';

export const CommonUser = z.object({
  userName: z.string(),
  displayName: z.string(),
  description: z.string().nullable(),
  /** Who answers for the account; shown by name. */
  responsible: z.object({ userName: z.string(), displayName: z.string() }).nullable(),
  lastLogin: Moment.nullable(),
  passwordChanged: Moment.nullable(),
  school: z.string().nullable(),
});
export type CommonUser = z.output<typeof CommonUser>;

export const commonUserList = defineList({
  id: 'common-users',
  row: CommonUser,
  key: 'userName',
  columns: {
    userName: { kind: 'text', shown: true, width: 160 },
    displayName: { kind: 'text', width: 180 },
    description: { kind: 'text', shown: true, width: 280 },
    responsible: { kind: 'text', shown: true, width: 180 },
    lastLogin: { kind: 'moment', shown: true, width: 150 },
    passwordChanged: { kind: 'moment', shown: true, width: 150 },
    school: { kind: 'text', width: 180 },
  },
  filters: {},
  sort: { by: 'userName', dir: 'asc' },
  search: true,
});

export const commonUsers = {
  list: query('GET /commonuser/list', {
    summary: 'The accounts that several people share',
    permission: 'common-users.read',
    input: commonUserList.query,
    output: commonUserList.result,
  }),
  changePassword: command('PUT /commonuser/changepassword', {
    summary: 'Sets the password of an account that several people share',
    permission: 'common-users.update',
    event: 'common-user.password-changed',
    secret: true,
    input: NewPassword.extend({ userName: UserName }).refine(sameTwice, notTheSame),
    output: Done,
    errors: ['user.not-found', 'user.expired', 'password.refused', 'password.admin-account'],
  }),
  /** The meaning is not in the specification; read as the group of the school's adult education («voksenopplæring»). */
  voxGroup: query('GET /schoolsettings/voxgroup', {
    summary: 'The school’s group for adult education, and how many are in it',
    permission: 'common-users.read',
    input: Nothing,
    output: z.object({
      groupName: z.string().nullable(),
      enabled: z.boolean(),
      memberCount: z.number().int(),
    }),
  }),
};
