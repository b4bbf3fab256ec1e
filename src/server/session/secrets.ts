/**
 * Random secrets and what is kept of them. A token, code or cookie value is stored as its digest only: they carry 256
 * bits of chance, so a plain SHA-256 cannot be guessed back. What must be read again is sealed (encrypted).
 */
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

const NONCE = 12;
const TAG = 16;

/** 256 random bits, safe in addresses, cookies and headers. */
export const randomSecret = (): string => randomBytes(32).toString('base64url');

export const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}

export interface Sealer {
  seal: (text: string) => string;
  /** Undefined when it was not sealed with this secret, or changed since. */
  open: (sealed: string) => string | undefined;
}

/** AES-256-GCM under a key of its own per purpose, derived from the site's ENCRYPTION_KEY. */
export function openSealer(secret: Uint8Array, purpose: string): Sealer {
  const key = Buffer.from(hkdfSync('sha256', secret, '', `vaktmester ${purpose}`, 32));
  return {
    seal: (text) => {
      const nonce = randomBytes(NONCE);
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url');
    },
    open: (sealed) => {
      const bytes = Buffer.from(sealed, 'base64url');
      if (bytes.length < NONCE + TAG) return undefined;
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE), { authTagLength: TAG });
      decipher.setAuthTag(bytes.subarray(NONCE, NONCE + TAG));
      try {
        return Buffer.concat([decipher.update(bytes.subarray(NONCE + TAG)), decipher.final()]).toString(
          'utf8',
        );
      } catch {
        return undefined;
      }
    },
  };
}
