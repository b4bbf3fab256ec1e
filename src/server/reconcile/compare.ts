/** Compares what the directory has with what is wanted, for keys that are not due: nothing is changed, only found. */
import type { Observed } from '#connectors/directory/port.ts';
import { osloDay } from '#kernel/dates.ts';
import { directoryKindOf, type KeptKind } from '#kernel/directory.ts';

import {
  type Brought,
  broughtTo,
  type Difference,
  differences,
  hasChosenPassword,
  isToBring,
  mustChangeDifference,
} from './difference.ts';
import { type Drift, recordDrift } from './drift.ts';
import { markKeys } from './due.ts';
import { type Learnt, learning } from './learn.ts';
import type { Means } from './means.ts';
import {
  type DatabaseTime,
  type Memory,
  readExceptions,
  readObjects,
  rememberBrought,
  type Remembered,
  rememberPresence,
  rememberRead,
} from './objects.ts';
import { readWanted } from './wanted.ts';
import type { Wish } from './wish.ts';

/**
 * `seen` by key, undefined = the object is not there any more; `asked`: when the directory was asked. What the portal
 * has brought since then is not judged by what was there before.
 */
export async function compare(
  means: Means,
  kind: KeptKind,
  seen: ReadonlyMap<number, Observed | undefined>,
  asked: DatabaseTime,
): Promise<number> {
  const { db, clock } = means;
  const keys = [...seen.keys()];
  if (keys.length === 0) return 0;
  const now = clock.now();
  const [wishes, objects, exceptions] = await Promise.all([
    readWanted(means, kind, keys, osloDay(now)),
    readObjects(db, kind, keys, asked),
    readExceptions(db, kind, keys),
  ]);
  const drifts: Drift[] = [];
  const learnt: Learnt[] = [];
  const news: News[] = [];
  const presence: Record<'missing' | 'back', number[]> = { missing: [], back: [] };
  const brought: { key: number; brought: Brought }[] = [];
  const unbrought: number[] = [];
  for (const [key, observed] of seen) {
    const [wish, known] = [wishes.get(key), objects.get(key)];
    if (!wish || !known || known.isNewer) continue;
    const accepted = exceptions.get(key) ?? [];
    const found = observed
      ? [
          ...differences(directoryKindOf(kind), wish, observed, accepted),
          ...mustChangeDifference(wish, observed, known, accepted),
        ]
      : accepted.some(({ field }) => field === 'object')
        ? []
        : [missing];
    drifts.push({ key, name: wish.name, found });
    if (!observed) presence.missing.push(key);
    else if (known.missingSince) presence.back.push(key);
    if (!known.brought || Object.keys(wish.fields).some((field) => !(field in (known.brought ?? {}))))
      brought.push({ key, brought: broughtTo(wish) });
    // The portal wished something while the object was not there.
    else if (observed && found.some((one) => isToBring(one, wish, known, noMembers))) unbrought.push(key);
    const told = observed && kind === 'user' ? newsOf(key, wish, observed, known, now) : undefined;
    if (told) {
      learnt.push(told.learnt);
      news.push(told.memory);
    }
  }
  await learning(db, learnt, now, async (tx) => {
    await recordDrift(tx, kind, drifts, { now, asked });
    await rememberRead(tx, kind, news, asked);
    await rememberBrought(tx, kind, brought, asked);
    await rememberPresence(tx, kind, presence, now);
    await markKeys(tx, kind, unbrought);
  });
  return drifts.reduce((sum, { found }) => sum + found.length, 0);
}

type News = Pick<Memory, 'key' | 'mustChange' | 'lockedUntil'>;

const noMembers: ReadonlySet<string> = new Set();

export const missing: Difference = { field: 'object', member: '', wanted: 'present', observed: null };

function newsOf(
  key: number,
  wish: Wish,
  observed: Observed,
  known: Remembered,
  now: Date,
): { learnt: Learnt; memory: News } | undefined {
  const hasChosen = hasChosenPassword(wish, observed, known);
  const until = observed.lockedUntil && observed.lockedUntil > now ? observed.lockedUntil : null;
  const isSameLock = until?.getTime() === known.lockedUntil?.getTime();
  // A lock that the portal is about to lift is not news.
  const isBeingLifted = Boolean(wish.unlockedAt && observed.lockedAt && observed.lockedAt <= wish.unlockedAt);
  if (!hasChosen && (isSameLock || isBeingLifted)) return undefined;
  return {
    learnt: {
      key,
      hasChosen,
      lock: isSameLock || isBeingLifted ? undefined : { until, told: known.lockedUntil },
    },
    memory: {
      key,
      mustChange: hasChosen ? false : known.mustChange,
      lockedUntil: isBeingLifted ? known.lockedUntil : until,
    },
  };
}
