/** Who has signed the rules for the use of the school's equipment (tab "IKT agreement"). */
import { z } from 'zod';

import { userRoles } from '#areas/users/contract.ts';
import { BulkResult } from '#kernel/bulk.ts';
import { command, query } from '#kernel/contract.ts';
import { Day, Moment, UserName } from '#kernel/fields.ts';
import { defineList, rowMarks } from '#kernel/list.ts';

import { GroupName } from '../contract.ts';

const signings = ['signed', 'missing'] as const;
const memberKinds = ['students', 'employees'] as const;

export const AgreementRow = z.object({
  userName: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  role: z.enum(userRoles),
  className: z.string().nullable(),
  /** In the words of the list's filter: those who are missing are looked for, not those of whom it is untrue. */
  signed: z.enum(signings),
  date: Day.nullable(),
  registeredBy: z.string().nullable(),
  registered: Moment.nullable(),
  shielded: z.boolean(),
  ...rowMarks,
});
export type AgreementRow = z.output<typeof AgreementRow>;

export const agreementList = defineList({
  id: 'group-agreements',
  row: AgreementRow,
  key: 'userName',
  columns: {
    name: { kind: 'text', shown: true, width: 260 },
    signed: { kind: 'choice', shown: true, choices: signings, width: 140 },
    date: { kind: 'date', shown: true, width: 130 },
    className: { kind: 'text', shown: true, width: 110 },
    registeredBy: { kind: 'text', width: 200 },
    registered: { kind: 'moment', width: 160 },
    userName: { kind: 'text', width: 150 },
  },
  filters: {
    signed: { kind: 'choice', choices: signings },
    memberKind: { kind: 'choice', choices: memberKinds },
  },
  sort: { by: 'name', dir: 'asc' },
  search: true,
});

export const agreements = {
  list: query('POST /group/iktagreement', {
    summary: 'Who of a group’s members has signed the IKT agreement',
    permission: 'groups.read',
    input: agreementList.query.extend({ groupName: GroupName }),
    output: agreementList.result,
    errors: ['group.not-found'],
  }),
  download: query('GET /group/iktagreement/download', {
    summary: 'The same as a file: who is missing, for the class’s contact teacher',
    permission: 'groups.export',
    event: 'ict-agreement.exported',
    rate: 'export',
    answers: 'file',
    input: agreementList.exportQuery.extend({ groupName: GroupName }),
    output: z.unknown(),
    errors: ['group.not-found'],
  }),
  register: command('PUT /group/iktagreement', {
    summary: 'Registers that members have signed, or that they have not',
    permission: 'groups.agreements',
    event: 'ict-agreement.registered',
    input: z.object({
      groupName: GroupName,
      userNames: z.array(UserName).min(1).max(500),
      signed: z.boolean(),
      /** Today when left out; never a day to come. */
      date: Day.optional(),
    }),
    output: BulkResult,
    errors: ['group.not-found'],
  }),
};
