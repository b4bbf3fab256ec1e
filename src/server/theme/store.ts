import { sql } from 'kysely';

import type { Db } from '#server/db.ts';

export const COLOR_KEY = 'color';

export type Hex = `#${string}`;

/** Undefined: the owner has chosen none, and the colours the web is built with hold. */
export async function readColor(db: Db): Promise<Hex | undefined> {
  const { rows } = await sql<{ color: string | null }>`
    select value #>> '{}' as color from site_setting where key = ${COLOR_KEY}`.execute(db);
  const color = rows[0]?.color;
  // oxlint-disable-next-line no-unsafe-type-assertion -- the pattern begins with #
  return color !== undefined && color !== null && /^#[0-9a-f]{6}$/.test(color) ? (color as Hex) : undefined;
}
