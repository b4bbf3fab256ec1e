/** A list to try the mechanism on: every kind of column and filter, and marks on some rows. */
import { z } from 'zod';

import { command, query } from '#kernel/contract.ts';
import { Day, Description, Email, orNothing, Phone } from '#kernel/fields.ts';
import { defineList, rowMarks } from '#kernel/list.ts';

export const roles = ['student', 'employee', 'guest'] as const;
export const statuses = ['active', 'locked', 'expired'] as const;

export const Person = z.object({
  userName: z.string(),
  name: z.string(),
  role: z.enum(roles),
  school: z.string(),
  className: z.string(),
  status: z.enum(statuses),
  expires: z.string(),
  lastLogin: z.string(),
  tablets: z.number(),
  shielded: z.boolean(),
  tags: z.array(z.string()),
  ...rowMarks,
});
export type Person = z.output<typeof Person>;

export const personList = defineList({
  id: 'people',
  row: Person,
  key: 'userName',
  columns: {
    name: { kind: 'text', shown: true, width: 240 },
    userName: { kind: 'text', shown: true, width: 130 },
    role: { kind: 'choice', shown: true, choices: roles, width: 100 },
    school: { kind: 'text', shown: true, width: 170 },
    className: { kind: 'text', shown: true, width: 120 },
    status: { kind: 'choice', shown: true, choices: statuses, width: 110 },
    expires: { kind: 'date', shown: true, width: 116 },
    lastLogin: { kind: 'moment', shown: true, width: 150 },
    tablets: { kind: 'number' },
    shielded: { kind: 'flag' },
    tags: { kind: 'list', sort: false },
  },
  filters: {
    type: { kind: 'choice', choices: ['all', 'students', 'employees', 'expired'], asViews: true },
    school: { kind: 'lookup', lookup: '/people/schools', several: true },
    status: { kind: 'choice', choices: statuses, several: true },
    role: { kind: 'choice', choices: roles },
    comment: { kind: 'text' },
    expiresBefore: { kind: 'day' },
    lastLogin: { kind: 'days' },
    shielded: { kind: 'flag' },
  },
  sort: { by: 'name', dir: 'asc' },
  search: true,
});

export const Detail = z.object({
  userName: z.string(),
  name: z.string(),
  title: z.string(),
  email: z.string().nullable(),
  mobilePhone: z.string().nullable(),
  description: z.string().nullable(),
  expires: z.string(),
  version: z.number(),
});
export type Detail = z.output<typeof Detail>;

const Changes = z.object({
  title: z.string().trim().min(1).max(64),
  email: orNothing(Email),
  mobilePhone: orNothing(Phone),
  description: orNothing(Description),
  expires: Day,
});

export const people = {
  get: query('GET /people/:userName', {
    summary: 'One of them',
    permission: 'signed-in',
    input: z.object({ userName: z.string() }),
    output: Detail,
    errors: ['user.not-found'],
  }),
  update: command('PUT /people/update', {
    summary: 'Changes one of them',
    permission: 'signed-in',
    event: 'person.updated',
    input: Changes.partial().extend({ userName: z.string(), version: z.number() }),
    output: Detail,
    errors: ['row.stale', 'user.email-taken'],
  }),
  list: query('POST /people/list', {
    summary: 'People to try a list on',
    permission: 'signed-in',
    input: personList.query,
    output: personList.result,
  }),
  download: query('GET /people/download', {
    summary: 'The same as a file',
    permission: 'signed-in',
    answers: 'file',
    input: personList.exportQuery,
    output: z.unknown(),
  }),
};
