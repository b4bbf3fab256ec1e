/**
 * Time is a parameter: every rule that depends on time asks a clock it was given, never the machine. Tests hold it
 * still or move it, and so does the demo municipality.
 */
export interface Clock {
  now: () => Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** A clock for tests: stands still until it is set or moved. */
export interface FixedClock extends Clock {
  set: (to: Date | string) => void;
  /** Milliseconds forward, or back when negative. */
  advance: (ms: number) => void;
}

export function fixedClock(at: Date | string): FixedClock {
  let current = new Date(at).getTime();
  return {
    now: () => new Date(current),
    set: (to) => {
      current = new Date(to).getTime();
    },
    advance: (ms) => {
      current += ms;
    },
  };
}
