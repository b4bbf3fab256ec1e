/** What a point counts between two reports. A report that did not arrive is counted again in the next. */
import type { Report } from '../protocol/messages.ts';

type Told = Pick<Report, 'refused' | 'cut' | 'signIns'>;

interface Seen {
  user: string;
  address: string;
  at: Date;
}

/** As many as a report may hold. */
const MOST_SEEN = 20_000;

export interface Tally {
  refused: () => void;
  cut: (connections: number) => void;
  /** Answers whether that user was never seen before. */
  seen: (seen: Seen) => boolean;
  take: () => Told;
  giveBack: (told: Told) => void;
}

export function openTally(): Tally {
  let refused = 0;
  let cut = 0;
  const seen = new Map<string, Seen>();
  const ever = new Set<string>();

  function note(one: Seen): void {
    if (seen.size < MOST_SEEN || seen.has(one.user)) seen.set(one.user, one);
  }

  return {
    refused: () => {
      refused += 1;
    },
    cut: (connections) => {
      cut += connections;
    },
    seen(one) {
      note(one);
      const isNew = !ever.has(one.user);
      if (ever.size < MOST_SEEN) ever.add(one.user);
      return isNew;
    },
    take() {
      const told = {
        refused,
        cut,
        signIns: [...seen.values()].map(({ user, address, at }) => ({ user, address, at: at.toISOString() })),
      };
      refused = 0;
      cut = 0;
      seen.clear();
      return told;
    },
    giveBack(told) {
      refused += told.refused;
      cut += told.cut;
      for (const { at, ...who } of told.signIns) {
        if (!seen.has(who.user)) note({ ...who, at: new Date(at) });
      }
    },
  };
}
