import { sql } from 'kysely';

import type { Db } from '#server/db.ts';

/** Settings of the portal as stored, by key. */
export async function readSiteSettings(db: Db): Promise<Map<string, unknown>> {
  const { rows } = await sql<{ key: string; value: unknown }>`select key, value from site_setting`.execute(
    db,
  );
  return new Map(rows.map(({ key, value }) => [key, value]));
}

/** A user's own settings as stored, by key. */
export async function readUserSettings(db: Db, userId: number): Promise<Record<string, unknown>> {
  const { rows } = await sql<{ key: string; value: unknown }>`
    select key, value from user_setting where user_id = ${userId}`.execute(db);
  return Object.fromEntries(rows.map(({ key, value }) => [key, value]));
}

export async function writeUserSettings(
  db: Db,
  userId: number,
  changes: Record<string, unknown>,
): Promise<void> {
  const given = Object.entries(changes).filter(([, value]) => value !== undefined);
  if (given.length === 0) return;
  const keys = given.map(([key]) => key);
  const values = given.map(([, value]) => JSON.stringify(value));
  await sql`
    insert into user_setting (user_id, key, value)
    select ${userId}, key, value::jsonb from unnest(${keys}::text[], ${values}::text[]) as given (key, value)
    on conflict (user_id, key) do update set value = excluded.value
     where user_setting.value is distinct from excluded.value`.execute(db);
}
