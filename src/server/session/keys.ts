/**
 * Keys that access tokens are signed with. A key is derived from the site's secret and a salt in the database: a copy
 * of the database alone cannot make tokens, all nodes have the same keys, and a new salt is a new key.
 */
import { hkdfSync, randomBytes } from 'node:crypto';

import { sql } from 'kysely';

import type { Db } from '#server/db.ts';

export interface SigningKey {
  id: string;
  key: Uint8Array;
}

export interface SigningKeys {
  current: () => Promise<SigningKey>;
  /** The key a token names; undefined when there is none, or it was retired. */
  named: (id: string) => Promise<SigningKey | undefined>;
}

/** A rotation on one node is seen by the others within this time; until then they sign with the older key. */
const REREAD_MS = 5 * 60_000;
/** Made-up key names may make us read the database this often, and no oftener. */
const MOST_READS_PER_SECOND = 20;

export function openSigningKeys(db: Db, secret: Uint8Array): SigningKeys {
  let keys: SigningKey[] = [];
  let readAt = Number.NEGATIVE_INFINITY;
  let second = 0;
  let reads = 0;

  async function read(): Promise<void> {
    const { rows } = await sql<{ id: string; salt: Buffer }>`
      select id, salt from signing_key order by created_at desc, id`.execute(db);
    keys = rows.map(({ id, salt }) => ({ id, key: derive(secret, salt) }));
    readAt = performance.now();
  }

  function mayReadForUnknown(): boolean {
    const now = Math.floor(performance.now() / 1000);
    reads = now === second ? reads + 1 : 1;
    second = now;
    return reads <= MOST_READS_PER_SECOND;
  }

  return {
    current: async () => {
      if (performance.now() - readAt > REREAD_MS) await read();
      if (keys.length === 0) {
        await addFirstKey(db);
        await read();
      }
      const [newest] = keys;
      if (!newest) throw new Error('No signing key could be made');
      return newest;
    },
    named: async (id) => {
      const known = keys.find((key) => key.id === id);
      if (known || !mayReadForUnknown()) return known;
      await read();
      return keys.find((key) => key.id === id);
    },
  };
}

function derive(secret: Uint8Array, salt: Buffer): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, salt, 'vaktmester access token', 32));
}

/** Nodes that start together make one key between them. */
async function addFirstKey(db: Db): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`lock table signing_key in exclusive mode`.execute(tx);
    await sql`
      insert into signing_key (id, salt)
      select ${randomBytes(6).toString('base64url')}, ${randomBytes(32)}
       where not exists (select from signing_key)`.execute(tx);
  });
}

/** A new key for every token from now on. Older keys go two days later, long after the last token they signed. */
export async function rotateSigningKey(db: Db): Promise<void> {
  await sql`
    insert into signing_key (id, salt) values (${randomBytes(6).toString('base64url')}, ${randomBytes(32)})`.execute(
    db,
  );
  await sql`
    delete from signing_key old
     where old.created_at < now() - interval '2 days'
       and exists (select from signing_key newer
                    where newer.created_at > old.created_at and newer.created_at < now() - interval '1 day')`.execute(
    db,
  );
}
