import { createHash } from 'node:crypto';
import { chmodSync, lstatSync, mkdirSync, realpathSync, statSync, symlinkSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

import { log } from '../log.ts';
import { StartError } from '../start-error.ts';
import { type Account, canReach } from './account.ts';

const ELSEWHERE = '/var/lib/vaktmester';
const SEARCHABLE = 0o711;

/**
 * Where the database files really go. As a rule that is `wanted`. When root runs the portal from a folder that the
 * server's account cannot walk to (a checkout under /root), they go under /var/lib with a link at `wanted`.
 */
export function placeFor(wanted: string, account: Account): string {
  const parent = dirname(resolve(wanted));
  try {
    mkdirSync(parent, { recursive: true, mode: account.uid === undefined ? 0o700 : SEARCHABLE });
    const found = lstatSync(wanted, { throwIfNoEntry: false });
    if (found?.isSymbolicLink()) return realpathSync(wanted);
    if (canReach(account, parent)) return resolve(wanted);
    openParent(parent);
    if (canReach(account, parent)) return resolve(wanted);
    if (found === undefined) return placeElsewhere(resolve(wanted));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError(`The data folder ${parent} cannot be used: ${reason}`, 1, { cause: error });
  }
  throw new StartError(
    `PostgreSQL does not run as root, and the account it runs as cannot reach ${wanted}: ` +
      'set VAKTMESTER_DATA to a folder others may walk through, such as /var/lib/vaktmester, and move the data there.',
  );
}

/** The data folder itself is the portal's own, so it may be opened for walking through (not for reading). */
function openParent(parent: string): void {
  const { mode, uid } = statSync(parent);
  if (uid === process.getuid?.()) chmodSync(parent, (mode & 0o777) | 0o011);
}

function placeElsewhere(wanted: string): string {
  const place = join(ELSEWHERE, createHash('sha256').update(wanted).digest('hex').slice(0, 12));
  mkdirSync(ELSEWHERE, { recursive: true, mode: 0o755 });
  mkdirSync(place, { recursive: true, mode: 0o700 });
  symlinkSync(place, wanted);
  log.warn(
    { wanted, place },
    'The database files are kept elsewhere: the server cannot reach the data folder',
  );
  return place;
}
