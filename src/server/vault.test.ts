import { describe, expect, it } from 'vitest';

import { openVault } from './vault.ts';

const secret = Buffer.alloc(32, 1);
const vault = openVault(secret, 'account password');

describe('a vault', () => {
  it('gives back what went in, and never looks the same twice', () => {
    const [one, two] = [vault.encrypt('fjell-kanin-47'), vault.encrypt('fjell-kanin-47')];
    expect(vault.decrypt(one)).toBe('fjell-kanin-47');
    expect(one.equals(two)).toBe(false);
    expect(one.includes('kanin')).toBe(false);
  });

  it('does not open what was touched, made under another secret or for another purpose', () => {
    const cipher = vault.encrypt('fjell-kanin-47');
    const touched = Buffer.from(cipher);
    touched.writeUInt8(touched.readUInt8(touched.length - 1) ^ 1, touched.length - 1);
    expect(() => vault.decrypt(touched)).toThrow('authenticate');
    expect(() => openVault(Buffer.alloc(32, 2), 'account password').decrypt(cipher)).toThrow('authenticate');
    expect(() => openVault(secret, 'national number').decrypt(cipher)).toThrow('authenticate');
    expect(() => vault.decrypt(Buffer.from([9, ...cipher.subarray(1)]))).toThrow('unknown form');
  });
});
