/** The logs: who did what with before and after, long operations and how far they are (specification §7 "Logs"). */
import { z } from 'zod';

import { SchoolRef } from '#areas/users/contract.ts';
import { command, query } from '#kernel/contract.ts';
import { Description, Moment, OperationId, PageNumber, whole } from '#kernel/fields.ts';
import { defineList, Span } from '#kernel/list.ts';
import { ownerRoles } from '#kernel/permissions.ts';
import { Cannot } from '#kernel/why.ts';

import { RowChange, Target } from './changes.ts';

export const operationStatuses = ['running', 'completed', 'failed', 'held'] as const;
const Message = z.object({
  code: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
});

export const AuditEntry = z.object({
  id: z.number(),
  time: Moment,
  /** User name as it was then; null = the portal itself. */
  actor: z.string().nullable(),
  /** What people call the actor today; null for the portal itself and for whoever is gone. */
  actorName: z.string().nullable(),
  actorRole: z.string().nullable(),
  school: SchoolRef.nullable(),
  event: z.string(),
  target: Target.nullable(),
  result: z.enum(operationStatuses),
  /** How many rows were changed that the reader may see; at most 1,000 are counted. */
  changeCount: z.number(),
  /** The first few of them; the rest at `GET /logging/operation/:id`. */
  changes: z.array(RowChange),
  message: Message.nullable(),
  reason: z.string().nullable(),
  ip: z.string().nullable(),
  traceId: z.string().nullable(),
});
export type AuditEntry = z.output<typeof AuditEntry>;

const auditColumns = {
  time: { kind: 'moment', shown: true, width: 152 },
  actor: { kind: 'text', shown: true, width: 150 },
  event: { kind: 'choice', shown: true, width: 196 },
  target: { kind: 'text', shown: true, sort: false, width: 220 },
  changes: { kind: 'list', shown: true, sort: false, width: 280 },
  result: { kind: 'choice', shown: true, choices: operationStatuses, width: 120 },
  school: { kind: 'text', width: 180 },
  actorRole: { kind: 'choice', width: 160 },
  reason: { kind: 'text', sort: false, width: 200 },
  ip: { kind: 'text', sort: false, width: 140 },
  traceId: { kind: 'text', sort: false, width: 300 },
} as const;

export const auditList = defineList({
  id: 'change-log',
  row: AuditEntry,
  key: 'id',
  columns: auditColumns,
  filters: {
    at: { kind: 'days' },
    /**
     * The history of one person or group, as on its card: `user:kari.nordmann`, `group:FJB 8A`, or by the id in the log
     * `gone:4711` where the account is deleted.
     */
    target: { kind: 'lookup', lookup: '/logging/targets', named: true },
    actor: { kind: 'lookup', lookup: '/logging/actors', named: true },
    event: { kind: 'lookup', lookup: '/logging/events', several: true },
    targetType: { kind: 'choice', choices: ['user', 'group', 'school', 'role', 'setting'] },
    school: { kind: 'text' },
    result: { kind: 'choice', choices: operationStatuses, several: true },
  },
  sort: { by: 'time', dir: 'desc' },
  search: false,
});

export const adminLogList = defineList({
  id: 'admin-log',
  row: AuditEntry,
  key: 'id',
  columns: auditColumns,
  filters: {
    at: { kind: 'days' },
    actorRole: { kind: 'choice', choices: ownerRoles },
    actor: { kind: 'lookup', lookup: '/logging/actors', named: true },
    event: { kind: 'lookup', lookup: '/logging/events', several: true },
  },
  sort: { by: 'time', dir: 'desc' },
  search: false,
});

export const OperationRow = z.object({
  id: z.number(),
  time: Moment,
  finished: Moment.nullable(),
  event: z.string(),
  status: z.enum(operationStatuses),
  /** Null until it is known how many there are. */
  total: z.number().nullable(),
  done: z.number(),
  failed: z.number(),
  startedBy: z.string().nullable(),
  school: SchoolRef.nullable(),
  message: Message.nullable(),
});
export type OperationRow = z.output<typeof OperationRow>;

