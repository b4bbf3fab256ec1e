/** Portal passwords: Argon2id with the library's figures (19 MiB, 2 passes), which are OWASP's. */
import { hash, verify } from '@node-rs/argon2';

export const hashPassword = (password: string): Promise<string> => hash(password.normalize('NFC'));

let decoy: Promise<string> | undefined;

/**
 * Whether the password is the one of the hash. Without a hash (no such account, or one that has no password) the same
 * work is done against a decoy, so that the time taken does not tell which accounts exist.
 */
export async function passwordIs(password: string, stored: string | undefined): Promise<boolean> {
  decoy ??= hash('no account has this one');
  const matches = await verify(stored ?? (await decoy), password.normalize('NFC'));
  return matches && stored !== undefined;
}
