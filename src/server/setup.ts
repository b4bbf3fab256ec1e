/** The first visit to a portal that nobody administers yet: open only to whoever can read the machine's console or data. */
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { sql } from 'kysely';

import { ownerRoles } from '#kernel/permissions.ts';

import type { Db } from './db.ts';
import { readCode, writtenCode } from './session/recovery.ts';
import { digest, sameBytes } from './session/secrets.ts';
import { deriveKey } from './vault.ts';

export interface Setup {
  /** Printed at the start while nobody administers the portal. */
  code: string;
  isCode: (typed: string) => boolean;
  /** Nobody administers the portal. */
  isOpen: (db: Db) => Promise<boolean>;
}

const CODE_GROUPS = 3;

/** Every node prints the same code, and so does the next start: it comes from the portal's key. */
export function openSetup(secret: Buffer): Setup {
  const bytes = [...deriveKey(secret, 'setup code')];
  let at = 0;
  const code = writtenCode(CODE_GROUPS, () => bytes[at++] ?? 0);
  return {
    code,
    isCode: (typed) => sameBytes(digest(readCode(typed)), digest(readCode(code))),
    isOpen: async (db) => {
      const { rows } = await sql`
        select from role_grant where role = any (${[...ownerRoles]}) limit 1`.execute(db);
      return rows.length === 0;
    },
  };
}

const OWNER_ONLY = 0o600;

/** For whoever starts the portal as a service and sees no console. */
export async function writeSetupCode(folder: string, code: string): Promise<string> {
  const file = join(folder, 'setup-code');
  await writeFile(file, `${code}\n`, { mode: OWNER_ONLY });
  await chmod(file, OWNER_ONLY);
  return file;
}
