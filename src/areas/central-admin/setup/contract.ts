/**
 * The first day of a portal: its first central administrator, and a guide through what must be set before the schools can
 * use it. The guide can be left and taken up again: what is done is read from the portal itself.
 */
import { z } from 'zod';

import { NewPassword, notTheSame, sameTwice } from '#areas/users/passwords/contract.ts';
import { command, query } from '#kernel/contract.ts';
import { AccountName, Done, Moment, Nothing, PlainName } from '#kernel/fields.ts';

export const setupSteps = [
  'owner',
  'account',
  'database',
  'address',
  'federation',
  'files',
  'source',
  'rehearsal',
  'directory',
  'mail',
  'superadmin',
] as const;
export type SetupStep = (typeof setupSteps)[number];

/** `later`: somebody chose to leave it for another day. */
export const stepStates = ['done', 'open', 'later'] as const;

export const StepRow = z.object({
  step: z.enum(setupSteps),
  state: z.enum(stepStates),
  /** What is there: a name, an address, a count; null where nothing is. */
  found: z.string().nullable(),
});
export type StepRow = z.output<typeof StepRow>;

const SetupCode = z.string().trim().min(1).max(60);
const Part = z.string().trim().min(1).max(200);
const HIGHEST_PORT = 65_535;

/** A PostgreSQL server in place of the portal's own. */
const DatabaseServer = z.object({
  setupCode: SetupCode,
  databaseHost: Part,
  databasePort: z.number().int().min(1).max(HIGHEST_PORT),
  databaseName: Part,
  databaseUser: Part,
  databasePassword: z.string().min(1).max(200),
});
export type DatabaseServer = z.output<typeof DatabaseServer>;

/** In their order; after one that failed the rest is not tried. */
export const databaseChecks = ['connect', 'version', 'encoding', 'create', 'empty'] as const;

export const setup = {
  state: query('GET /setup/state', {
    summary: 'Whether the portal still waits for its first central administrator',
    permission: 'anyone',
    input: Nothing,
    /** `mayChooseServer`: the first visitor may have another database than the portal's own. */
    output: z.object({ isOpen: z.boolean(), mayChooseServer: z.boolean() }),
  }),
  begin: command('POST /setup/begin', {
    summary:
      'Name the owner and make the first central administrator, with the code that the portal printed at its start',
    permission: 'anyone',
    rate: 'sign-in',
    event: 'setup.begun',
    secret: true,
    input: NewPassword.extend({
      setupCode: SetupCode,
      ownerName: PlainName,
      userName: AccountName,
      firstName: PlainName,
      lastName: PlainName,
    }).refine(sameTwice, notTheSame),
    /** To be printed: the only time it is seen. */
    output: z.object({ recoveryCode: z.string() }),
    errors: ['setup.closed', 'setup.code-wrong', 'user.name-taken', 'password.refused'],
  }),
  testDatabase: command('POST /setup/database/test', {
    summary: 'Try a PostgreSQL server before the portal is taken into use',
    permission: 'anyone',
    rate: 'sign-in',
    event: 'connections.tested',
    operation: 'own',
    secret: true,
    input: DatabaseServer,
    output: z.object({
      Items: z.array(
        z.object({
          name: z.enum(databaseChecks),
          outcome: z.enum(['ok', 'failed', 'skipped']),
          said: z.string().nullable(),
        }),
      ),
    }),
    errors: ['setup.closed', 'setup.code-wrong'],
  }),
  chooseDatabase: command('PUT /setup/database', {
    summary: 'Use a PostgreSQL server from now on, and start the portal again with it',
    permission: 'anyone',
    rate: 'sign-in',
    event: 'connections.changed',
    secret: true,
    input: DatabaseServer,
    output: Done,
    errors: ['setup.closed', 'setup.code-wrong', 'setup.no-restart', 'setup.database-unfit'],
  }),
  steps: query('GET /setup/steps', {
    summary: 'How far the portal has come on its first day',
    permission: 'connections.manage',
    input: Nothing,
    output: z.object({ Items: z.array(StepRow), startedAt: Moment.nullable() }),
  }),
  putOff: command('PUT /setup/step', {
    summary: 'Leave a step of the guide for later, or take it up again',
    permission: 'connections.manage',
    event: 'setup.step-put-off',
    input: z.object({ step: z.enum(setupSteps), isLater: z.boolean() }),
    output: Done,
  }),
  restart: command('POST /setup/restart', {
    summary: 'Close the portal and open it again with the settings it has now',
    permission: 'connections.manage',
    event: 'portal.restarted',
    input: Nothing,
    output: Done,
    errors: ['setup.no-restart'],
  }),
};
