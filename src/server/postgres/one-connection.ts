/**
 * Whoever holds a connection never waits for another one: twelve who do it at once hold all there are and wait for each
 * other until all have failed. A transaction's own context is the only way to the database within it; another way
 * throws at once, in every test and in production.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

import { Kysely, type Transaction, type TransactionBuilder } from 'kysely';
import { Pool, type PoolClient } from 'pg';

/** `isOpen` goes false with the transaction's end: work it left behind to run later may ask for a connection then. */
interface Hold {
  isOpen: boolean;
}

const holds = new AsyncLocalStorage<Hold>();

export class SecondConnectionError extends Error {
  constructor() {
    super('Within a transaction the database is reached by the transaction alone');
    this.name = 'SecondConnectionError';
  }
}

/** Runs `work`, which holds a connection of its own until it has ended. */
export async function whileHolding<T>(work: () => Promise<T>): Promise<T> {
  const hold: Hold = { isOpen: true };
  try {
    return await holds.run(hold, work);
  } finally {
    hold.isOpen = false;
  }
}

/** For work that is started within a transaction and belongs to nobody who waits for it. */
export const withoutHolding = <T>(work: () => T): T => holds.exit(work);

type Connected = (error: Error | undefined, client: PoolClient | undefined, done: () => void) => void;

/** A pool that refuses whoever holds a connection already. */
export class OneConnectionPool extends Pool {
  override connect(): Promise<PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<PoolClient> | void {
    if (holds.getStore()?.isOpen) throw new SecondConnectionError();
    return callback ? super.connect(callback) : super.connect();
  }
}

/** The query builder whose transactions are such holders. */
export class OneConnectionKysely<DB> extends Kysely<DB> {
  override transaction(): TransactionBuilder<DB> {
    const builder = super.transaction();
    const execute = builder.execute.bind(builder);
    builder.execute = <T>(work: (tx: Transaction<DB>) => Promise<T>) =>
      execute((tx) => whileHolding(() => work(tx)));
    return builder;
  }
}
