/** What Active Directory's refusals mean. The number in its text says more than the code of the protocol. */
import { InvalidCredentialsError, ResultCodeError } from 'ldapts';

import type { DirectoryErrorCode } from '#kernel/directory.ts';

import { DirectoryError } from '../port.ts';

/** Result codes of the protocol (RFC 4511), with AD's habits. */
const byCode: Partial<Record<number, DirectoryErrorCode>> = {
  1: 'refused',
  8: 'sign-in-refused',
  16: 'value-refused',
  17: 'value-refused',
  19: 'value-refused',
  20: 'value-refused',
  21: 'value-refused',
  32: 'not-found',
  34: 'value-refused',
  49: 'sign-in-refused',
  50: 'access-refused',
  51: 'busy',
  52: 'unreachable',
  53: 'refused',
  66: 'not-empty',
  68: 'name-taken',
  81: 'unreachable',
};

/** Windows' own codes, eight digits in front of the text. */
const byNumber: Partial<Record<string, DirectoryErrorCode>> = {
  '0000052D': 'password-refused',
  '0000052C': 'password-refused',
  '00000056': 'password-refused',
  '0000001F': 'password-refused',
  '00000524': 'name-taken',
  '00000526': 'name-taken',
  '00000562': 'name-taken',
  '000021C7': 'name-taken',
  '000021C8': 'name-taken',
  '00002071': 'name-taken',
  '00002098': 'access-refused',
  '00000005': 'access-refused',
  '00002077': 'value-refused',
  '0000200B': 'value-refused',
  '00002030': 'not-found',
  '0000208D': 'not-found',
};

/** Why a sign-in was refused, as the directory says it: `data 775`. */
const bySubCode: Record<string, string> = {
  '525': 'no such user',
  '52e': 'wrong password',
  '530': 'not at this hour',
  '531': 'not from this machine',
  '532': 'password expired',
  '533': 'account disabled',
  '701': 'account expired',
  '773': 'password must be changed',
  '775': 'account locked',
};

export const numberOf = (said: string): string | undefined =>
  /\b([0-9A-F]{8}):/i.exec(said)?.[1]?.toUpperCase();
export const subCodeOf = (said: string): string | undefined =>
  /data ([0-9a-f]{3})\b/i.exec(said)?.[1]?.toLowerCase();

export function directoryError(cause: unknown): DirectoryError {
  if (cause instanceof DirectoryError) return cause;
  const said = cause instanceof Error ? cause.message : String(cause);
  if (cause instanceof InvalidCredentialsError) {
    const subCode = subCodeOf(said);
    const why = subCode === undefined ? undefined : bySubCode[subCode];
    return new DirectoryError('sign-in-refused', why ? `${why} (${subCode})` : said, { cause });
  }
  if (!(cause instanceof ResultCodeError)) return new DirectoryError('unreachable', said, { cause });
  const number = numberOf(said);
  const code = (number !== undefined && byNumber[number]) || byCode[cause.code] || 'refused';
  // Samba says in words what Windows says by number.
  const isPassword = code === 'refused' || code === 'value-refused' ? /password/i.test(said) : false;
  return new DirectoryError(isPassword ? 'password-refused' : code, said, { cause });
}

/** The protocol's own code, where there is one. */
export const codeOf = (cause: unknown): number | undefined =>
  cause instanceof ResultCodeError ? cause.code : undefined;
