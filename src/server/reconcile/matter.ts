/** What is known of one key while it is brought, and what is remembered and learnt of it afterwards. Pure. */
import type { Change, Observed, Outcome } from '#connectors/directory/port.ts';
import type { KeptKind } from '#kernel/directory.ts';

import { type Brought, broughtTo, type Difference, hasChosenPassword } from './difference.ts';
import type { Taken } from './due.ts';
import type { Learnt } from './learn.ts';
import type { Memory, Remembered, WithoutPassword } from './objects.ts';
import type { Wish } from './wish.ts';

/** Everything known about one key before and after the change. */
export interface Matter {
  taken: Taken;
  wish: Wish | undefined;
  known: Remembered | undefined;
  /** See `Found`. */
  askedName?: string | undefined;
  seen?: Observed | undefined;
  change?: Change | undefined;
  /** What differs and waits for a decision. */
  undecided?: readonly Difference[];
  outcome?: Outcome;
}

export const nameOf = ({ wish, known, askedName }: Matter): string | undefined =>
  wish?.name ?? known?.name ?? askedName;

export const isMissing = ({ wish, seen, known, change }: Matter): boolean =>
  wish !== undefined && known !== undefined && !seen && change === undefined;

export const isRestored = ({ outcome }: Matter): boolean =>
  outcome !== undefined && 'id' in outcome && outcome.restored === true;

function withoutPasswordNow(kind: KeptKind, matter: Matter): WithoutPassword {
  const { change, known, wish } = matter;
  if (kind !== 'user' || !wish || passwordArrived(matter)) return null;
  if (change?.act !== 'create' || isRestored(matter)) return known?.withoutPassword ?? null;
  return known ? 'again' : 'new';
}

export function memoryOf(kind: KeptKind, matter: Matter, now: Date): Memory | undefined {
  const { taken, wish, known, seen, change, outcome } = matter;
  const id = outcome && 'id' in outcome ? outcome.id : seen?.id;
  if (id === undefined || change?.act === 'remove') return undefined;
  const name = nameOf(matter);
  if (name === undefined) return undefined;
  return {
    key: taken.key,
    id,
    name,
    mustChange: mustChangeNow(matter),
    lockedUntil: lockNow(matter, now),
    goneAt: wish ? null : (known?.goneAt ?? now),
    passwordAt: passwordArrived(matter) ?? (id === known?.id ? known.passwordAt : null),
    // What was restored has the fields it had: they are compared when it is looked at once more.
    brought: wish && !isRestored(matter) ? broughtNow(wish, change) : null,
    withoutPassword: withoutPasswordNow(kind, matter),
    restoreError: restoreErrorNow(matter, withoutPasswordNow(kind, matter)),
  };
}

/** Said for as long as the account that was made instead has no password. */
function restoreErrorNow({ outcome, known }: Matter, without: WithoutPassword): Memory['restoreError'] {
  if (without !== 'again') return null;
  const refused = outcome && 'id' in outcome ? outcome.notRestored : undefined;
  return refused
    ? { code: refused.code, said: refused.message.slice(0, 500) }
    : (known?.restoreError ?? null);
}

/** A group is made empty: its members are still to be brought. */
function broughtNow(wish: Wish, change: Change | undefined): Brought {
  const { member, ...fields } = broughtTo(wish);
  return change?.act === 'create' || member === undefined ? fields : { ...fields, member };
}

/**
 * Known from now on: made here, made by a node that died before it could tell, or back again. Its groups could not have
 * it as a member before.
 */
export function hasAppeared(kind: KeptKind, matter: Matter, now: Date): boolean {
  const memory = memoryOf(kind, matter, now);
  return (
    memory !== undefined &&
    memory.goneAt === null &&
    (memory.id !== matter.known?.id || matter.known.goneAt !== null || matter.known.missingSince !== null)
  );
}

function mustChangeNow({ wish, known, seen, change }: Matter): boolean {
  if (wish && seen && hasChosenPassword(wish, seen, known)) return false;
  const asked = change && change.act !== 'remove' ? change.mustChange : undefined;
  return asked ?? seen?.mustChange ?? false;
}

function lockNow({ seen, change }: Matter, now: Date): Date | null {
  const isLifted = change?.act === 'change' && change.unlock === true;
  const until = seen?.lockedUntil ?? null;
  return isLifted || until === null || until <= now ? null : until;
}

/** When the password was set that has just come to the directory. */
function passwordArrived({ wish, change }: Matter): Date | undefined {
  const hasArrived = change !== undefined && change.act !== 'remove' && change.password !== undefined;
  return hasArrived ? wish?.passwordSetAt : undefined;
}

export function learntOf(matter: Matter, now: Date): Learnt | undefined {
  const { taken, wish, known, seen } = matter;
  if (!wish) return undefined;
  const [until, told] = [lockNow(matter, now), known?.lockedUntil ?? null];
  return {
    key: taken.key,
    passwordSetAt: passwordArrived(matter),
    hasChosen: seen !== undefined && hasChosenPassword(wish, seen, known),
    lock: until?.getTime() === told?.getTime() ? undefined : { until, told },
  };
}
