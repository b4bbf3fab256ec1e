import type pg from 'pg';

import type { SourceHeader } from '#connectors/source/port.ts';

import { sqlFile } from './sql-file.ts';

/** Makes a file of changes a whole one: what it does not speak of stands as the portal has it from the same source. */
export async function completeChanges(
  client: pg.ClientBase,
  feed: string,
  { namesAllSchools = false }: Pick<SourceHeader, 'namesAllSchools'>,
): Promise<void> {
  await client.query(
    'create temp table stage_feed as select $1::text as feed, $2::boolean as names_all_schools',
    [feed, namesAllSchools],
  );
  await client.query(await sqlFile('changes'));
}
