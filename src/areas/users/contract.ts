/** Users: the list, the card and what school ICT may change (specification §3, §7 "Users"). */
import { z } from 'zod';

import { command, query } from '#kernel/contract.ts';
import {
  Day,
  Description,
  Email,
  Moment,
  orNothing,
  Phone,
  RowVersion,
  UserName,
  UserTitle,
  whole,
} from '#kernel/fields.ts';
import { defineList, rowMarks } from '#kernel/list.ts';
import { Cannot } from '#kernel/why.ts';

import { userCan } from './rules.ts';

export const userRoles = ['student', 'employee', 'studentBlockedEmployee'] as const;
export const accountStatuses = ['active', 'locked', 'deactivated', 'expired'] as const;
export const userTypes = ['both', 'employees', 'students', 'expired'] as const;

export const SchoolRef = z.object({ code: z.string(), name: z.string(), abbreviation: z.string() });
export type SchoolRef = z.infer<typeof SchoolRef>;

export const UserRow = z.object({
  userName: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  title: z.string().nullable(),
  department: z.string().nullable(),
  role: z.enum(userRoles),
  className: z.string().nullable(),
  grade: z.string().nullable(),
  primarySchool: SchoolRef.nullable(),
  /** The school the row is of: the one the reader stands at, else the primary school. */
  school: SchoolRef.nullable(),
  email: z.string().nullable(),
  mobilePhone: z.string().nullable(),
  expiryDate: Day.nullable(),
  tabletCount: z.number(),
  accountStatus: z.enum(accountStatuses),
  lastLogin: Moment.nullable(),
  source: z.string(),
  added: Moment,
  shielded: z.boolean(),
  ...rowMarks,
});
export type UserRow = z.output<typeof UserRow>;

export const userList = defineList({
  id: 'users',
  row: UserRow,
  key: 'userName',
  columns: {
    name: { kind: 'text', shown: true, width: 210 },
    userName: { kind: 'text', shown: true, width: 120 },
    classOrTitle: { kind: 'text', shown: true, width: 140 },
    role: { kind: 'choice', shown: true, choices: userRoles, width: 96 },
    primarySchool: { kind: 'text', shown: true, width: 170 },
    email: { kind: 'text', shown: true, width: 250 },
    accountStatus: { kind: 'choice', shown: true, choices: accountStatuses, width: 120 },
    mobilePhone: { kind: 'text', width: 130 },
    department: { kind: 'text', width: 160 },
    expiryDate: { kind: 'date', width: 120 },
    tabletCount: { kind: 'number', width: 100, filledBy: 'tablets' },
    lastLogin: { kind: 'moment', width: 160 },
    source: { kind: 'text', width: 160 },
    added: { kind: 'moment', width: 160 },
  },
  filters: {
    userType: { kind: 'choice', choices: userTypes, asViews: true },
    className: { kind: 'lookup', lookup: '/user/classes', several: true, ofSchool: true },
    grade: { kind: 'lookup', lookup: '/user/grades', several: true },
    role: { kind: 'choice', choices: userRoles, several: true },
    accountStatus: { kind: 'choice', choices: accountStatuses, several: true },
    expiresBefore: { kind: 'day' },
    since: { kind: 'day' },
    added: { kind: 'days' },
    shielded: { kind: 'flag' },
    invalid: { kind: 'flag' },
  },
  sort: { by: 'name', dir: 'asc' },
  search: true,
});

export const Guardian = z.object({
  name: z.string(),
  relation: z.enum(['guardian', 'nextOfKin']),
  mobilePhone: z.string().nullable(),
  email: z.string().nullable(),
});

/** A change of primary school that waits for the next user import (specification §4). */
const PendingSchoolChange = z.object({
  to: SchoolRef,
  registered: Moment,
  registeredBy: z.string(),
  executesAt: Moment,
});

/** The period for which the account is closed, or the next one it will be closed for. */
const ClosedPeriod = z.object({ start: Day, end: Day, status: z.enum(['active', 'planned']) });

/** The fields school ICT may change; the ones the import owns are refused (`ownedFields`). */
export const editableFields = [
  'title',
  'department',
  'mobilePhone',
  'email',
  'description',
  'expiryDate',
] as const;

export const UserDetail = UserRow.extend({
  displayName: z.string(),
  description: z.string().nullable(),
  schools: z.array(
    SchoolRef.extend({
      role: z.enum(userRoles),
      className: z.string().nullable(),
      isPrimary: z.boolean(),
      /** The day the place was ended for good. */
      ended: Day.nullable(),
    }),
  ),
  guardians: z.array(Guardian),
  mustChangePassword: z.boolean(),
  lockedUntil: Moment.nullable(),
  nationalNumberMasked: z.string().nullable(),
  nationalNumberKind: z.string().nullable(),
  ownedFields: z.array(z.enum(editableFields)),
  version: z.number(),
  pendingSchoolChange: PendingSchoolChange.nullable(),
  /** Told to those who may close accounts. Temporary access and blocks are lists of their own, by `userName`. */
  deactivation: ClosedPeriod.nullable(),
  can: z.array(z.enum(userCan)),
  /** What this reader may not do, and why. */
  cannot: z.array(Cannot.extend({ act: z.enum(userCan) })),
});
export type UserDetail = z.output<typeof UserDetail>;

