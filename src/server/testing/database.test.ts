import { sql } from 'kysely';
import { expect, it } from 'vitest';

import { testDatabase } from './database.ts';

const { db } = await testDatabase();

it('gives a test file a migrated database of its own', async () => {
  const { rows } = await sql<{ name: string }>`select name from migration order by name`.execute(db);
  expect(rows.map(({ name }) => name)).toContain('0001-journal.sql');
});
