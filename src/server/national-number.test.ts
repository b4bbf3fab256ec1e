import { describe, expect, it } from 'vitest';

import { maskNationalNumber, openVault } from './national-number.ts';

const vault = openVault(Buffer.alloc(32, 1));

describe('national numbers at rest', () => {
  it('come back as they went in, and never look the same twice', () => {
    const [one, two] = [vault.encrypt('10915596784'), vault.encrypt('10915596784')];
    expect(vault.decrypt(one)).toBe('10915596784');
    expect(one.equals(two)).toBe(false);
    expect(one.includes('10915596784')).toBe(false);
  });

  it('are found by a hash that another secret does not give', () => {
    const other = openVault(Buffer.alloc(32, 2));
    expect(vault.hash('10915596784')).toEqual(vault.hash('10915596784'));
    expect(other.hash('10915596784')).not.toEqual(vault.hash('10915596784'));
  });

  it('are refused when touched, or under another secret', () => {
    const cipher = vault.encrypt('10915596784');
    const touched = Buffer.from(cipher);
    touched.writeUInt8(touched.readUInt8(touched.length - 1) ^ 1, touched.length - 1);
    expect(() => vault.decrypt(touched)).toThrow('authenticate');
    expect(() => openVault(Buffer.alloc(32, 2)).decrypt(cipher)).toThrow('authenticate');
  });

  it('are masked after the sixth digit, whatever their length', () => {
    expect(maskNationalNumber('01091212345')).toBe('010912*****');
    expect(maskNationalNumber('123456789012')).toBe('123456******');
  });
});
