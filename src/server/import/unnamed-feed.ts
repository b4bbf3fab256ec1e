/** The register of a set whose format does not name its system: School Data Sync's. */
import type pg from 'pg';

const NAME = 'sds';

/** Two data sources of this kind are two registers: what one leaves out is no leaver of the other. */
export async function unnamedFeed(
  db: Pick<pg.ClientBase, 'query'>,
  sourceId: number | undefined,
): Promise<string> {
  if (sourceId === undefined) return NAME;
  const { rows } = await db.query<{ source_id: number; feed: string }>(
    `select source_id, feed from data_source_state where feed = $1 or feed like $1 || ' %'`,
    [NAME],
  );
  const own = rows.find((row) => row.source_id === sourceId)?.feed;
  if (own !== undefined) return own;
  return rows.some(({ feed }) => feed === NAME) ? `${NAME} ${sourceId}` : NAME;
}
