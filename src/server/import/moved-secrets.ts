/** Secrets of data sources that an earlier version kept in a column of their own go to the kept secrets. */
import { sql } from 'kysely';

import type { Db } from '#server/db.ts';
import { inOperation } from '#server/journal/operation.ts';
import type { KeptSecrets } from '#server/kept-secrets.ts';
import type { Vault } from '#server/vault.ts';

import { secretNameOf } from './sources.ts';

/** `vault`: what the column was encrypted with. Answers how many were moved; at every start but the first, none. */
export async function moveSourceSecrets(
  db: Db,
  { vault, keptSecrets, now }: { vault: Vault; keptSecrets: KeptSecrets; now: Date },
): Promise<number> {
  const { rows: left } = await sql`select from data_source where secret_cipher is not null limit 1`.execute(
    db,
  );
  if (left.length === 0) return 0;
  return inOperation(db, { event: 'data-source.secrets-moved', route: 'start', now }, async (tx) => {
    const { rows } = await sql<{ id: number; secretCipher: Buffer }>`
      select id, secret_cipher from data_source where secret_cipher is not null for update`.execute(tx);
    for (const { id, secretCipher } of rows) {
      await keptSecrets.write(tx, secretNameOf(id), vault.decrypt(secretCipher), now);
    }
    await sql`update data_source set secret_cipher = null where secret_cipher is not null`.execute(tx);
    return rows.length;
  });
}
