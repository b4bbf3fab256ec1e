/** An address or a range as it is kept, so that one that is written in two ways is known for the same. */
import { isIP } from 'node:net';

const FOUR = 32;
const SIX = 128;
/** `::ffff:0:0/96`: addresses of the older kind, as machines that speak both may call them. */
const MAPPED = 0xff_ffn;

interface Written {
  value: bigint;
  size: number;
}

/** Undefined: neither an address nor a range such as `10.1.2.0/24`. */
export function keptAddress(text: string): string | undefined {
  const [address = '', width, ...more] = text.split('/');
  const read = readAddress(address);
  if (!read || more.length > 0 || (width !== undefined && !/^\d{1,3}$/.test(width))) return undefined;
  const { value, size } = read;
  const bits = width === undefined ? size : Number(width);
  if (bits > size) return undefined;
  const isMapped = size === SIX && bits >= SIX - FOUR && value >> BigInt(FOUR) === MAPPED;
  if (isMapped) return shown({ value: value & 0xff_ff_ff_ffn, size: FOUR }, bits - (SIX - FOUR));
  return shown(read, bits);
}

function readAddress(address: string): Written | undefined {
  // A name of one machine's network card says nothing to others.
  if (address.includes('%')) return undefined;
  switch (isIP(address)) {
    case 4:
      return { value: address.split('.').reduce((sum, part) => sum * 256n + BigInt(part), 0n), size: FOUR };
    case 6:
      return { value: valueOfSix(address), size: SIX };
    default:
      return undefined;
  }
}

function valueOfSix(address: string): bigint {
  const [left = '', right] = new URL(`http://[${address}]/`).hostname.slice(1, -1).split('::');
  const [before, after] = [left, right ?? ''].map((side) => side.split(':').filter(Boolean));
  const groups = [...(before ?? [])];
  while (groups.length + (after?.length ?? 0) < 8) groups.push('0');
  return [...groups, ...(after ?? [])].reduce((sum, group) => sum * 65_536n + BigInt(`0x${group}`), 0n);
}

/** A range begins where it begins, whichever address of it was written. */
function shown({ value, size }: Written, bits: number): string {
  const rest = BigInt(size - bits);
  const first = (value >> rest) << rest;
  const address = size === FOUR ? asFour(first) : asSix(first);
  return bits === size ? address : `${address}/${bits}`;
}

const asFour = (value: bigint): string => [24n, 16n, 8n, 0n].map((by) => (value >> by) & 255n).join('.');

function asSix(value: bigint): string {
  const groups = Array.from({ length: 8 }, (_, place) =>
    ((value >> BigInt((7 - place) * 16)) & 0xff_ffn).toString(16),
  );
  return new URL(`http://[${groups.join(':')}]/`).hostname.slice(1, -1);
}
