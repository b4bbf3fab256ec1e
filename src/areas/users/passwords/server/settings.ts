/** The site's own rules for passwords; the specification's hold where nothing is stored. */
import { sql } from 'kysely';
import { z } from 'zod';

import type { Db } from '#server/db.ts';

import { type PasswordRules, rulesOf } from '../rules.ts';

const Stored = z.object({
  passwordMinimum: z.number().int().optional().catch(undefined),
  passwordNeedsNumber: z.boolean().optional().catch(undefined),
  /** Whether teachers may set the passwords of the pupils they teach. */
  teachersSetPasswords: z.boolean().optional().catch(undefined),
});

export interface PasswordSettings {
  rules: PasswordRules;
  teachersSetPasswords: boolean;
}

export async function readPasswordSettings(db: Db): Promise<PasswordSettings> {
  const { rows } = await sql<{ settings: unknown }>`
    select coalesce(jsonb_object_agg(key, value), '{}') as settings
      from site_setting where key = any(${Object.keys(Stored.shape)})`
    // The keys inside the value are the settings' own names.
    .execute(db.withoutPlugins());
  const { passwordMinimum, passwordNeedsNumber, teachersSetPasswords } = Stored.parse(rows[0]?.settings);
  return {
    rules: rulesOf({
      ...(passwordMinimum !== undefined && { minimum: passwordMinimum }),
      ...(passwordNeedsNumber !== undefined && { needsNumber: passwordNeedsNumber }),
    }),
    teachersSetPasswords: teachersSetPasswords ?? false,
  };
}
