/** Accounts that several people share: a library machine, a reception (specification §7 "Common users"). */
import { z } from 'zod';

import { NewPassword, notTheSame, sameTwice } from '#areas/users/passwords/contract.ts';
import { BulkResult } from '#kernel/bulk.ts';
import { command, query } from '#kernel/contract.ts';
import {
  Description,
  Done,
  Moment,
  Nothing,
  orNothing,
  RowVersion,
  UserName,
  UserTitle,
} from '#kernel/fields.ts';
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
  version: z.number().int(),
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
    school: { kind: 'text', shown: 'owner', width: 180 },
  },
  filters: {},
  sort: { by: 'userName', dir: 'asc' },
  search: true,
});

/** What a directory takes, and what everybody can type at a machine they share. */
const AccountName = z
  .string()
  .trim()
  .toLowerCase()
  .min(3)
  .max(20)
  .regex(/^[a-z0-9][a-z0-9._-]*$/, { error: 'accountName' });

const About = {
  displayName: UserTitle.min(1),
  description: orNothing(Description).optional(),
  /** By user name: an employee. */
  responsible: orNothing(UserName).optional(),
};

const NewCommonUser = NewPassword.extend({ userName: AccountName, ...About });
const Changes = z.object(About).partial();

export const commonUsers = {
  /** Whoever answers for an account is told by name too: nobody knows people by user name. */
  list: query('GET /commonuser/list', {
    summary: 'The accounts that several people share',
    permission: 'common-users.read',
    input: commonUserList.query,
    output: commonUserList.result,
  }),
  add: command('POST /commonuser/add', {
    summary: 'Makes an account at the current school that several people share, with its password',
    permission: 'common-users.update',
    event: 'common-user.created',
    secret: true,
    unique: ['userName'],
    input: NewCommonUser.refine(sameTwice, notTheSame),
    output: CommonUser,
    errors: [
      'request.invalid',
      'school.not-chosen',
      'user.name-taken',
      'password.refused',
      'probing.too-many',
    ],
  }),
  update: command('PUT /commonuser/update', {
    summary: 'Changes what a shared account is called, what it is for, and who answers for it',
    permission: 'common-users.update',
    event: 'common-user.updated',
    input: Changes.extend({ userName: UserName, version: RowVersion }),
    output: CommonUser,
    errors: ['request.invalid', 'user.not-found', 'row.stale'],
  }),
  remove: command('DELETE /commonuser/delete', {
    summary: 'Deletes shared accounts for good; their mail and files go at the next import',
    permission: 'common-users.update',
    event: 'common-user.deleted',
    input: z.object({
      userNames: z.preprocess(
        (value) => (typeof value === 'string' ? value.split(',').filter(Boolean) : value),
        z.array(UserName).min(1).max(100),
      ),
    }),
    output: BulkResult,
    errors: ['user.not-found', 'user.admin-account'],
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
