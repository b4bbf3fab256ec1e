import { sql } from 'kysely';

import type { Db } from '#server/db.ts';

export interface StoredSite {
  settings: Map<string, unknown>;
  /** Another one as soon as any of the settings is another. */
  version: string;
}

export async function readSite(db: Db, keys: readonly string[]): Promise<StoredSite> {
  const { rows } = await sql<{ settings: Record<string, unknown>; version: string }>`
    select coalesce(jsonb_object_agg(key, value), '{}') as settings,
           md5(coalesce(string_agg(key || value::text, ',' order by key), '')) as version
      from site_setting where key = any(${[...keys]})`.execute(db.withoutPlugins());
  const [row] = rows;
  return { settings: new Map(Object.entries(row?.settings ?? {})), version: row?.version ?? '' };
}

/** Two who save at once do so one after the other, so that the second is told about the first. */
export async function holdSite(tx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('site_setting'))`.execute(tx);
}

/** Null takes the setting away. Only what is different is written, so that the journal has nothing that is not so. */
export async function writeSite(tx: Db, settings: Readonly<Record<string, unknown>>): Promise<void> {
  const given = Object.entries(settings).filter(([, value]) => value !== null);
  const gone = Object.keys(settings).filter((key) => settings[key] === null);
  const [keys, values] = [given.map(([key]) => key), given.map(([, value]) => JSON.stringify(value))];
  await sql`
    insert into site_setting (key, value)
    select key, value::jsonb from unnest(${keys}::text[], ${values}::text[]) as given (key, value)
    on conflict (key) do update set value = excluded.value
     where site_setting.value is distinct from excluded.value`.execute(tx);
  await sql`delete from site_setting where key = any(${gone})`.execute(tx);
}
