/** What a password must be here: the specification's rules as the preset, and stricter ones (specification §5). */
import { z } from 'zod';

import { HIGHEST_MINIMUM, LEAST_WITHOUT_NUMBER } from '#areas/users/passwords/rules.ts';
import { command, query } from '#kernel/contract.ts';
import { limits } from '#kernel/limits.ts';

const fields = {
  minimum: z.number().int().min(limits.passwordMinimum).max(HIGHEST_MINIMUM),
  needsNumber: z.boolean(),
  /** Whether teachers may set the passwords of the pupils they teach. */
  teachersSetPasswords: z.boolean(),
};

/** `version` says which state of the settings the editor saw. */
export const PasswordRulesForm = z.object({ ...fields, version: z.string() });
export type PasswordRulesForm = z.output<typeof PasswordRulesForm>;

export const passwordRules = {
  read: query('GET /superadminsettings/passwords', {
    summary: 'What a password must be, and whether teachers may set those of their pupils',
    permission: 'site.manage',
    input: z.object({}),
    output: PasswordRulesForm,
  }),
  update: command('PUT /superadminsettings/passwords', {
    summary: 'Raise what a password must be, and let teachers set those of their pupils or not',
    permission: 'site.manage',
    event: 'site-settings.password-rules-updated',
    input: PasswordRulesForm.refine(
      ({ minimum, needsNumber }) => needsNumber || minimum >= LEAST_WITHOUT_NUMBER,
      { error: 'numberNeeded', path: ['minimum'] },
    ),
    output: PasswordRulesForm,
    errors: ['row.stale'],
  }),
};
