/** What handlers may need besides the database: made once at start, handed to every handler. */
import type pg from 'pg';

import type { Directory } from '#connectors/directory/port.ts';
import type { Federations } from '#connectors/federation/port.ts';
import type { WebFilter } from '#connectors/web-filter/port.ts';

import type { Bulk } from './bulk/bulk.ts';
import type { Clock } from './clock.ts';
import type { Connections } from './connections/live.ts';
import type { DemoClock } from './demo-clock.ts';
import type { UndoRule } from './journal/undo/rule.ts';
import type { KeptSecrets } from './kept-secrets.ts';
import type { NationalNumberVault } from './national-number.ts';
import type { Live } from './operations/live.ts';
import type { SignIn } from './session/sign-in.ts';
import type { Setup } from './setup.ts';
import type { Vault } from './vault.ts';

export interface Services {
  clock: Clock;
  /** The same clock where it can be moved: in the demo only. */
  demoClock?: DemoClock | undefined;
  /** Plain connections for COPY and LISTEN. */
  pool: pg.Pool;
  vault: NationalNumberVault;
  /** For new passwords on their way to the directory. */
  passwords: Vault;
  /** For the passwords of exam candidates, which are shown until the day after the exam. */
  examPasswords: Vault;
  /** For what enforcement points sign with. */
  pointSecrets: Vault;
  /** What enforcement points of internet locks are told, and what they tell. */
  webFilter: WebFilter;
  /** Tells this portal, on whatever node, from another: derived from its key, and no secret. */
  portalId: string;
  /** The first visit, while nobody administers the portal. */
  setup: Setup;
  /** Closes the portal and opens it again in the same process; undefined where somebody else runs it. */
  restart?: (() => void) | undefined;
  /** Keeps the address of a database server for the next start; undefined where the portal has no say in it. */
  keepServer?: ((url: string) => void) | undefined;
  /** Secrets written on screens that the portal must read again. */
  keptSecrets: KeptSecrets;
  /** The settings of connections, from the environment or written on screens. */
  connections: Connections;
  signIn: SignIn;
  federations: Federations;
  /** Acts on many rows, carried out in the background. */
  bulk: Bulk;
  /** What undoing asks of each table (`journal/undo/rule.ts`). */
  undoRules: readonly UndoRule[];
  /** Which running operations moved on. */
  live: Live;
  /** Below it lie the folders of the data sources; undefined = the installation has none. */
  importFolder?: string | undefined;
  /** The directory the portal keeps; undefined = the installation has none. */
  directory?: Directory | undefined;
  /** A demo municipality: simulated systems, movable clock. Plainly marked on every screen. */
  demo: boolean;
}
