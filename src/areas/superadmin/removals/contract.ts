/** Mail and files of accounts that are deleted for good, until a system that keeps them has removed them (specification §4). */
import { z } from 'zod';

import { query } from '#kernel/contract.ts';
import { Moment } from '#kernel/fields.ts';
import { defineList } from '#kernel/list.ts';

export const removalStates = ['waiting', 'done'] as const;

export const RemovalRow = z.object({
  id: z.number().int(),
  userName: z.string(),
  email: z.string().nullable(),
  /** The primary school the account had. */
  school: z.string().nullable(),
  deleted: Moment,
  state: z.enum(removalStates),
  /** When a connected system had removed mail and files. */
  done: Moment.nullable(),
});
export type RemovalRow = z.output<typeof RemovalRow>;

export const removalList = defineList({
  id: 'account-removals',
  row: RemovalRow,
  key: 'id',
  columns: {
    userName: { kind: 'text', shown: true, width: 170 },
    email: { kind: 'text', shown: true, width: 260 },
    school: { kind: 'text', shown: true, width: 190 },
    deleted: { kind: 'moment', shown: true, width: 150 },
    state: { kind: 'choice', shown: true, choices: removalStates, width: 170 },
    done: { kind: 'moment', width: 150 },
  },
  filters: {
    state: { kind: 'choice', choices: removalStates, asViews: true },
    deleted: { kind: 'days' },
  },
  sort: { by: 'deleted', dir: 'asc' },
  search: true,
});

export const removals = {
  list: query('POST /superadmin/removals/list', {
    summary: 'Deleted accounts whose mail and files wait for removal, and those whose are removed',
    permission: 'directory.manage',
    input: removalList.query,
    output: removalList.result,
  }),
};
