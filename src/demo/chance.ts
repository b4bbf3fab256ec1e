/**
 * Chance without a state: every choice is a function of the seed and of what is chosen about. A person
 * can therefore be made again in any order, as often as needed, and nothing has to be remembered.
 */
export function mix(seed: number, topic: number, a: number, b = 0): number {
  let h = (seed ^ Math.imul(topic + 1, 0x9e3779b1)) | 0;
  h = Math.imul(h ^ (h >>> 15) ^ a, 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13) ^ Math.imul(b + 0x165667b1, 0xc2b2ae35), 0x27d4eb2f);
  h = Math.imul(h ^ (h >>> 16), 0x7feb352d);
  h = Math.imul(h ^ (h >>> 15), 0x846ca68b);
  return (h ^ (h >>> 16)) >>> 0;
}

/** A number from 0 up to, not including, 1. */
export function fraction(seed: number, topic: number, a: number, b = 0): number {
  return mix(seed, topic, a, b) / 0x1_0000_0000;
}

/** The item a hash points at. The list must not be empty. */
export function pick<Item>(list: readonly Item[], hash: number): Item {
  const item = list[hash % list.length];
  if (item === undefined) throw new RangeError('Nothing to pick from');
  return item;
}

/** What a choice is about, so that two choices about the same person do not follow each other. */
export const topics = {
  schoolSize: 1,
  gender: 2,
  birthday: 3,
  serial: 4,
  household: 5,
  origin: 6,
  surname: 7,
  givenName: 8,
  secondName: 9,
  contact: 10,
  guardian: 11,
  change: 12,
  newcomer: 13,
  staff: 14,
  membership: 15,
  identity: 16,
  newName: 17,
} as const;
