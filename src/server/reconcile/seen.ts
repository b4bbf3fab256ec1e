/** Reads back what anybody changed in the directory since the last look: locks, passwords chosen, and drift. */
import { sql } from 'kysely';

import type { Directory, Observed } from '#connectors/directory/port.ts';
import { type DirectoryKind, directoryKindOf, type KeptKind } from '#kernel/directory.ts';

import { compare } from './compare.ts';
import type { Means } from './means.ts';
import { databaseTime, ownersOf } from './objects.ts';

const EVERY_S = 3;
const PORTION = 500;

/** One node looks at a time; two that happen to look at once find the same. */
export async function readBack(means: Means, directory: Directory): Promise<number> {
  const { db, time } = means;
  const now = time.now();
  const { rows } = await sql<{ seenThrough: string | null }>`
    update directory.state set seen_at = ${now}
     where seen_at is null or seen_at <= ${now}::timestamptz - make_interval(secs => ${EVERY_S})
    returning seen_through`.execute(db);
  const [turn] = rows;
  if (!turn) return 0;

  const { ids, through, isGap } = await directory.changedSince(turn.seenThrough ?? undefined);
  if (turn.seenThrough === null || isGap) {
    // Where the reading begins, and wherever it lost its place, only a sweep knows what was missed.
    await sql`update directory.state set sweep_asked_at = coalesce(sweep_asked_at, ${now})`.execute(db);
  } else {
    for (let start = 0; start < ids.length; start += PORTION) {
      await compareIds(means, directory, ids.slice(start, start + PORTION));
    }
  }
  await sql`
    update directory.state set seen_through = ${through}
     where seen_through is not distinct from ${turn.seenThrough}`.execute(db);
  return ids.length;
}

/** Reads these objects and compares them; what is not of the portal is left alone. */
export async function compareIds(means: Means, directory: Directory, ids: readonly string[]): Promise<void> {
  const owners = await ownersOf(means.db, ids);
  const byKind = Map.groupBy(owners, ([, { kind }]) => kind);
  for (const [kind, owned] of byKind) {
    const asked = await databaseTime(means.db);
    const found = await directory.read(
      directoryKindOf(kind),
      owned.map(([id]) => ({ id, name: '' })),
    );
    await compare(means, kind, new Map(owned.map(([, { key }], index) => [key, found[index]])), asked);
  }
}

/** The objects of a portion that are the portal's, by what they are kept as, and key. */
export async function ownedOf(
  { db }: Means,
  kind: DirectoryKind,
  portion: readonly Observed[],
): Promise<Map<KeptKind, Map<number, Observed>>> {
  const owners = await ownersOf(
    db,
    portion.map(({ id }) => id),
  );
  const owned = new Map<KeptKind, Map<number, Observed>>();
  for (const seen of portion) {
    const owner = owners.get(seen.id);
    if (!owner || directoryKindOf(owner.kind) !== kind) continue;
    owned.set(owner.kind, (owned.get(owner.kind) ?? new Map<number, Observed>()).set(owner.key, seen));
  }
  return owned;
}
