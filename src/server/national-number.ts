/**
 * National numbers at rest: encrypted with AES-256-GCM, and a keyed hash beside it for equality search. The two keys
 * are derived from one secret, so that neither tells the other (domain.md §4.6).
 */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

export interface NationalNumberVault {
  /** `version (1) | nonce (12) | tag (16) | text`. */
  encrypt: (number: string) => Buffer;
  decrypt: (cipher: Buffer) => string;
  /** 32 bytes; the same number always gives the same hash under the same secret. */
  hash: (number: string) => Buffer;
}

const VERSION = 1;
const NONCE = 12;
const TAG = 16;

/** `secret`: the site's ENCRYPTION_KEY, at least 32 bytes. */
export function openVault(secret: Buffer): NationalNumberVault {
  const derive = (purpose: string) =>
    Buffer.from(hkdfSync('sha256', secret, '', `vaktmester ${purpose}`, 32));
  const [cipherKey, hashKey] = [derive('national number cipher'), derive('national number hash')];

  return {
    encrypt: (number) => {
      const nonce = randomBytes(NONCE);
      const cipher = createCipheriv('aes-256-gcm', cipherKey, nonce);
      const text = Buffer.concat([cipher.update(number, 'utf8'), cipher.final()]);
      return Buffer.concat([Buffer.from([VERSION]), nonce, cipher.getAuthTag(), text]);
    },
    decrypt: (stored) => {
      if (stored[0] !== VERSION) throw new Error('A national number is stored in an unknown form');
      const decipher = createDecipheriv('aes-256-gcm', cipherKey, stored.subarray(1, 1 + NONCE));
      decipher.setAuthTag(stored.subarray(1 + NONCE, 1 + NONCE + TAG));
      return Buffer.concat([decipher.update(stored.subarray(1 + NONCE + TAG)), decipher.final()]).toString(
        'utf8',
      );
    },
    hash: (number) => createHmac('sha256', hashKey).update(number).digest(),
  };
}

/** `010912*****`: the birth date part stays readable, the rest is stars (domain.md §4.6). */
export function maskNationalNumber(number: string): string {
  return number.slice(0, 6).padEnd(number.length, '*');
}
