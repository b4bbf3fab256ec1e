/**
 * The portal's time at a point. Every answer says it; of the last ones that with the least round trip says best how
 * far the two clocks are apart, with an error of at most half of that round trip. Locks begin and end by this time.
 */
interface Sample {
  offset: number;
  roundTrip: number;
  at: number;
}

const KEPT = 30;
/** Clocks drift: what was measured longer ago than this says less than anything newer. */
const OLDEST_MS = 10 * 60_000;
/** Two answers further apart than their errors allow, and this: one of the clocks was moved. */
const MOVED_MS = 100;

export interface Exchange {
  /** The point's own clock when the question left and when the answer was there. */
  sent: number;
  received: number;
  /** How long the portal held the question. */
  waited: number;
  portalTime: Date;
}

export interface PortalTime {
  learn: (exchange: Exchange) => void;
  /** Portal's time less the point's own, and the round trip it was measured with; undefined = never heard of. */
  best: () => { offset: number; roundTrip: number } | undefined;
  /** The portal's time now; before the first answer the point's own. */
  now: () => Date;
}

/** `machine`: the point's own clock, in milliseconds. */
export function openPortalTime(machine: () => number = Date.now): PortalTime {
  let samples: Sample[] = [];

  const best = () => {
    const fresh = samples.filter(({ at }) => machine() - at <= OLDEST_MS);
    const among = fresh.length > 0 ? fresh : samples.slice(-1);
    return among.reduce<Sample | undefined>(
      (least, sample) => (least === undefined || sample.roundTrip <= least.roundTrip ? sample : least),
      undefined,
    );
  };
  return {
    learn({ sent, received, waited, portalTime }) {
      const roundTrip = Math.max(0, received - sent - waited);
      // The answer left the portal half a round trip before it was here.
      const offset = portalTime.getTime() - (received - roundTrip / 2);
      const sample = { offset, roundTrip, at: received };
      const known = best();
      const isMoved =
        known !== undefined && Math.abs(offset - known.offset) > (roundTrip + known.roundTrip) / 2 + MOVED_MS;
      samples = [...(isMoved ? [] : samples), sample].slice(-KEPT);
    },
    best: () => {
      const sample = best();
      return sample && { offset: sample.offset, roundTrip: sample.roundTrip };
    },
    now: () => new Date(machine() + (best()?.offset ?? 0)),
  };
}
