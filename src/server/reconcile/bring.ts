/** Brings keys of one kind to the wanted state: reads both sides, asks for the difference, and keeps what came of it. */
import { type Change, type Directory, DirectoryError, type Observed } from '#connectors/directory/port.ts';
import { osloDay } from '#kernel/dates.ts';
import { directoryKindOf, type KeptKind } from '#kernel/directory.ts';

import { noteAsked } from './asked.ts';
import { missing } from './compare.ts';
import { changedFields, changeTo, closing, type Comparison, type Exception } from './difference.ts';
import { recordUndecided } from './drift.ts';
import { settleDue, type Settled, type Taken } from './due.ts';
import { type Found, findObjects } from './find.ts';
import { learning } from './learn.ts';
import { hasAppeared, isMissing, isRestored, learntOf, type Matter, memoryOf, nameOf } from './matter.ts';
import type { Means } from './means.ts';
import {
  forgetBrought,
  forgetMembersDue,
  forgetObjects,
  markGroupsOf,
  type MembersDue,
  type Memory,
  readExceptions,
  readMembersDue,
  readObjects,
  type Remembered,
  rememberObjects,
  rememberPresence,
} from './objects.ts';
import { readWanted } from './wanted.ts';
import type { Wish } from './wish.ts';

/** Days an account stays, closed, after its row is gone from the portal. */
export const GRACE_DAYS = 30;
const DAY_MS = 86_400_000;

/** Throws `DirectoryError` when the directory as a whole is away; then nothing is settled. */
export async function bring(means: Means, directory: Directory, taken: readonly Taken[]): Promise<void> {
  const [first] = taken;
  if (!first) return;
  const keys = taken.map(({ key }) => key);
  const membersDue = await readMembersDue(means.db, first.kind, keys);
  const matters = await gatherMatters(means, directory, first.kind, taken, membersDue);
  const changing = matters.filter(({ change }) => change !== undefined);
  await adopt(means, first.kind, matters);
  await noteAsked(
    means.db,
    first.kind,
    changing.flatMap(({ taken: { key }, change }) =>
      change?.act === 'create' ? [{ key, name: String(change.fields['name']) }] : [],
    ),
  );
  await forgetBrought(
    means.db,
    first.kind,
    changing.map(({ taken: { key }, change }) => ({ key, fields: changedFields(change) })),
  );
  const outcomes = await directory.apply(
    directoryKindOf(first.kind),
    changing.flatMap(({ change }) => (change ? [change] : [])),
  );
  for (const [index, matter] of changing.entries()) {
    const outcome = outcomes[index];
    if (outcome) matter.outcome = outcome;
  }
  await settle(means, first.kind, matters, membersDue);
}

/** What was found by its name is remembered by its id before it is changed: it may be renamed unheard as well. */
async function adopt({ db, clock }: Means, kind: KeptKind, matters: readonly Matter[]): Promise<void> {
  const now = clock.now();
  const found = matters.flatMap((matter) => adoptionOf(matter, now) ?? []);
  if (found.length === 0) return;
  await db.transaction().execute(async (tx) => {
    await rememberObjects(tx, kind, found, now);
    const living = found.filter(({ goneAt }) => goneAt === null);
    await markGroupsOf(
      tx,
      kind,
      living.map(({ key }) => key),
    );
  });
}

function adoptionOf(matter: Matter, now: Date): Memory | undefined {
  const { taken, wish, known, seen } = matter;
  const name = nameOf(matter);
  if (!seen || seen.id === known?.id || name === undefined) return undefined;
  return {
    key: taken.key,
    id: seen.id,
    name,
    mustChange: seen.mustChange ?? false,
    lockedUntil: null,
    goneAt: wish ? null : now,
    passwordAt: null,
    brought: null,
    withoutPassword: null,
    restoreError: null,
  };
}

async function gatherMatters(
  means: Means,
  directory: Directory,
  kind: KeptKind,
  taken: readonly Taken[],
  membersDue: MembersDue,
): Promise<Matter[]> {
  const { db, clock } = means;
  const keys = taken.map(({ key }) => key);
  const now = clock.now();
  const [wishes, objects, exceptions] = await Promise.all([
    readWanted(means, kind, keys, osloDay(now)),
    readObjects(db, kind, keys),
    readExceptions(db, kind, keys),
  ]);
  const found = await findObjects(means, directory, kind, keys, wishes, objects);
  return taken.map((one, index) => {
    const [known, wanted] = [objects.get(one.key), wishes.get(one.key)];
    const { seen, askedName, isAdministrator, isOthers } = found[index] ?? nothing;
    if (isAdministrator) return { taken: one, wish: wanted, known, outcome: { error: protectedAccount() } };
    if (isOthers) return { taken: one, wish: wanted, known, outcome: { error: waiting() } };
    const wish = kind === 'candidate' ? withoutPasswordThere(wanted, known, seen) : wanted;
    const matter = { taken: one, wish, known, askedName, seen };
    const decided = { exceptions: exceptions.get(one.key) ?? [], membersDue: membersDue.of(one.key) };
    return { ...matter, ...comparisonFor(kind, matter, decided, now) };
  });
}

