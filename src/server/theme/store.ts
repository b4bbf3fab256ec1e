import { sql } from 'kysely';

import type { Db } from '#server/db.ts';

export const COLOR_KEY = 'color';

export type Hex = `#${string}`;

/** Undefined: the owner has chosen none, and the colours the web is built with hold. */
export async function readColor(db: Db): Promise<Hex | undefined> {
  const { rows } = await sql<{ color: string | null }>`
    select value #>> '{}' as color from site_setting where key = ${COLOR_KEY}`.execute(db);
  const digits = /^#([0-9a-f]{6})$/.exec(rows[0]?.color ?? '')?.[1];
  return digits === undefined ? undefined : `#${digits}`;
}
