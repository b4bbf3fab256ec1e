/** Exam groups with their anonymous candidates (specification §2 "Exam groups", §3, §7). */
import { z } from 'zod';

import { BulkResult } from '#kernel/bulk.ts';
import { command, query } from '#kernel/contract.ts';
import {
  Day,
  Moment,
  Nothing,
  orNothing,
  patterns,
  RowId,
  RowVersion,
  UserName,
  whole,
} from '#kernel/fields.ts';
import { limits } from '#kernel/limits.ts';
import { defineList, rowMarks } from '#kernel/list.ts';

import { examActs, examStatuses, readinesses } from './rules.ts';

const Teacher = z.object({ userName: z.string(), displayName: z.string() });

export const ExamGroupRow = z.object({
  id: z.number().int(),
  /** What locks are laid on. */
  name: z.string(),
  description: z.string(),
  examDate: Day,
  teacher: Teacher.nullable(),
  /** How many there are to be; while they are being made `made` says how far that is. */
  candidates: z.number().int(),
  made: z.number().int().nullable(),
  status: z.enum(examStatuses),
  /** What the preflight says of it, in a word; null = it is over. */
  readiness: z.enum(readinesses).nullable(),
  commonPathWin: z.string().nullable(),
  homePathWin: z.string().nullable(),
  commonPathMac: z.string().nullable(),
  homePathMac: z.string().nullable(),
  createdBy: z.string(),
  created: Moment,
  version: z.number().int(),
  /** What this reader may do with it now. */
  can: z.array(z.enum(examActs)),
  ...rowMarks,
});
export type ExamGroupRow = z.output<typeof ExamGroupRow>;

export const ExamGroupDetail = ExamGroupRow.extend({
  ended: Moment.nullable(),
  /** How many have a password that can still be shown. */
  passwords: z.number().int(),
  signedIn: z.number().int(),
  /** What a colleague types to take the exam over; for those who see its passwords, until it is over. */
  handOverCode: z.string().nullable(),
  /** The locks on it that are not over. */
  locks: z.array(z.object({ id: z.number().int(), description: z.string(), from: Moment, until: Moment })),
});
export type ExamGroupDetail = z.output<typeof ExamGroupDetail>;

export const examGroupList = defineList({
  id: 'exam-groups',
  row: ExamGroupRow,
  key: 'id',
  columns: {
    description: { kind: 'text', shown: true, width: 240 },
    examDate: { kind: 'date', shown: true, width: 150 },
    teacher: { kind: 'text', shown: true, width: 190 },
    candidates: { kind: 'number', shown: true, width: 110 },
    status: { kind: 'choice', shown: true, choices: examStatuses, width: 130 },
    readiness: { kind: 'choice', shown: true, choices: readinesses, sort: false, width: 150 },
    name: { kind: 'text', width: 180 },
    commonPathWin: { kind: 'text', width: 220 },
    homePathWin: { kind: 'text', width: 220 },
  },
  filters: {
    status: { kind: 'choice', choices: examStatuses, several: true },
    days: { kind: 'days' },
    teacher: { kind: 'text' },
  },
  sort: { by: 'examDate', dir: 'desc' },
  search: true,
});

export const CandidateRow = z.object({
  userName: z.string(),
  candidateNo: z.number().int(),
  lastLogin: Moment.nullable(),
  machine: z.string().nullable(),
  locked: z.boolean(),
  late: z.boolean(),
  ...rowMarks,
});
export type CandidateRow = z.output<typeof CandidateRow>;

export const candidateList = defineList({
  id: 'exam-candidates',
  row: CandidateRow,
  key: 'userName',
  columns: {
    candidateNo: { kind: 'number', shown: true, width: 120 },
    userName: { kind: 'text', shown: true, width: 170 },
    lastLogin: { kind: 'moment', shown: true, width: 160 },
    machine: { kind: 'text', width: 150 },
    locked: { kind: 'flag', shown: true, width: 110 },
    late: { kind: 'flag', width: 110 },
  },
  filters: { signedIn: { kind: 'flag' } },
  sort: { by: 'candidateNo', dir: 'asc' },
  search: true,
});

const Id = RowId;
const Text = z
  .string()
  .trim()
  .min(1)
  .max(limits.description)
  .regex(patterns.noAngles.regex, { error: 'angles' });
const Path = orNothing(z.string().trim().max(260).regex(patterns.noAngles.regex, { error: 'angles' }));
const Count = whole(1, limits.examCandidates);
const Paths = {
  commonPathWin: Path.optional(),
  homePathWin: Path.optional(),
  commonPathMac: Path.optional(),
  homePathMac: Path.optional(),
};

const Password = z.object({
  candidateNo: z.number().int(),
  userName: z.string(),
  password: z.string(),
});
export type CandidatePassword = z.output<typeof Password>;
const Passwords = z.object({ Items: z.array(Password) });
const Format = {
  format: z.enum(['json', 'pdf']).default('json'),
  language: z.enum(['nb', 'nn', 'en']).default('nb'),
};

