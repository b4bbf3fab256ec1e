/**
 * Secrets that somebody wrote on a screen and the portal must read again: the directory's service password, client
 * secrets, keys of data sources. Each has a name of its own, `owner/what`. No endpoint answers with one; a screen shows
 * only whether there is one.
 */
import { sql } from 'kysely';

import type { Db } from './db.ts';
import { openVault, type Vault } from './vault.ts';

export interface KeptSecrets {
  /** Undefined: none is kept under that name. Throws when it was encrypted with another key, or for another name. */
  read: (db: Db, name: string) => Promise<string | undefined>;
  /** Every secret whose name begins with `prefix`, by its name. */
  readAll: (db: Db, prefix: string) => Promise<Map<string, string>>;
  /** Inside an operation. */
  write: (tx: Db, name: string, secret: string, now: Date) => Promise<void>;
  /** Inside an operation. All whose name begins with `prefix`. */
  remove: (tx: Db, prefix: string) => Promise<void>;
}

/** `key`: the portal's encryption key. */
export function openKeptSecrets(key: Buffer): KeptSecrets {
  const vault = openVault(key, 'kept secret');
  const readAll = async (db: Db, prefix: string) => {
    const { rows } = await sql<{ name: string; cipher: Buffer }>`
      select name, cipher from kept_secret where starts_with(name, ${prefix})`.execute(db);
    return new Map(rows.map(({ name, cipher }) => [name, opened(vault, name, cipher)]));
  };
  return {
    readAll,
    read: async (db, name) => {
      const { rows } = await sql<{ cipher: Buffer }>`
        select cipher from kept_secret where name = ${name}`.execute(db);
      return rows[0] && opened(vault, name, rows[0].cipher);
    },
    write: async (tx, name, secret, now) => {
      const cipher = vault.encrypt(JSON.stringify([name, secret]));
      await sql`
        insert into kept_secret (name, cipher, changed_at) values (${name}, ${cipher}, ${now})
        on conflict (name) do update set cipher = excluded.cipher, changed_at = excluded.changed_at`.execute(
        tx,
      );
    },
    remove: async (tx, prefix) => {
      await sql`delete from kept_secret where starts_with(name, ${prefix})`.execute(tx);
    },
  };
}

/** The name stands in the cipher: whoever can write to the table cannot put one secret in the place of another. */
function opened(vault: Vault, name: string, cipher: Buffer): string {
  const [itsName, secret]: unknown[] = JSON.parse(vault.decrypt(cipher));
  if (itsName !== name || typeof secret !== 'string') throw new Error(`The secret ${name} is another's`);
  return secret;
}