export const UserChanges = z.object({
  title: orNothing(UserTitle).optional(),
  department: orNothing(UserTitle).optional(),
  mobilePhone: orNothing(Phone).optional(),
  email: orNothing(Email).optional(),
  description: orNothing(Description).optional(),
  expiryDate: orNothing(Day).optional(),
  mustChangePassword: z.boolean().optional(),
});
export type UserChanges = z.output<typeof UserChanges>;

export const groupTypes = [
  'basis',
  'class',
  'instruction',
  'tutor',
  'grade',
  'subject',
  'eg',
  'section',
  'department',
  'predefined',
  'access',
  'uda',
  'nested',
  'global',
] as const;

export const memberRoles = [
  'student',
  'teacher',
  'contactTeacher',
  'leader',
  'administrator',
  'assistant',
  'other',
] as const;

const ByName = z.object({ name: UserName });
/** How far back; as the site has set when left out. */
const Lately = z.object({ days: whole(1, 365).optional() });
const UserType = z.enum(userTypes);

/**
 * `filterType`: the type of the list as the specification names it in this address (§6, §7); `userType` is the same.
 * The people of one group are the group's own list, `GET /group/users/download`.
 */
const DownloadQuery = userList.exportQuery
  .extend({ filterType: UserType.optional() })
  .refine(({ filterType, userType }) => (filterType ?? userType) === (userType ?? filterType), {
    error: 'invalid',
    path: ['filterType'],
  });

export const users = {
  list: query('POST /user/list', {
    summary: 'The users of the current school, or of the whole owner for those who hold an owner role',
    permission: 'users.read',
    input: userList.query,
    output: userList.result,
  }),
  download: query('GET /user/list/download', {
    summary: 'The same list as a file',
    permission: 'users.export',
    event: 'user.exported',
    rate: 'export',
    answers: 'file',
    input: DownloadQuery,
    output: z.unknown(),
  }),
  classes: query('GET /user/classes', {
    summary: 'The classes of the current school',
    permission: 'users.read',
    input: z.object({ search: z.string().max(100).default('') }),
    output: z.object({ Items: z.array(z.string()) }),
  }),
  grades: query('GET /user/grades', {
    summary: 'The grades of the current school',
    permission: 'users.read',
    input: z.object({ search: z.string().max(100).default('') }),
    output: z.object({ Items: z.array(z.string()) }),
  }),
  newCounts: query('POST /user/newusers', {
    summary: 'How many users came the last days (home widget)',
    permission: 'users.count',
    input: Lately.extend({ userType: UserType.default('both') }),
    output: z.object({
      days: z.number(),
      all: z.number(),
      employees: z.number(),
      students: z.number(),
      from: Day,
      to: Day,
    }),
  }),
  /** The day they came is the row's `added`, as in every list of users. */
  newList: query('POST /user/newusers/list', {
    summary: 'The users who came the last days',
    permission: 'users.read',
    calledBy: 'integration',
    input: userList.query.extend(Lately.shape),
    output: userList.result,
  }),
  quitCounts: query('POST /user/quit', {
    summary: 'How many users expired the last days, and how many are expired in all (home widget)',
    permission: 'users.count',
    input: Lately,
    output: z.object({ days: z.number(), recently: z.number(), all: z.number() }),
  }),
  update: command('PUT /user/update', {
    summary: 'Changes the fields of a user that the import does not own',
    permission: 'users.update',
    event: 'user.updated',
    unique: ['email'],
    input: UserChanges.extend({ userName: UserName, version: RowVersion }),
    output: UserDetail,
    errors: [
      'user.not-found',
      'user.email-taken',
      'user.field-owned-by-source',
      'user.own-account',
      'user.other-school',
      'user.closed-by-owner',
      'user.guest',
      'user.admin-account',
      'row.stale',
      'probing.too-many',
    ],
  }),
  showNationalNumber: command('POST /user/nationalnumber', {
    summary: 'Shows a user’s national number in full; every showing is logged',
    permission: 'national-number.show',
    event: 'user.national-number-shown',
    secret: true,
    input: z.object({ userName: UserName, reason: Description.optional() }),
    output: z.object({ nationalNumber: z.string().nullable() }),
    errors: ['user.not-found', 'user.guest'],
  }),
  /** Of somebody at another school: 404 as for nobody, not 403, which would tell that there is such a person. */
  get: query('GET /user/:name', {
    summary: 'A user’s card',
    permission: 'users.read',
    input: ByName,
    output: UserDetail,
    errors: ['user.not-found'],
  }),
};
