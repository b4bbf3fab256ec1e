/** How Active Directory writes what everybody else writes otherwise. */
import { osloDay, ZONE } from '#kernel/dates.ts';

/** objectGUID: the first three parts have their bytes in reverse. */
export function guidFrom(bytes: Buffer): string {
  const parts = [
    [3, 2, 1, 0],
    [5, 4],
    [7, 6],
    [8, 9],
    [10, 11, 12, 13, 14, 15],
  ];
  const hex = (index: number) => (bytes[index] ?? 0).toString(16).padStart(2, '0');
  return parts.map((part) => part.map(hex).join('')).join('-');
}

const reversed = (part: string): string => (part.match(/../g) ?? []).toReversed().join('');

export function guidBytes(id: string): Buffer {
  const [a = '', b = '', c = '', ...rest] = id.split('-');
  return Buffer.from(reversed(a) + reversed(b) + reversed(c) + rest.join(''), 'hex');
}

/** An object named by its id wherever a DN may stand: it may have been moved since it was read. */
export const guidDn = (id: string): string => `<GUID=${id}>`;

/** The id within `<GUID=…>;<SID=…>;CN=…`, the long form of a DN. */
export const guidOfLongDn = (dn: string): string | undefined =>
  /^<GUID=([0-9a-f-]{36})>/i.exec(dn)?.[1]?.toLowerCase();

const EPOCH_MS = 11_644_473_600_000n;
const TICKS = 10_000n;
/** "Never", in both ways it is written. */
const NEVER = new Set(['0', '9223372036854775807']);

/** 100 ns since 1601. */
export const fileTime = (moment: Date): string => ((BigInt(moment.getTime()) + EPOCH_MS) * TICKS).toString();

export function momentOf(ticks: string | undefined): Date | null {
  if (ticks === undefined || NEVER.has(ticks)) return null;
  return new Date(Number(BigInt(ticks) / TICKS - EPOCH_MS));
}

/** Minutes of a span, which the directory writes negative; null = for ever. */
export function minutesOf(span: string | undefined): number | null {
  if (span === undefined || span === '-9223372036854775808') return null;
  return Math.round(Number(-BigInt(span) / TICKS) / 60_000);
}

/** An account expires at the midnight after its last day, in Norway. */
export function expiryOf(lastDay: string): Date {
  const noon = new Date(`${lastDay}T12:00:00Z`);
  noon.setUTCDate(noon.getUTCDate() + 1);
  const day = noon.toISOString().slice(0, 10);
  const midnights = ['+02:00', '+01:00'].map((offset) => new Date(`${day}T00:00:00${offset}`));
  return midnights.find((moment) => clockOf(moment) === '00:00') ?? new Date(`${day}T00:00:00+01:00`);
}

export const lastDayOf = (expiry: Date): string => osloDay(new Date(expiry.getTime() - 1));

const hours = new Intl.DateTimeFormat('sv-SE', { timeZone: ZONE, hour: '2-digit', minute: '2-digit' });
const clockOf = (moment: Date): string => hours.format(moment);

/** A password as the directory takes it: in quotes, UTF-16. */
export const passwordValue = (password: string): Buffer => Buffer.from(`"${password}"`, 'utf16le');

/** A value of a DN (RFC 4514), every sign of meaning by its number, so that a comma always parts. */
export const escapeDn = (value: string): string =>
  value.replaceAll(
    /[\\,+"<>;=#\0]|^ | $/g,
    (sign) => `\\${(sign.codePointAt(0) ?? 0).toString(16).padStart(2, '0')}`,
  );

/** Escaped by its number or by a backslash alone; numbers of one sign beyond ASCII stand together. */
const readable = (text: string): string =>
  text.replaceAll(/(?:\\[0-9a-f]{2})+|\\(.)/gi, (numbers, sign: string | undefined) =>
    sign === undefined ? Buffer.from(numbers.replaceAll('\\', ''), 'hex').toString('utf8') : sign,
  );

/** `['CN=Kari', 'OU=GRA', …]` with the values as people write them. */
export function partsOfDn(dn: string): { type: string; value: string }[] {
  const parts = dn.match(/(?:\\.|[^,\\])+/g) ?? [];
  return parts.map((part) => {
    const [, type = '', value = ''] = /^\s*([^=]+)=(.*)$/s.exec(part) ?? [];
    return { type: type.toUpperCase(), value: readable(value) };
  });
}

/** `OU=Skoler,DC=fjordby,DC=no` → `DC=fjordby,DC=no`. */
export const domainOf = (dn: string): string => /(?:^|,)(DC=.*)$/i.exec(dn)?.[1] ?? '';

/** Names of accounts in the old form hold 20 characters: a longer one is cut, and told apart by the rest's sum. */
export function accountName(userName: string): string {
  const MOST = 20;
  if (userName.length <= MOST) return userName;
  let sum = 0;
  for (const sign of userName) sum = (sum * 31 + (sign.codePointAt(0) ?? 0)) % 36 ** 4;
  return `${userName.slice(0, MOST - 5)}-${sum.toString(36).padStart(4, '0')}`;
}
