/** Acts on many users: chosen by filter or by name, carried out as an operation; and lists pasted from elsewhere. */
import { z } from 'zod';

import { GroupName } from '#areas/groups/contract.ts';
import { SchoolRef, userList } from '#areas/users/contract.ts';
import { passwords } from '#areas/users/passwords/contract.ts';
import { selectionOf, Started } from '#kernel/bulk.ts';
import { command } from '#kernel/contract.ts';
import { Day, UserName } from '#kernel/fields.ts';

export const userActs = ['requirePassword', 'unlock', 'addToGroup', 'renew', 'deleteExpired'] as const;
export type UserAct = (typeof userActs)[number];

/** The most lines one paste resolves. */
export const MOST_PASTED = 2_000;
/** An e-mail address is the longest thing a line can mean; the rest of a line is not looked at. */
const LONGEST_LINE = 300;

/** How a pasted word was understood. */
export const matchKinds = ['userName', 'email', 'nationalNumber', 'name'] as const;

export const Candidate = z.object({
  userName: z.string(),
  displayName: z.string(),
  className: z.string().nullable(),
  school: SchoolRef.nullable(),
  by: z.enum(matchKinds),
});
export type Candidate = z.output<typeof Candidate>;

export const Resolved = z.object({
  /** The place of the line in what was sent, from 0: the line itself may be a national number, and is not sent back. */
  line: z.number().int(),
  /** One: found. Several: doubtful, a person must choose. None: unknown. */
  candidates: z.array(Candidate),
});
export type Resolved = z.output<typeof Resolved>;

export const manyUsers = {
  act: command('POST /user/bulk', {
    summary: 'Does one thing to many users, chosen by name or by the list’s filters, in the background',
    permission: 'users.read',
    load: 'heavy',
    event: 'user.many-changed',
    operation: 'own',
    input: z
      .object({
        act: z.enum(userActs),
        selection: selectionOf(userList.query),
        /** Of `addToGroup`. */
        groupName: GroupName.optional(),
        /** Of `renew`: the new last day, from today on. */
        expiryDate: Day.optional(),
      })
      .refine(({ act, groupName }) => (act === 'addToGroup') === (groupName !== undefined), {
        error: 'invalid',
        path: ['groupName'],
      })
      .refine(({ act, expiryDate }) => (act === 'renew') === (expiryDate !== undefined), {
        error: 'required',
        path: ['expiryDate'],
      }),
    output: Started,
    errors: ['request.repeated', 'request.invalid'],
  }),
  deleteInactive: command('POST /user/deleteinactive', {
    summary: 'Deletes expired users for good, in the background; their mail and files go at the next import',
    permission: 'users.delete',
    load: 'heavy',
    event: 'user.many-deleted',
    operation: 'own',
    input: z.object({ userNames: z.array(UserName).min(1).max(10_000), confirm: z.literal(true) }),
    output: Started,
    errors: ['request.repeated'],
  }),
  issuePasswords: command('POST /user/firsttimepasswords/many', {
    // All or nobody in one transaction, and the answer is the paper itself: a job's would have to lie somewhere until it
    // is fetched, with a thousand passwords in it.
    summary:
      'Makes first-time passwords for many users, chosen by name or by the list’s filters: a PDF to hand out',
    permission: 'passwords.issue',
    event: 'user.first-time-passwords-issued',
    rate: 'export',
    secret: true,
    answers: 'file',
    input: passwords.issue.input
      .omit({ userNames: true, output: true })
      .extend({ selection: selectionOf(userList.query) }),
    output: z.unknown(),
    errors: ['password.too-many', 'password.protected-among'],
  }),
  resolve: command('POST /user/resolve', {
    summary:
      'Finds the people that pasted lines mean: user names, e-mail addresses, names, or, for those who may show them, national numbers',
    permission: 'users.update',
    load: 'heavy',
    event: 'user.resolved',
    secret: true,
    input: z.object({ lines: z.array(z.string().max(LONGEST_LINE)).min(1).max(MOST_PASTED) }),
    output: z.object({ Items: z.array(Resolved) }),
    errors: ['probing.too-many'],
  }),
};
