import type pg from 'pg';

import { ImportSettings } from './settings.ts';

export async function readSettings(client: Pick<pg.ClientBase, 'query'>): Promise<ImportSettings> {
  const { rows } = await client.query<{ value: unknown }>(
    `select value from site_setting where key = 'import'`,
  );
  return ImportSettings.parse(rows[0]?.value ?? {});
}
