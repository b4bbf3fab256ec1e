/**
 * Secrets at rest that must be read again: AES-256-GCM. Each purpose has a key of its own, derived from the site's one
 * secret, so that the key of one tells nothing of another's.
 */
import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, randomBytes } from 'node:crypto';

export interface Vault {
  /** `version (1) | nonce (12) | tag (16) | text`; never twice the same. */
  encrypt: (text: string) => Buffer;
  /** Throws when the cipher was touched, or made for another purpose or under another secret. */
  decrypt: (cipher: Buffer) => string;
}

export type VaultPurpose =
  | 'national number'
  | 'account password'
  | 'exam password'
  | 'enforcement point'
  | 'kept secret'
  | 'second factor'
  | 'data source';

const VERSION = 1;
const NONCE = 12;
const TAG = 16;
/** Nonces drawn at once: asking for each by itself takes as long as the encrypting. */
const DRAWN = 256;

/** A key for one use. `secret`: the site's ENCRYPTION_KEY, at least 32 bytes. */
export const deriveKey = (secret: Buffer, use: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `vaktmester ${use}`, 32));

/** Tells one portal from another; nothing of the key can be had from it. */
export const portalIdOf = (secret: Buffer): string =>
  deriveKey(secret, 'portal id').toString('hex').slice(0, 24);

export function openVault(secret: Buffer, purpose: VaultPurpose): Vault {
  // Bytes would be made a key of anew at every use, which takes longer than the use.
  const key = createSecretKey(deriveKey(secret, `${purpose} cipher`));
  const nextNonce = createNonces();
  return {
    encrypt: (text) => {
      const nonce = nextNonce();
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([Buffer.from([VERSION]), nonce, cipher.getAuthTag(), body]);
    },
    decrypt: (stored) => {
      if (stored[0] !== VERSION) throw new Error(`A secret (${purpose}) is stored in an unknown form`);
      const decipher = createDecipheriv('aes-256-gcm', key, stored.subarray(1, 1 + NONCE));
      decipher.setAuthTag(stored.subarray(1 + NONCE, 1 + NONCE + TAG));
      const body = [decipher.update(stored.subarray(1 + NONCE + TAG)), decipher.final()];
      return Buffer.concat(body).toString('utf8');
    },
  };
}

/** Each once. */
function createNonces(): () => Buffer {
  let drawn = Buffer.alloc(0);
  let at = 0;
  return () => {
    if (at >= drawn.length) {
      drawn = randomBytes(NONCE * DRAWN);
      at = 0;
    }
    at += NONCE;
    return drawn.subarray(at - NONCE, at);
  };
}
