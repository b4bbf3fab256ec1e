/** One-time codes by time (RFC 6238): SHA-1, six digits, steps of 30 s, which every authenticator knows. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const STEP_S = 30;
const DIGITS = 6;
/** RFC 4226 §4 R6 recommends 160 bits. */
const SECRET_BYTES = 20;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

export const newTotpSecret = (): Buffer => randomBytes(SECRET_BYTES);

/** RFC 4648 base32 without padding: the form in which a secret is typed into an authenticator. */
export function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? [])
    .map((group) => ALPHABET[Number.parseInt(group.padEnd(5, '0'), 2)])
    .join('');
}

/** `at`: real time. */
export const stepAt = (at: Date): number => Math.floor(at.getTime() / 1000 / STEP_S);

export function totpCode(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 0x0f;
  const number = (mac.readUInt32BE(offset) & 0x7f_ff_ff_ff) % 10 ** DIGITS;
  return String(number).padStart(DIGITS, '0');
}

/** As people type it: `123 456`. Undefined: no code of an authenticator. */
export function typedTotp(typed: string): string | undefined {
  const digits = typed.replaceAll(/[\s-]/g, '');
  return /^\d{6}$/.test(digits) ? digits : undefined;
}

/** The step whose code it is: now, or one step before or after, for clocks that differ (RFC 6238 §5.2). */
export function matchingStep(secret: Uint8Array, code: string, at: Date): number | undefined {
  const now = stepAt(at);
  return [now, now - 1, now + 1].find((step) =>
    timingSafeEqual(Buffer.from(totpCode(secret, step)), Buffer.from(code)),
  );
}

/** What an authenticator reads: https://github.com/google/google-authenticator/wiki/Key-Uri-Format */
export function totpAddress(
  secret: Uint8Array,
  { issuer, account }: { issuer: string; account: string },
): string {
  const label = [issuer, account].map(encodeURIComponent).join(':');
  const query = new URLSearchParams({
    secret: base32(secret),
    issuer,
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  });
  return `otpauth://totp/${label}?${query.toString().replaceAll('+', '%20')}`;
}
