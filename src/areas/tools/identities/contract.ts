/** Records of a file that may be somebody the portal knows: a person decides, and the decision is remembered. */
import { z } from 'zod';

import { BulkResult } from '#kernel/bulk.ts';
import { command, query } from '#kernel/contract.ts';
import { Moment, patterns, RowNumber } from '#kernel/fields.ts';
import { limits } from '#kernel/limits.ts';
import { defineList } from '#kernel/list.ts';

/**
 * `same-number`: a new record has an account's number. `two-claim`: a record's former id belongs to an account that
 * another record has. `changed-number`: an account's number is another in the file. `shared-number`: two accounts have
 * one number.
 */
export const identityKinds = ['same-number', 'two-claim', 'changed-number', 'shared-number'] as const;
export const identityStates = ['open', 'same', 'different'] as const;

export const IdentityRow = z.object({
  id: z.number().int(),
  kind: z.enum(identityKinds),
  state: z.enum(identityStates),
  /** As the file says it. */
  name: z.string(),
  sourceId: z.string(),
  feed: z.string(),
  userName: z.string(),
  displayName: z.string(),
  school: z.string().nullable(),
  /** The six first digits. */
  oldNumber: z.string().nullable(),
  newNumber: z.string().nullable(),
  found: Moment,
  decidedBy: z.string().nullable(),
  reason: z.string().nullable(),
});
export type IdentityRow = z.input<typeof IdentityRow>;

export const identityList = defineList({
  id: 'identities',
  row: IdentityRow,
  key: 'id',
  columns: {
    name: { kind: 'text', shown: true, width: 180 },
    kind: { kind: 'choice', shown: true, choices: identityKinds, width: 290 },
    displayName: { kind: 'text', shown: true, width: 180 },
    userName: { kind: 'text', shown: true, width: 120 },
    school: { kind: 'text', shown: true, width: 170 },
    oldNumber: { kind: 'text', shown: true, sort: false, width: 150 },
    newNumber: { kind: 'text', shown: true, sort: false, width: 120 },
    state: { kind: 'choice', shown: true, choices: identityStates, width: 150 },
    found: { kind: 'moment', shown: true, width: 140 },
    feed: { kind: 'text', width: 120 },
    sourceId: { kind: 'text', width: 160 },
    decidedBy: { kind: 'text', width: 140 },
    reason: { kind: 'text', width: 200 },
  },
  filters: {
    state: { kind: 'choice', choices: identityStates, asViews: true },
    kind: { kind: 'choice', choices: identityKinds, several: true },
  },
  sort: { by: 'found', dir: 'desc' },
  search: true,
});

export const IdentityDecision = z.object({
  ids: z.array(RowNumber).min(1).max(200),
  isSame: z.boolean(),
  reason: z
    .string()
    .trim()
    .min(1, { error: 'required' })
    .max(limits.description)
    .regex(patterns.noAngles.regex, { error: patterns.noAngles.key }),
});

export const identities = {
  list: query('POST /identities/list', {
    summary: 'Records that may be people the portal knows, open and decided',
    permission: 'import.decide',
    load: 'heavy',
    input: identityList.query,
    output: identityList.result,
  }),
  decide: command('PUT /identities/decide', {
    summary: 'Says that records are the people the portal takes them for, or are not; remembered',
    permission: 'import.decide',
    event: 'identity.decided',
    input: IdentityDecision,
    output: BulkResult,
    errors: ['identity.not-found', 'identity.number-taken'],
  }),
};
