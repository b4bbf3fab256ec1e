import { expect, it } from 'vitest';

import { base32, matchingStep, totpAddress, totpCode, typedTotp } from './totp.ts';

/** RFC 6238, appendix B: its codes of eight digits end with those of six. */
const secret = Buffer.from('12345678901234567890');
it.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('at second %i of the RFC the code is %s', (second, code) => {
  const at = new Date(second * 1000);
  expect(totpCode(secret, Math.floor(second / 30))).toBe(code);
  expect(matchingStep(secret, code, at)).toBe(Math.floor(second / 30));
});

it('is taken one step early or late, and no further', () => {
  const taken = [-61, -60, -30, 0, 30, 60].map((late) =>
    matchingStep(secret, '050471', new Date((1_111_111_110 + late) * 1000)),
  );
  const step = 1_111_111_110 / 30;
  expect(taken).toEqual([undefined, undefined, step, step, step, undefined]);
});

it.each([
  ['123 456', '123456'],
  ['123-456', '123456'],
  ['12345', undefined],
  ['K7WQM-2345A-BCDEF', undefined],
])('typed as %j it is %j', (typed, code) => expect(typedTotp(typed)).toBe(code));

/** RFC 4648 §10. */
it.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foobar', 'MZXW6YTBOI'],
])('%j in base32 is %j', (text, written) => expect(base32(Buffer.from(text))).toBe(written));

it('has an address that an authenticator reads', () => {
  const address = totpAddress(secret, { issuer: 'Fjordby kommune', account: 'sentraladmin' });
  expect(address).toBe(
    'otpauth://totp/Fjordby%20kommune:sentraladmin?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ' +
      '&issuer=Fjordby%20kommune&algorithm=SHA1&digits=6&period=30',
  );
});
