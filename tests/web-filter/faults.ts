/** What went wrong in a day of locks, by what the locks were and what was seen. */
export interface Lock {
  /** Whom it reaches. */
  users: readonly string[];
  from: number;
  until: number;
  /** When the portal's database had it, or had these people under it. */
  committed: number;
  /** Pages it leaves open to them. */
  opens: readonly string[];
  /** Ended before its time: when somebody began to, and when the portal's database had it. */
  ended?: { begun: number; committed: number };
}

/** Who sits at a machine, since the portal's database has known. */
export interface Seat {
  user: string;
  address: string;
  since: number;
}

export interface Sample {
  user: string;
  page: string;
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

export interface Played {
  locks: readonly Lock[];
  seats: readonly Seat[];
  samples: readonly Sample[];
  outages: readonly Outage[];
}

const OUTLIVES_MS = 1_000;
const MISSING_MS = 5_000;
/** From the lock to the point while everything is up. */
const KNOWN_MS = 1_500;

/** Since when everything has been up at a moment; undefined = it is not. */
function upSince(outages: readonly Outage[], moment: number): number | undefined {
  if (outages.some(({ began, over }) => began <= moment && moment < over)) return undefined;
  return outages.reduce((since, { over }) => (over <= moment ? Math.max(since, over) : since), 0);
}

/** When the point has heard of a lock that was ended early, at the latest. */
export function heardBy(outages: readonly Outage[], ended: number): number {
  const up = upSince(outages, ended);
  const first = up !== undefined && ended - up >= MISSING_MS ? ended + OUTLIVES_MS : ended + MISSING_MS;
  // Cut off before it could have heard, it hears when it is back.
  return outages
    .toSorted((one, other) => one.over - other.over)
    .reduce(
      (heard, { began, over }) =>
        began < heard && ended < over ? Math.max(heard, over + MISSING_MS) : heard,
      first,
    );
}

/** How long a lock may still shut somebody out: its own end holds whatever is away. */
function shutsUntil({ until, ended }: Lock, outages: readonly Outage[]): number {
  const own = until + OUTLIVES_MS;
  return ended === undefined ? own : Math.min(own, heardBy(outages, ended.committed));
}

/** Locks that were ended early while something was away. */
export const endedMeanwhile = ({ locks, outages }: Pick<Played, 'locks' | 'outages'>): Lock[] =>
  locks.filter(({ ended }) => ended !== undefined && upSince(outages, ended.committed) === undefined);

export function faultsIn({ locks, seats, samples, outages }: Played): string[] {
  const first = samples[0]?.asked ?? 0;
  const at = (moment: number) => `${((moment - first) / 1000).toFixed(2)} s`;
  const around = (moment: number) =>
    outages
      .filter(({ began }) => began < moment && moment - began < 15_000)
      .map(({ what, began, over }) => `${what} ${at(began)} to ${at(over)}`)
      .join(', ');
  /** The point had it before the next thing happened. */
  const isKnown = ({ committed }: Lock, moment: number): boolean => {
    const up = upSince(outages, committed);
    const arrived = up === undefined ? undefined : Math.max(committed, up + MISSING_MS) + KNOWN_MS;
    const next = outages.find(({ over }) => over > committed);
    return arrived !== undefined && arrived < moment && (next === undefined || next.began > arrived);
  };

  return samples.flatMap(({ user, page, asked, answered, said }) => {
    const mine = locks.filter(({ users, opens }) => users.includes(user) && !opens.includes(page));
    if (said === 'shut') {
      const isRight = mine.some((lock) => lock.from <= answered && asked < shutsUntil(lock, outages));
      return isRight
        ? []
        : [`${user} is shut out from ${page} at ${at(asked)} without a lock; ${around(asked)}`];
    }
    const up = upSince(outages, asked);
    if (said === 'away') {
      const isDuring = outages.some(({ began, over }) => began <= answered && asked < over);
      const seated = seats.find((seat) => seat.user === user)?.since ?? 0;
      const isLong = !isDuring && up !== undefined && asked - Math.max(up, seated) > MISSING_MS;
      return isLong ? [`nobody decides for ${user} at ${at(asked)}; ${around(asked)}`] : [];
    }
    return mine
      .filter(
        ({ from, until, ended }) => from + 300 < asked && answered < Math.min(until, ended?.begun ?? until),
      )
      .filter((lock) => {
        const since = Math.max(lock.committed, lock.from, up ?? Number.POSITIVE_INFINITY);
        return asked - since > MISSING_MS || isKnown(lock, asked);
      })
      .map(
        (lock) =>
          `${user} gets through to ${page} at ${at(asked)} under a lock of ${at(lock.committed)}, ${at(lock.from)} to ${at(lock.until)}; ${around(asked)}`,
      );
  });
}
