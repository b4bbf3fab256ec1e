import { chownSync, readFileSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** The account the embedded server runs as; empty when it is our own. */
export interface Account {
  uid?: number;
  gid?: number;
}

const OVERFLOW_ID = 65_534; // what Unix systems give "nobody"
const OTHERS_MAY_SEARCH = 0o001;

/**
 * PostgreSQL refuses to run as root, so root hands it to an account without rights: the one the files in `data`
 * belong to already, else the machine's usual one.
 */
export function serverAccount(data: string): Account {
  if (process.getuid?.() !== 0) return {};
  const owner = statSync(data, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n');
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = lines.find((line) => line.startsWith(`${name}:`))?.split(':') ?? [];
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) };
  }
  return { uid: OVERFLOW_ID, gid: OVERFLOW_ID };
}

/** Whether `account` may walk down to `path`; a checkout under /root (0700) is the usual case of no. */
export function canReach(account: Account, path: string): boolean {
  if (account.uid === undefined) return true;
  for (let folder = resolve(path); ; folder = dirname(folder)) {
    const { uid, mode } = statSync(folder);
    if (uid !== account.uid && !(mode & OTHERS_MAY_SEARCH)) return false;
    if (folder === dirname(folder)) return true;
  }
}

export function giveTo(account: Account, path: string): void {
  if (account.uid !== undefined && account.gid !== undefined) chownSync(path, account.uid, account.gid);
}