export const operationList = defineList({
  id: 'operation-log',
  row: OperationRow,
  key: 'id',
  columns: {
    time: { kind: 'moment', shown: true, width: 160 },
    event: { kind: 'choice', shown: true, width: 240 },
    status: { kind: 'choice', shown: true, choices: operationStatuses, width: 130 },
    done: { kind: 'number', shown: true, width: 170 },
    startedBy: { kind: 'text', shown: true, width: 170 },
    finished: { kind: 'moment', width: 160 },
    total: { kind: 'number', width: 110 },
    failed: { kind: 'number', width: 110 },
    school: { kind: 'text', width: 180 },
    message: { kind: 'text', shown: true, sort: false, width: 280 },
  },
  filters: {
    status: { kind: 'choice', choices: operationStatuses, several: true },
    event: { kind: 'lookup', lookup: '/logging/events', several: true },
    startedBy: { kind: 'lookup', lookup: '/logging/actors', named: true },
    at: { kind: 'days' },
  },
  sort: { by: 'time', dir: 'desc' },
  search: false,
});

/** What became, or would become, of a row: see `server/journal/undo/plan.ts`. */
export const undoOutcomes = ['reversed', 'partly', 'kept', 'cannot'] as const;

const UndoCounts = z.object({
  reversed: z.number(),
  partly: z.number(),
  kept: z.number(),
  cannot: z.number(),
});
export type UndoCounts = z.infer<typeof UndoCounts>;

const UndoRow = z.object({
  id: z.number(),
  outcome: z.enum(undoOutcomes),
  reason: z.string().nullable(),
  /** Where the reason is `refused`: how the direct act would be refused (a code of the error catalogue). */
  code: z.string().nullable(),
  /** Fields that stay as they are though the rest of the row turns back. */
  kept: z.array(z.string()),
  /** What the undoing does: before is how it is now, after how it becomes. */
  change: RowChange,
});
export type UndoRow = z.infer<typeof UndoRow>;

/** A part of an operation that is undone by itself: what it did to a school, or to a group and its members. */
const Part = z.object({
  /** A school's code. */
  school: z.string().trim().min(1).max(20).optional(),
  /** A group's name in the portal. */
  group: z.string().trim().min(1).max(64).optional(),
});

/** A page of the rows of one operation. */
const OfOperation = z.object({
  id: OperationId,
  page: PageNumber.default(1),
  pageSize: whole(1, 500).default(30),
});

/** What would turn back, by table and what becomes of its rows. */
const UndoSummary = z.array(z.object({ table: z.string(), kind: RowChange.shape.kind, rows: z.number() }));
export type UndoSummary = z.infer<typeof UndoSummary>;

export const undoing = {
  preview: query('POST /operation/undo/preview', {
    summary: 'What undoing an operation would do with each row it changed',
    permission: 'operations.undo',
    load: 'heavy',
    input: OfOperation.extend({ outcome: z.enum(undoOutcomes).optional(), ...Part.shape }),
    output: z.object({
      /** Null: too many changes to plan while somebody waits; what becomes of them stands in the log afterwards. */
      counts: UndoCounts.nullable(),
      /** How many changes the operation made in all. */
      changes: z.number(),
      summary: UndoSummary,
      Items: z.array(UndoRow),
      TotalItems: z.number(),
    }),
    errors: ['operation.not-found'],
  }),
  undo: command('POST /operation/undo', {
    summary: 'Undoes an operation as far as nothing it changed was touched since',
    permission: 'operations.undo',
    load: 'heavy',
    event: 'operation.undone',
    operation: 'own',
    input: z.object({ id: OperationId, reason: Description.optional(), ...Part.shape }),
    /** `counts` stands when it is done already; a large one goes on, and is read at `GET /jobs/:id`. */
    output: z.object({ operationId: z.number(), counts: UndoCounts.nullable() }),
    errors: ['operation.not-found'],
  }),
};

