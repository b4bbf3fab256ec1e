import type pg from 'pg';
import { z } from 'zod';

import { ImportSettings } from './settings.ts';

const Stored = z.looseObject({ thresholds: z.record(z.string(), z.unknown()).optional() }).catch({});

/** The site's settings, with the limits a data source has of its own over them. */
export async function readSettings(
  client: Pick<pg.ClientBase, 'query'>,
  ofSource?: unknown,
): Promise<ImportSettings> {
  const { rows } = await client.query<{ value: unknown }>(
    `select value from site_setting where key = 'import'`,
  );
  const site = Stored.parse(rows[0]?.value ?? {});
  const own = z
    .record(z.string(), z.unknown())
    .catch({})
    .parse(ofSource ?? {});
  return ImportSettings.parse({ ...site, thresholds: { ...site.thresholds, ...own } });
}
