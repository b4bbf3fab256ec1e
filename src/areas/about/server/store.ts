import { sql } from 'kysely';

import type { Db } from '#server/db.ts';

interface DatabaseFacts {
  database: string;
  migration: { name: string; appliedAt: Date };
}

export async function readDatabase(db: Db): Promise<DatabaseFacts> {
  const { rows } = await sql<{ version: string; name: string; appliedAt: Date }>`
    select current_setting('server_version') as version, name, applied_at from migration
     order by name desc limit 1`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('The database was never migrated');
  return {
    database: `PostgreSQL ${row.version.split(' ')[0] ?? ''}`,
    migration: { name: row.name, appliedAt: row.appliedAt },
  };
}