/** A choice of a filter that names somebody. `gone`: the account is deleted. */
const LogChoice = z.object({ value: z.string(), label: z.string(), note: z.enum(['gone']).optional() });
export type LogChoice = z.output<typeof LogChoice>;

/** Fewer than two letters find nobody. */
const Named = z.object({ search: z.string().trim().max(200).default('') });

export const logs = {
  audit: query('POST /logging/auditlogs', {
    summary: 'The change log: who did what, newest first, with before and after',
    permission: 'log.read',
    load: 'heavy',
    input: auditList.query.extend(Span.shape),
    output: auditList.result,
    errors: ['user.not-found', 'group.not-found'],
  }),
  auditDownload: query('GET /logging/auditlogs/download', {
    summary: 'The change log as a file',
    permission: 'log.read',
    event: 'log.exported',
    rate: 'export',
    answers: 'file',
    input: auditList.exportQuery,
    output: z.unknown(),
    errors: ['user.not-found', 'group.not-found'],
  }),
  admin: query('POST /logging/adminlogs', {
    summary: 'What superadmins and central admins did',
    permission: 'admin-log.read',
    load: 'heavy',
    input: adminLogList.query.extend(Span.shape),
    output: adminLogList.result,
    errors: ['user.not-found'],
  }),
  superadmin: query('POST /superadminsettings/logs', {
    summary: 'What superadmins did, newest first',
    permission: 'superadmins.manage',
    calledBy: 'integration',
    load: 'heavy',
    input: adminLogList.query.extend(Span.shape),
    output: adminLogList.result,
    errors: ['user.not-found'],
  }),
  operations: query('POST /logging/logs', {
    summary: 'Long operations and how far they are',
    permission: 'operations.read',
    input: operationList.query.extend(Span.shape),
    output: operationList.result,
    errors: ['user.not-found'],
  }),
  operation: query('GET /logging/operation/:id', {
    summary: 'One operation and the rows it changed, with before and after',
    permission: 'log.read',
    load: 'heavy',
    input: OfOperation,
    output: AuditEntry.extend({
      finished: Moment.nullable(),
      total: z.number().nullable(),
      done: z.number(),
      failed: z.number(),
      Items: z.array(RowChange),
      TotalItems: z.number(),
      /** There are more than that, of which so many can be looked through. */
      TotalIsCapped: z.boolean().optional(),
      /** The operation this one reversed, and the newest that reversed this one. */
      undoOf: z.number().nullable(),
      undoneBy: z.number().nullable(),
      can: z.array(z.enum(['undo'])),
      cannot: z.array(Cannot.extend({ act: z.enum(['undo']) })),
    }),
    errors: ['operation.not-found'],
  }),
  job: query('GET /jobs/:id', {
    summary: 'How far one long operation is',
    permission: 'operations.read',
    input: z.object({ id: OperationId }),
    output: OperationRow,
    errors: ['operation.not-found'],
  }),
  jobStream: query('GET /jobs/stream', {
    summary: 'Server-sent events: the running operations, and each again as it moves on',
    permission: 'operations.read',
    answers: 'events',
    input: z.object({}),
    output: z.unknown(),
  }),
  events: query('GET /logging/events', {
    summary: 'The kinds of events the log knows',
    permission: 'log.read',
    input: z.object({ search: z.string().max(100).default('') }),
    output: z.object({ Items: z.array(z.string()) }),
  }),
  targets: query('GET /logging/targets', {
    summary:
      'People, also with a deleted account, and groups whose history the reader may see, by any word of their names',
    permission: 'log.read',
    load: 'heavy',
    rate: 'search',
    input: Named,
    output: z.object({ Items: z.array(LogChoice) }),
  }),
  actors: query('GET /logging/actors', {
    summary: 'People who did something the reader sees, by any word of their names',
    permission: 'operations.read',
    load: 'heavy',
    rate: 'search',
    input: Named,
    output: z.object({ Items: z.array(LogChoice) }),
  }),
};