const nothing: Found = { seen: undefined, askedName: undefined, isAdministrator: false, isOthers: false };

const protectedAccount = () =>
  new DirectoryError('name-taken', 'The account of this name has administrator rights in the directory');

const waiting = () =>
  new DirectoryError('busy', 'Another entry was asked for under this name and has not been heard of yet');

function comparisonFor(
  kind: KeptKind,
  { wish, known, askedName, seen }: Matter,
  decided: { exceptions: readonly Exception[]; membersDue: ReadonlySet<string> },
  now: Date,
): Comparison {
  if (wish) {
    if (seen || !isLeftMissing(kind, known)) {
      const { change, undecided } = changeTo(directoryKindOf(kind), wish, seen, known, decided);
      const isDeleted = change?.act === 'create' && known !== undefined && !isOfExam(kind);
      return { change: isDeleted ? { ...change, formerId: known.id } : change, undecided };
    }
    const isAccepted = decided.exceptions.some(({ field }) => field === 'object');
    return { change: undefined, undecided: isAccepted ? [] : [missing] };
  }
  // What the portal never made or adopted is not its to close.
  if ((!known && askedName === undefined) || !seen) return { change: undefined, undecided: [] };
  // Nobody comes back to an account without a name, nor to an exam.
  const isOver = isOfExam(kind) || (known !== undefined && isGraceOver(known, now));
  const change: Change | undefined = isOver ? { act: 'remove', seen } : closing(directoryKindOf(kind), seen);
  return { change, undecided: [] };
}

const isOfExam = (kind: KeptKind): boolean => kind === 'candidate' || kind === 'exam';

/** Deleted in the directory after the portal made it. An exam does not wait for a decision: what it needs is made again. */
const isLeftMissing = (kind: KeptKind, known: Remembered | undefined): boolean =>
  known !== undefined && known.goneAt === null && known.brought !== null && !isOfExam(kind);

/** A password the portal keeps is handed over once, unless its account had to be made anew. */
function withoutPasswordThere(
  wish: Wish | undefined,
  known: Remembered | undefined,
  seen: Observed | undefined,
): Wish | undefined {
  if (!wish?.passwordSetAt || !known?.passwordAt || seen?.id !== known.id) return wish;
  if (known.passwordAt.getTime() !== wish.passwordSetAt.getTime()) return wish;
  const { password: _there, ...rest } = wish;
  return rest;
}

const isGraceOver = ({ goneAt }: Remembered, now: Date): boolean =>
  goneAt !== null && now.getTime() - goneAt.getTime() >= GRACE_DAYS * DAY_MS;

async function settle(
  { db, clock, time }: Means,
  kind: KeptKind,
  matters: readonly Matter[],
  membersDue: MembersDue,
): Promise<void> {
  const now = clock.now();
  const done = matters.filter(({ outcome }) => outcome === undefined || 'id' in outcome);
  const appeared = done.filter((matter) => hasAppeared(kind, matter, now));
  const removed = done.filter(
    ({ change, wish, seen, known }) => change?.act === 'remove' || (!wish && !seen && known !== undefined),
  );
  const learnt = kind === 'user' ? done.flatMap((matter) => learntOf(matter, now) ?? []) : [];

  await learning(db, learnt, now, async (tx) => {
    await rememberObjects(
      tx,
      kind,
      done.flatMap((matter) => memoryOf(kind, matter, now) ?? []),
      now,
    );
    await forgetObjects(tx, kind, keysOf(removed));
    await recordUndecided(
      tx,
      kind,
      done.map((matter) => ({
        key: matter.taken.key,
        name: nameOf(matter) ?? '',
        found: matter.undecided ?? [],
      })),
      now,
    );
    await rememberPresence(tx, kind, { missing: keysOf(done.filter(isMissing)), back: [] }, now);
    await forgetMembersDue(tx, kind, keysOf(done), membersDue);
    await markGroupsOf(tx, kind, keysOf(appeared));
    await settleDue(
      tx,
      matters.map((matter) => settledOf(kind, matter)),
      time.now(),
    );
  });
}

const keysOf = (matters: readonly Matter[]): number[] => matters.map(({ taken }) => taken.key);

function settledOf(kind: KeptKind, matter: Matter): Settled {
  const { taken, change, outcome } = matter;
  if (outcome && 'error' in outcome) return { ...taken, error: outcome.error };
  if (change && !outcome) {
    return { ...taken, error: new DirectoryError('busy', 'The directory did not answer for this entry') };
  }
  // A group is made empty, and filled when it is looked at once more.
  const isEmpty = directoryKindOf(kind) === 'group' && change?.act === 'create';
  return { ...taken, again: isEmpty || isRestored(matter) };
}
