/** The same chance every time. */
export interface Chance {
  /** A whole number from 0 up to, not including, `below`. */
  below: (below: number) => number;
  /** True once in so many times. */
  oneIn: (times: number) => boolean;
  /** One of them; undefined when there are none. */
  of: <T>(list: readonly T[]) => T | undefined;
}

export function chance(seed: number): Chance {
  let state = seed;
  const below = (limit: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * limit);
  };
  return {
    below,
    oneIn: (times) => below(times) === 0,
    of: (list) => list[below(Math.max(1, list.length))],
  };
}
