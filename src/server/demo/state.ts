/** How far the demo has come, from what the database says of itself. */
import { sql } from 'kysely';
import { z } from 'zod';

import type { Db } from '#server/db.ts';

/** Written with the story, in its operation. */
export const TOLD_KEY = 'demo';

/** `date`: the day of the file the story belongs to, which decides who is in it. */
export const Told = z.object({ date: z.iso.date(), preparedAt: z.iso.datetime() });
export type Told = z.infer<typeof Told>;

interface State {
  isTold: boolean;
  hasSchools: boolean;
  /** The day of the demo's file, when it has been imported. */
  importedOn: string | undefined;
}

export async function readState(db: Db): Promise<State> {
  const { rows } = await sql<{ isTold: boolean; hasSchools: boolean; extractedAt: string | null }>`
    select exists (select from site_setting where key = ${TOLD_KEY}) as is_told,
           exists (select from school) as has_schools,
           (select extracted_at from import_run
             where started_via = 'demo' and status = 'completed' and not dry_run order by id limit 1) as extracted_at
  `.execute(db);
  const [row] = rows;
  return {
    isTold: row?.isTold ?? false,
    hasSchools: row?.hasSchools ?? false,
    importedOn: row?.extractedAt?.slice(0, 'yyyy-mm-dd'.length),
  };
}

/** Undefined when this is no demo municipality of ours. */
export async function readTold(db: Db): Promise<Told | undefined> {
  const { rows } = await sql<{
    value: unknown;
  }>`select value from site_setting where key = ${TOLD_KEY}`.execute(db);
  return Told.safeParse(rows[0]?.value).data;
}
