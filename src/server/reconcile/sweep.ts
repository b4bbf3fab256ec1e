/** Goes through the whole directory and compares every object of the portal with what is wanted. */
import { sql } from 'kysely';

import { type Directory } from '#connectors/directory/port.ts';
import { type DirectoryKind, directoryKindOf, directoryKinds, keptKinds } from '#kernel/directory.ts';
import type { Db } from '#server/db.ts';

import { compare } from './compare.ts';
import type { Means } from './means.ts';
import { databaseTime } from './objects.ts';
import { compareIds, ownedOf } from './seen.ts';
import { openStrangerNotes } from './strangers.ts';

/** A sweep whose node fell silent for so long is begun again by another. */
const LEASE_S = 120;
const PORTION = 500;

export async function askForSweep(db: Db, now: Date): Promise<void> {
  await sql`update directory.state set sweep_asked_at = coalesce(sweep_asked_at, ${now})`.execute(db);
}

/** Does the sweep that was asked for, unless another node is at it. Answers how many objects it saw. */
export async function sweep(means: Means, directory: Directory): Promise<number | undefined> {
  const { db, time } = means;
  if (!(await begin(db, time.now()))) return undefined;
  try {
    return await goThrough(means, directory);
  } catch (error) {
    // The directory went away in the middle: still wanted, and begun again as soon as it is back.
    await sql`
      update directory.state
         set sweep_asked_at = coalesce(sweep_asked_at, ${time.now()}), sweep_from = null, sweep_until = null`.execute(
      db,
    );
    throw error;
  }
}

async function goThrough(means: Means, directory: Directory): Promise<number> {
  const { db, time } = means;
  const started = performance.now();
  let objects = 0;
  let strangers = 0;
  const notes = await openStrangerNotes(db, directory, means.clock.now());
  for (const kind of directoryKinds) {
    const unseen = await idsOf(db, kind);
    let asked = await databaseTime(db);
    for await (const portion of directory.all(kind)) {
      let own = 0;
      const ids = new Set<string>();
      for (const [kept, owned] of await ownedOf(means, kind, portion)) {
        await compare(means, kept, owned, asked);
        own += owned.size;
        for (const { id } of owned.values()) ids.add(id);
      }
      if (kind === 'user') await notes.note(portion.filter(({ id }) => !ids.has(id)));
      for (const { id } of portion) unseen.delete(id);
      objects += own;
      strangers += portion.length - own;
      await go(db, objects, time.now());
      asked = await databaseTime(db);
    }
    // Asked for one by one: what was made or moved meanwhile is not missing.
    const missing = [...unseen];
    for (let start = 0; start < missing.length; start += PORTION) {
      await compareIds(means, directory, missing.slice(start, start + PORTION));
    }
  }
  await notes.complete();
  await sql`
    update directory.state
       set sweep_from = null, sweep_until = null, swept_at = ${means.clock.now()}, swept_objects = ${objects},
           swept_strangers = ${strangers}, swept_ms = ${Math.round(performance.now() - started)}`.execute(db);
  return objects;
}

async function begin(db: Db, now: Date): Promise<boolean> {
  const { rows } = await sql`
    update directory.state
       set sweep_asked_at = null, sweep_from = ${now}, sweep_done = 0,
           sweep_total = (select count(*) from directory.object where gone_at is null),
           sweep_until = ${now}::timestamptz + make_interval(secs => ${LEASE_S})
     where (sweep_asked_at is not null and sweep_until is null) or sweep_until < ${now}
    returning id`.execute(db);
  return rows.length > 0;
}

async function go(db: Db, done: number, now: Date): Promise<void> {
  await sql`
    update directory.state
       set sweep_done = ${done}, sweep_until = ${now}::timestamptz + make_interval(secs => ${LEASE_S})`.execute(
    db,
  );
}

async function idsOf(db: Db, kind: DirectoryKind): Promise<Set<string>> {
  const kept = keptKinds.filter((one) => directoryKindOf(one) === kind);
  const { rows } = await sql<{ objectId: string }>`
    select object_id from directory.object where kind = any (${kept}) and gone_at is null`.execute(db);
  return new Set(rows.map(({ objectId }) => objectId));
}