const Changes = z.object({
  id: Id,
  version: RowVersion.optional(),
  description: Text.optional(),
  examDate: Day.optional(),
  teacherUserName: UserName.optional(),
  /** More than there are: the others come late. There are never fewer. */
  candidates: Count.optional(),
  ...Paths,
});
export type ExamChanges = z.output<typeof Changes>;

const NewExam = z.object({
  description: Text,
  examDate: Day,
  teacherUserName: UserName,
  candidates: Count,
  ...Paths,
});
export type NewExam = z.output<typeof NewExam>;

export const examGroups = {
  add: command('POST /examgroup/add', {
    summary: 'Makes an exam group with its anonymous candidates and their passwords',
    permission: 'exams.manage',
    event: 'exam-group.added',
    input: NewExam,
    output: ExamGroupDetail,
    errors: ['request.invalid', 'school.not-chosen'],
  }),
  list: query('POST /examgroup/list', {
    summary: 'The exam groups of the school; of a teacher those they are responsible for',
    permission: 'exams.read',
    input: examGroupList.query.extend({ from: Day.optional(), to: Day.optional() }),
    output: examGroupList.result,
  }),
  remove: command('DELETE /examgroup/delete', {
    summary: 'Deletes exam groups with their candidates',
    permission: 'exams.manage',
    event: 'exam-group.deleted',
    input: z.object({
      ids: z.preprocess(
        (value) => (typeof value === 'string' ? value.split(',').filter(Boolean) : value),
        z.array(Id).min(1).max(500),
      ),
    }),
    output: BulkResult,
    errors: ['exam-group.not-found', 'exam-group.locked'],
  }),
  passwords: query('GET /examgroup/:id/passwords', {
    summary: 'The candidates’ passwords, as an answer or as cards to print, until the day after the exam',
    permission: 'exams.passwords',
    load: 'heavy',
    event: 'exam-group.passwords-shown',
    secret: true,
    input: z.object({ id: Id, ...Format }),
    output: Passwords,
    errors: ['exam-group.not-found', 'exam-group.passwords-gone'],
  }),
  renewPasswords: command('POST /examgroup/passwords/new', {
    summary: 'Makes new passwords for some candidates, or for all of them',
    permission: 'exams.manage',
    event: 'exam-group.passwords-renewed',
    secret: true,
    input: z.object({ id: Id, userNames: z.array(UserName).min(1).max(500).optional(), ...Format }),
    output: Passwords,
    errors: ['exam-group.not-found', 'exam-group.over', 'exam-candidate.not-found'],
  }),
  users: query('POST /examgroup/users', {
    summary: 'The candidates of an exam group',
    permission: 'exams.read',
    input: candidateList.query.extend({ id: Id }),
    output: candidateList.result,
    errors: ['exam-group.not-found'],
  }),
  update: command('PUT /examgroup/update', {
    summary: 'Changes an exam group; with more candidates the new ones come late',
    permission: 'exams.manage',
    event: 'exam-group.changed',
    input: Changes,
    output: ExamGroupDetail,
    errors: ['request.invalid', 'exam-group.not-found', 'exam-group.over', 'row.stale'],
  }),
  takeOver: command('POST /examgroup/takeover', {
    summary:
      'Makes the caller the responsible teacher of an exam at their school, by its name, and by its hand-over code unless they administer exams',
    permission: 'exams.passwords',
    event: 'exam-group.taken-over',
    input: z.object({
      name: z.string().trim().min(1).max(64),
      /** Left out by those who administer exams. */
      code: z.string().trim().toLowerCase().max(20).optional(),
    }),
    output: ExamGroupDetail,
    errors: ['request.invalid', 'exam-group.not-found', 'exam-group.over', 'probing.too-many'],
  }),
  taken: query('GET /examgroup/taken', {
    summary: 'Exams the reader was responsible for until somebody else took them over, of the last fortnight',
    permission: 'exams.read',
    input: Nothing,
    output: z.object({
      Items: z.array(
        z.object({ description: z.string(), examDate: Day, teacher: Teacher.nullable(), at: Moment }),
      ),
    }),
  }),
  end: command('POST /examgroup/end', {
    summary: 'Ends an exam before its day is over; its passwords are gone',
    permission: 'exams.passwords',
    event: 'exam-group.ended',
    input: z.object({ id: Id }),
    output: ExamGroupDetail,
    errors: ['exam-group.not-found', 'exam-group.over'],
  }),
  detail: query('GET /examgroup/:id', {
    summary: 'An exam group: its candidates in number, its paths, its locks',
    permission: 'exams.read',
    input: z.object({ id: Id }),
    output: ExamGroupDetail,
    errors: ['exam-group.not-found'],
  }),
};
