import type { Clock } from '#server/clock.ts';
import type { Db } from '#server/db.ts';
import type { Vault } from '#server/vault.ts';

/** What the reconciliation works with. */
export interface Means {
  db: Db;
  /** The portal's clock, which a demo can move: days, locks, what is told to people. */
  clock: Clock;
  /** Real time: leases and waits. */
  time: Clock;
  /** Opens the passwords that are to be handed over. */
  passwords: Vault;
  /** Opens those of exam candidates. */
  examPasswords: Vault;
  /** This process, among those that share the work. */
  node: string;
}
