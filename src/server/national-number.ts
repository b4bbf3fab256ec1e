/**
 * National numbers at rest: encrypted with AES-256-GCM, and a keyed hash beside it for equality search. The two keys
 * are derived from one secret, so that neither tells the other (domain.md §4.6).
 */
import { createHmac, createSecretKey } from 'node:crypto';

import { deriveKey, openVault as openCipher, type Vault } from './vault.ts';

export interface NationalNumberVault extends Vault {
  /** 32 bytes; the same number always gives the same hash under the same secret. */
  hash: (number: string) => Buffer;
}

/** `secret`: the site's ENCRYPTION_KEY, at least 32 bytes. */
export function openVault(secret: Buffer): NationalNumberVault {
  const hashKey = createSecretKey(deriveKey(secret, 'national number hash'));
  return {
    ...openCipher(secret, 'national number'),
    hash: (number) => createHmac('sha256', hashKey).update(number).digest(),
  };
}

/** `010912*****`: the birth date part stays readable, the rest is stars (domain.md §4.6). */
export function maskNationalNumber(number: string): string {
  return number.slice(0, 6).padEnd(number.length, '*');
}
