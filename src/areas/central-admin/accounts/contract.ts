/**
 * The accounts of those who keep the portal: made in the portal itself, with a password, and in no school
 * (docs/decisions/0016). People of the schools are not among them, whatever roles they hold.
 */
import { z } from 'zod';

import { OwnSession } from '#areas/login/contract.ts';
import { NewPassword, notTheSame, sameTwice } from '#areas/users/passwords/contract.ts';
import { command, query } from '#kernel/contract.ts';
import { AccountName, Done, Moment, Nothing, PlainName, UserName } from '#kernel/fields.ts';
import { defineList } from '#kernel/list.ts';
import { ownerRoles, roles } from '#kernel/permissions.ts';
import { Cannot } from '#kernel/why.ts';

export const accountStates = ['open', 'locked', 'closed'] as const;
export const accountActs = ['password', 'unlock', 'factor', 'close', 'open', 'sessions'] as const;
export type AccountAct = (typeof accountActs)[number];

export const AccountRow = z.object({
  userName: z.string(),
  displayName: z.string(),
  roles: z.array(z.enum(roles)),
  state: z.enum(accountStates),
  /** When one-time codes were set up; null = the account asks for none. */
  secondFactor: Moment.nullable(),
  /** Set by somebody else: its owner chooses another at the next sign-in. */
  mustChange: z.boolean(),
  passwordChanged: Moment.nullable(),
  lastLogin: Moment.nullable(),
  /** Open just now. */
  sessions: z.number(),
  addedTime: Moment,
  /** User name of the person who gave the first role; null when the portal did, or when it was given before this was recorded. */
  addedBy: z.string().nullable(),
  isSelf: z.boolean(),
  can: z.array(z.enum(accountActs)),
  cannot: z.array(Cannot),
});
export type AccountRow = z.output<typeof AccountRow>;

export const accountList = defineList({
  id: 'portal-accounts',
  row: AccountRow,
  key: 'userName',
  columns: {
    displayName: { kind: 'text', shown: true, width: 210 },
    userName: { kind: 'text', shown: true, width: 150 },
    roles: { kind: 'list', shown: true, sort: false, width: 190, choices: ownerRoles },
    state: { kind: 'choice', shown: true, width: 110, choices: accountStates },
    secondFactor: { kind: 'moment', shown: true, width: 180 },
    sessions: { kind: 'number', shown: true, width: 110 },
    lastLogin: { kind: 'moment', shown: true, width: 160 },
    addedTime: { kind: 'moment', width: 160 },
    addedBy: { kind: 'text', width: 150 },
    passwordChanged: { kind: 'moment', width: 160 },
  },
  filters: {},
  sort: { by: 'displayName', dir: 'asc' },
  search: true,
});

const permission = 'portal-accounts.manage';
const One = z.object({ userName: UserName });
const refusals = ['portal-account.not-found', 'portal-account.own', 'portal-account.reads-people'] as const;

export const KeeperSession = OwnSession.extend({ userName: z.string() });

export const portalAccounts = {
  list: query('POST /centraladmin/accounts/list', {
    summary: 'The accounts of those who keep the portal',
    permission,
    input: accountList.query,
    output: accountList.result,
  }),
  add: command('POST /centraladmin/accounts', {
    summary: 'Makes an account with a password that its owner changes at the first sign-in',
    permission,
    event: 'portal-account.added',
    secret: true,
    input: NewPassword.extend({
      userName: AccountName,
      firstName: PlainName,
      lastName: PlainName,
    }).refine(sameTwice, notTheSame),
    output: z.object({ userName: z.string() }),
    errors: ['user.name-taken', 'password.refused'],
    unique: ['userName'],
  }),
  setPassword: command('PUT /centraladmin/accounts/password', {
    summary: 'Sets a password that the owner of the account changes at the next sign-in; their sessions end',
    permission,
    event: 'portal-account.password-set',
    secret: true,
    input: NewPassword.extend(One.shape).refine(sameTwice, notTheSame),
    output: Done,
    errors: [...refusals, 'portal-account.closed', 'password.refused'],
  }),
  unlock: command('PUT /centraladmin/accounts/unlock', {
    summary: 'Lifts the lock after failed attempts',
    permission,
    event: 'portal-account.unlocked',
    input: One,
    output: Done,
    errors: refusals,
  }),
  removeFactor: command('PUT /centraladmin/accounts/secondfactor/remove', {
    summary: 'Takes the one-time codes away from somebody who lost their telephone; their sessions end',
    permission,
    event: 'portal-account.factor-removed',
    input: One,
    output: Done,
    errors: [...refusals, 'second-factor.not-set-up'],
  }),
  close: command('PUT /centraladmin/accounts/close', {
    summary: 'Closes an account: nobody signs in with it, and its sessions end',
    permission,
    event: 'portal-account.closed',
    input: One,
    output: Done,
    errors: refusals,
  }),
  open: command('PUT /centraladmin/accounts/open', {
    summary: 'Opens a closed account again',
    permission,
    event: 'portal-account.opened',
    input: One,
    output: Done,
    errors: refusals,
  }),
  sessions: query('GET /centraladmin/sessions', {
    summary: 'Where those who keep the portal are signed in, latest used first',
    permission,
    input: z.object({ userName: UserName.optional() }),
    output: z.object({ Items: z.array(KeeperSession) }),
    errors: ['portal-account.not-found'],
  }),
  endSessions: command('PUT /centraladmin/sessions/end', {
    summary: 'Ends one session of an account, or all of them',
    permission,
    event: 'portal-account.sessions-ended',
    input: One.extend({ id: z.uuid().optional() }),
    output: z.object({ ended: z.number() }),
    errors: [...refusals, 'session.not-found'],
  }),
  suggest: query('GET /centraladmin/accounts/suggestion', {
    summary: 'A first password that is easy to read and type, and hard to guess',
    permission,
    input: Nothing,
    output: z.object({ password: z.string() }),
  }),
};
