/** What went wrong in a day of locks, by what the locks were and what was seen. */
export interface Lock {
  user: string;
  from: number;
  until: number;
  /** When the portal's database had it. */
  committed: number;
}

export interface Sample {
  user: string;
  asked: number;
  answered: number;
  /** `away`: nobody decided. */
  said: 'open' | 'shut' | 'away';
}

export interface Outage {
  what: string;
  began: number;
  /** When everything had been started again. */
  over: number;
}

const OUTLIVES_MS = 1_000;
const MISSING_MS = 5_000;
/** From the lock to the point while everything is up. */
const KNOWN_MS = 1_500;

export function faultsIn({
  locks,
  samples,
  outages,
}: {
  locks: readonly Lock[];
  samples: readonly Sample[];
  outages: readonly Outage[];
}): string[] {
  const first = samples[0]?.asked ?? 0;
  const at = (moment: number) => `${((moment - first) / 1000).toFixed(2)} s`;
  const around = (moment: number) =>
    outages
      .filter(({ began }) => began < moment && moment - began < 15_000)
      .map(({ what, began, over }) => `${what} ${at(began)} to ${at(over)}`)
      .join(', ');
  /** Since when everything has been up at a moment; undefined = it is not. */
  const upSince = (moment: number): number | undefined => {
    if (outages.some(({ began, over }) => began <= moment && moment < over)) return undefined;
    return outages.reduce((since, { over }) => (over <= moment ? Math.max(since, over) : since), 0);
  };
  /** The point had it before the next thing happened. */
  const isKnown = ({ committed }: Lock, moment: number): boolean => {
    const up = upSince(committed);
    const arrived = up === undefined ? undefined : Math.max(committed, up + MISSING_MS) + KNOWN_MS;
    const next = outages.find(({ over }) => over > committed);
    return arrived !== undefined && arrived < moment && (next === undefined || next.began > arrived);
  };

  return samples.flatMap(({ user, asked, answered, said }) => {
    const mine = locks.filter((lock) => lock.user === user);
    if (said === 'shut') {
      const isRight = mine.some(({ from, until }) => from <= answered && asked < until + OUTLIVES_MS);
      return isRight ? [] : [`${user} is shut out at ${at(asked)} without a lock; ${around(asked)}`];
    }
    const up = upSince(asked);
    const inForce = mine.filter(({ from, until }) => from + 300 < asked && answered < until);
    if (said === 'away') {
      const isDuring = outages.some(({ began, over }) => began <= answered && asked < over);
      const isLong = !isDuring && up !== undefined && asked - up > MISSING_MS;
      return isLong ? [`nobody decides at ${at(asked)}; ${around(asked)}`] : [];
    }
    return inForce
      .filter((lock) => {
        const since = Math.max(lock.committed, lock.from, up ?? Number.POSITIVE_INFINITY);
        return asked - since > MISSING_MS || isKnown(lock, asked);
      })
      .map(
        (lock) =>
          `${user} gets through at ${at(asked)} under a lock of ${at(lock.committed)}, ${at(lock.from)} to ${at(lock.until)}; ${around(asked)}`,
      );
  });
}
