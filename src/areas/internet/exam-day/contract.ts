/** The day of an exam: what stands in its way before, and how it goes while it is held (specification §2, §4). */
import { z } from 'zod';

import { command, query } from '#kernel/contract.ts';
import { Day, Moment, RowId } from '#kernel/fields.ts';
import { chatRestrictions } from '#kernel/internet/lock-times.ts';

import { findingCodes, findingLevels, mends } from './preflight.ts';

const Id = RowId;

const Finding = z.object({
  code: z.enum(findingCodes),
  level: z.enum(findingLevels),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  mend: z.enum(mends).nullable(),
  lock: z.number().int().nullable(),
});

const Preflight = z.object({
  checked: Moment,
  findings: z.array(Finding),
  /** Whose passwords are lacking, for the button that makes them. */
  withoutPassword: z.array(z.string()),
});
export type Preflight = z.output<typeof Preflight>;

/** Whether the directory has an account, and lets anybody in. */
export const accountStates = ['open', 'closed', 'missing'] as const;

const Seat = z.object({
  candidateNo: z.number().int(),
  userName: z.string(),
  lastLogin: Moment.nullable(),
  machine: z.string().nullable(),
  late: z.boolean(),
  account: z.enum(accountStates),
  /** By name, in spite of a lock in force. */
  opened: z.boolean(),
});
export type Seat = z.output<typeof Seat>;

const LiveLock = z.object({
  id: z.number().int(),
  description: z.string(),
  from: Moment,
  until: Moment,
  active: z.boolean(),
  /** What the chat of the candidates is to be now. */
  chat: z.enum(chatRestrictions),
  /** The enforcement points that hold it, and since when each does. */
  held: z.array(z.object({ point: z.string(), since: Moment })),
});
export type LiveLock = z.output<typeof LiveLock>;

const Live = z.object({
  id: z.number().int(),
  name: z.string(),
  description: z.string(),
  examDate: Day,
  ended: Moment.nullable(),
  now: Moment,
  seats: z.array(Seat),
  locks: z.array(LiveLock),
  points: z.array(z.object({ name: z.string(), alive: z.boolean(), seen: Moment.nullable() })),
});
export type Live = z.output<typeof Live>;

export const examDay = {
  preflight: query('GET /examgroup/:id/preflight', {
    summary: 'What stands in the way of an exam, each with what mends it',
    permission: 'exams.read',
    input: z.object({ id: Id }),
    output: Preflight,
    errors: ['exam-group.not-found'],
  }),
  live: query('GET /examgroup/:id/live', {
    summary: 'How an exam goes: who has signed in, which locks are in force, and who holds them',
    permission: 'exams.read',
    input: z.object({ id: Id }),
    output: Live,
    errors: ['exam-group.not-found'],
  }),
  bring: command('POST /examgroup/accounts/bring', {
    summary: 'Brings an exam’s accounts to the directory at once, also those it refused before',
    permission: 'exams.passwords',
    event: 'exam-group.accounts-asked',
    input: z.object({ id: Id }),
    output: z.object({ accounts: z.number().int() }),
    errors: ['exam-group.not-found', 'exam-group.over'],
  }),
};
