import { Client, DatabaseError, escapeIdentifier } from 'pg';

import { isDatabaseLost } from './lost.ts';

/**
 * Held by the one process that runs the server, for as long as it lives and whatever way it dies: the lock goes
 * with the connection. A file with a process id could name a stranger after a restart of the machine.
 */
const OWNER_LOCK = 0x76_61_6b_74;

export interface Ownership {
  release: () => Promise<void>;
}

/**
 * Makes the portal's database if it is missing, and tries to become the server's owner.
 * Answers undefined when another process is. `onLost` is called once if the server goes away.
 */
export async function keepOwnership(
  url: string,
  database: string,
  onLost: () => void,
): Promise<Ownership | undefined> {
  const client = new Client({ connectionString: url, application_name: 'vaktmester owner' });
  client.on('error', () => {}); // 'end' follows, and says the same
  await client.connect();
  await makeDatabase(client, database);
  const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [
    OWNER_LOCK,
  ]);
  if (!rows[0]?.mine) {
    await client.end();
    return undefined;
  }
  client.once('end', onLost);
  return {
    release: async () => {
      client.removeListener('end', onLost);
      try {
        await client.end();
      } catch (error) {
        if (!isDatabaseLost(error)) throw error;
      }
    },
  };
}

const ALREADY_THERE = new Set(['42P04', '23505']); // duplicate_database, or both at the same moment

async function makeDatabase(client: Client, database: string): Promise<void> {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [database]);
  if (rowCount) return;
  try {
    await client.query(`create database ${escapeIdentifier(database)}`);
  } catch (error) {
    if (!(error instanceof DatabaseError && ALREADY_THERE.has(error.code ?? ''))) throw error;
  }
}
