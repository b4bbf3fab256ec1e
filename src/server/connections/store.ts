/** The kept settings in the database: plain values in `connection_setting`, secrets in `kept_secret`. */
import { sql } from 'kysely';

import { keysOf } from '#kernel/keys.ts';

import { type Setting, type SettingKey, settings } from '../config.ts';
import type { Db } from '../db.ts';
import type { KeptSecrets } from '../kept-secrets.ts';
import { type GroupName, groups } from './groups.ts';

const SECRETS = 'setting/';
const isSecret = (key: SettingKey): boolean => {
  const setting: Setting = settings[key];
  return setting.secret === true;
};
const known = new Set<string>(keysOf(settings));
const isKey = (key: string): key is SettingKey => known.has(key);

/** Every kept setting as the environment would give it; keys of another version of the portal are left out. */
export async function readKept(db: Db, secrets: KeptSecrets): Promise<Map<SettingKey, string>> {
  const { rows } = await sql<{ key: string; value: string }>`
    select key, value from connection_setting`.execute(db);
  const plain = rows.map(({ key, value }) => [key, value] as const);
  const hidden = [...(await secrets.readAll(db, SECRETS))].map(
    ([name, secret]) => [name.slice(SECRETS.length), secret] as const,
  );
  return new Map(
    [...plain, ...hidden].flatMap(([key, value]) => (isKey(key) ? [[key, value] as const] : [])),
  );
}

/** Inside an operation. `values`: all settings of the group; an empty one is not kept, an undefined secret stays. */
export async function writeGroup(
  tx: Db,
  secrets: KeptSecrets,
  group: GroupName,
  values: Partial<Record<SettingKey, string | undefined>>,
  now: Date,
): Promise<void> {
  for (const key of groups[group]) {
    const value = values[key];
    if (isSecret(key)) {
      if (value !== undefined && value !== '') await secrets.write(tx, SECRETS + key, value, now);
    } else if (value === undefined || value === '') {
      await sql`delete from connection_setting where key = ${key}`.execute(tx);
    } else {
      await sql`
        insert into connection_setting (key, value, changed_at) values (${key}, ${value}, ${now})
        on conflict (key) do update set value = excluded.value, changed_at = excluded.changed_at
         where connection_setting.value <> excluded.value`.execute(tx);
    }
  }
}

/** Inside an operation. */
export async function removeGroup(tx: Db, secrets: KeptSecrets, group: GroupName): Promise<void> {
  await sql`delete from connection_setting where key = any (${[...groups[group]]})`.execute(tx);
  for (const key of groups[group]) if (isSecret(key)) await secrets.remove(tx, SECRETS + key);
}
