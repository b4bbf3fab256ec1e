/**
 * A map from ids to numbers that takes 24 bytes an entry at most, so that what must be remembered of a million people
 * fits beside everything else. Keys are kept as 64 bits of hash: two of a million share one with a chance of 1 in 30
 * million.
 */
export interface CompactMap {
  /** `within`: 32 bits that tell apart keys of the same name, as the hash of where each is from. */
  get: (key: string, within?: number) => number | undefined;
  /** A whole number, 0 to 2³² − 1. */
  set: (key: string, value: number, within?: number) => void;
}

const FULL = 0.7;

export function createCompactMap(): CompactMap {
  let capacity = 1024;
  let used = 0;
  // Per entry: both halves of the hash, and the value. A high half of 0 says that the place is free.
  let slots = new Uint32Array(capacity * 3);

  const grow = (): void => {
    const wider = new Uint32Array(capacity * 2 * 3);
    for (let at = 0; at < slots.length; at += 3) {
      const high = slots[at] ?? 0;
      if (high === 0) continue;
      const to = placeOf(high, slots[at + 1] ?? 0, wider, capacity * 2);
      wider.set(slots.subarray(at, at + 3), to);
    }
    slots = wider;
    capacity *= 2;
  };

  return {
    get: (key, within = 0) => {
      const { high, low } = hash64(key, within);
      const at = placeOf(high, low, slots, capacity);
      return slots[at] === 0 ? undefined : slots[at + 2];
    },
    set: (key, value, within = 0) => {
      if (used > capacity * FULL) grow();
      const { high, low } = hash64(key, within);
      const at = placeOf(high, low, slots, capacity);
      if (slots[at] === 0) used += 1;
      slots.set([high, low, value >>> 0], at);
    },
  };
}

/** Where the hash stands, or would. */
function placeOf(high: number, low: number, within: Uint32Array, size: number): number {
  let place = low & (size - 1);
  for (;;) {
    const at = place * 3;
    if (within[at] === 0 || (within[at] === high && within[at + 1] === low)) return at;
    place = (place + 1) & (size - 1);
  }
}

const HIGH = 0x9e37_79b9;
const LOW = 0x85eb_ca6b;

/** Both halves in one go; the high one is never 0. */
function hash64(text: string, within: number): { high: number; low: number } {
  let high = HIGH ^ within;
  let low = LOW ^ within;
  for (let at = 0; at < text.length; at += 1) {
    const unit = mixUnit(text.charCodeAt(at));
    high = addUnit(high, unit);
    low = addUnit(low, unit);
  }
  return { high: finish(high, text.length) || 1, low: finish(low, text.length) };
}

/** 32 bits of a text (MurmurHash3's mixing over UTF-16 units). */
export function hash32(text: string, seed = 0): number {
  let hash = seed;
  for (let at = 0; at < text.length; at += 1) hash = addUnit(hash, mixUnit(text.charCodeAt(at)));
  return finish(hash, text.length);
}

function mixUnit(code: number): number {
  const unit = Math.imul(code, 0xcc9e_2d51);
  return Math.imul((unit << 15) | (unit >>> 17), 0x1b87_3593);
}

function addUnit(before: number, unit: number): number {
  const hash = before ^ unit;
  return Math.imul((hash << 13) | (hash >>> 19), 5) + 0xe654_6b64;
}

function finish(before: number, length: number): number {
  let hash = before ^ length;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85eb_ca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2_ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
