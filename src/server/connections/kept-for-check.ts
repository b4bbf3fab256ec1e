/** What `--check-config` shows of the settings that the portal keeps, read without starting or changing anything. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import type { Config, SettingKey } from '../config.ts';
import { encryptionKey, postgresFolder } from '../data-folder.ts';
import { connect } from '../db.ts';
import { openKeptSecrets } from '../kept-secrets.ts';
import type { Lifecycle } from '../lifecycle.ts';
import { startPostgres } from '../postgres/embedded.ts';
import { readKept } from './store.ts';

interface KeptForCheck {
  kept: Map<SettingKey, string>;
  /** Why the database could not tell; undefined when it did, or when there is none yet. */
  unread: string | undefined;
}

export async function readKeptForCheck(config: Config, lifecycle: Lifecycle): Promise<KeptForCheck> {
  const none = { kept: new Map<SettingKey, string>(), unread: undefined };
  try {
    const url = config.databaseUrl ?? (await embedded(config, lifecycle));
    if (url === undefined) return none;
    const database = connect({ url, connections: 1, applicationName: 'vaktmester check-config' });
    lifecycle.onStop('database connections', database.end);
    const kept = await readKept(database.db, openKeptSecrets(encryptionKey(config)));
    return { ...none, kept };
  } catch (error) {
    return { ...none, unread: error instanceof Error ? error.message : String(error) };
  }
}

/** The embedded database, if one was made; it is started when no portal runs it. */
async function embedded(config: Config, lifecycle: Lifecycle): Promise<string | undefined> {
  const folder = postgresFolder(config);
  if (!existsSync(join(folder, 'data'))) return undefined;
  const server = await startPostgres({ folder, as: 'join' });
  lifecycle.onStop('embedded database', server.stop);
  return server.url();
}
