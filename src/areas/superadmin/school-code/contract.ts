/** The secret by which a school's own systems show the federation who they are (specification §7 "School code"). */
import { z } from 'zod';

import { command, query } from '#kernel/contract.ts';
import { Day, Moment } from '#kernel/fields.ts';
import { defineList } from '#kernel/list.ts';

import { secretStatuses } from './rules.ts';

export const SchoolCode = z.object({
  code: z.string(),
  name: z.string(),
  abbreviation: z.string(),
  status: z.enum(secretStatuses),
  created: Moment.nullable(),
  /** The last day it holds. */
  validTo: Day.nullable(),
});
export type SchoolCode = z.output<typeof SchoolCode>;

export const schoolCodeList = defineList({
  id: 'school-codes',
  row: SchoolCode,
  key: 'code',
  columns: {
    name: { kind: 'text', shown: true, width: 240 },
    code: { kind: 'text', shown: true, width: 130 },
    abbreviation: { kind: 'text', shown: true, width: 120 },
    status: { kind: 'choice', shown: true, choices: secretStatuses, width: 150 },
    created: { kind: 'moment', shown: true, width: 150 },
    validTo: { kind: 'date', shown: true, width: 120 },
  },
  filters: { status: { kind: 'choice', choices: secretStatuses, several: true } },
  sort: { by: 'name', dir: 'asc' },
  search: true,
});

const Code = z.string().trim().min(1).max(50);

export const schoolCodes = {
  list: query('POST /schoolcode/list', {
    summary: 'The schools with their codes, and how long the secret of each holds',
    permission: 'school-codes.issue',
    input: schoolCodeList.query,
    output: schoolCodeList.result,
  }),
  generate: command('POST /schoolcode/generatesecret', {
    summary: 'Makes a federation secret for a school, shown once; `rotate` replaces the one there is',
    permission: 'school-codes.issue',
    event: 'school-code.secret-generated',
    secret: true,
    input: z.object({ school: Code, rotate: z.boolean().default(true) }),
    output: z.object({ schoolCode: z.string(), secret: z.string(), created: Moment, validTo: Day }),
    errors: ['school.not-found', 'school-code.exists'],
  }),
};
