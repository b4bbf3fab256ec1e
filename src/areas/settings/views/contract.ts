/** Saved views: a reader's own filters, sort and columns of a list under a name. */
import { z } from 'zod';

import { command, query } from '#kernel/contract.ts';
import { Done, patterns, RowId } from '#kernel/fields.ts';

/** What stands behind `?` of the list's address: flat texts. The list itself drops what it does not know. */
const ViewState = z
  .record(z.string().min(1).max(60), z.string().max(2_000))
  .refine((state) => Object.keys(state).length <= 60, { error: 'invalid' });

const ViewName = z
  .string()
  .trim()
  .min(1)
  .max(60)
  .regex(patterns.noAngles.regex, { error: patterns.noAngles.key });

/** The id of a list definition: `users`, `group-members`. */
const ListId = z.string().regex(/^[a-z][a-z-]{0,39}$/, { error: 'invalid' });

export const SavedView = z.object({ id: z.number(), name: z.string(), state: ViewState });
export type SavedView = z.output<typeof SavedView>;

const ById = z.object({ id: RowId });

export const views = {
  list: query('GET /views', {
    summary: 'The reader’s saved views of one list, by name',
    permission: 'signed-in',
    input: z.object({ list: ListId }),
    output: z.object({ Items: z.array(SavedView) }),
  }),
  save: command('POST /views', {
    summary: 'Saves a view under a name',
    permission: 'signed-in',
    event: 'view.saved',
    input: z.object({ list: ListId, name: ViewName, state: ViewState }),
    output: SavedView,
    errors: ['view.name-taken'],
  }),
  change: command('PUT /views/:id', {
    summary: 'Renames a view or gives it another content',
    permission: 'signed-in',
    event: 'view.changed',
    input: ById.extend({ name: ViewName.optional(), state: ViewState.optional() }),
    output: SavedView,
    errors: ['view.not-found', 'view.name-taken'],
  }),
  remove: command('DELETE /views/:id', {
    summary: 'Deletes a view',
    permission: 'signed-in',
    event: 'view.deleted',
    input: ById,
    output: Done,
    errors: ['view.not-found'],
  }),
};
