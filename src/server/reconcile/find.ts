/** Finds the directory's objects of keys: by the id that is remembered, or else by name. */
import type { Directory, Observed } from '#connectors/directory/port.ts';
import { directoryKindOf, type KeptKind, keptKinds } from '#kernel/directory.ts';

import { readAsked } from './asked.ts';
import type { Means } from './means.ts';
import { ownersOf, type Remembered } from './objects.ts';
import type { Wish } from './wish.ts';

export interface Found {
  seen: Observed | undefined;
  /** The name it was last asked for under, by somebody who never heard whether it was made. */
  askedName: string | undefined;
  /** Found by its name, and it has administrator rights in the directory: the portal does not take it over. */
  isAdministrator: boolean;
  /** Somebody else has asked for an object of the wanted name and not heard yet: what lies there may be theirs. */
  isOthers: boolean;
}

export async function findObjects(
  { db }: Means,
  directory: Directory,
  kind: KeptKind,
  keys: readonly number[],
  wishes: ReadonlyMap<number, Wish>,
  objects: ReadonlyMap<number, Remembered>,
): Promise<Found[]> {
  const wanted = (key: number) => wishes.get(key)?.name ?? '';
  const sharing = keptKinds.filter((one) => directoryKindOf(one) === directoryKindOf(kind));
  const asked = await readAsked(db, kind, sharing, keys, keys.map(wanted));
  const read = (lookups: { id: string | undefined; name: string }[]) =>
    directory.read(directoryKindOf(kind), lookups);

  const found = await read(
    keys.map((key) => ({ id: objects.get(key)?.id, name: asked.nameOf(key) ?? wanted(key) })),
  );
  // What is not there by its id may have been made anew; what is not there as it was asked for may be as it is wanted.
  const left = keys.flatMap((key, index) => {
    if (found[index]) return [];
    const isKnown = objects.has(key);
    const name = isKnown ? asked.nameOf(key) : wanted(key);
    return name !== undefined && (isKnown || name !== asked.nameOf(key)) ? [{ index, name }] : [];
  });
  const others = left.length === 0 ? [] : await read(left.map(({ name }) => ({ id: undefined, name })));
  for (const [at, { index }] of left.entries()) found[index] = others[at];

  const byName = found.filter((seen, index) => seen && seen.id !== idOf(objects, keys[index]));
  const owners = await ownersOf(
    db,
    byName.flatMap((seen) => seen?.id ?? []),
  );
  const isNew = (seen: Observed | undefined, key: number) =>
    seen !== undefined && !owners.has(seen.id) && seen.id !== objects.get(key)?.id;
  const administrators = keys.some((key, index) => isNew(found[index], key))
    ? await directory.administrators()
    : new Set<string>();
  return keys.map((key, index): Found => {
    const seen = found[index];
    // An object found by its name that is somebody else's is not this key's to change.
    const isOwned = seen !== undefined && seen.id !== idOf(objects, key) && owners.has(seen.id);
    return {
      seen: isOwned ? undefined : seen,
      askedName: asked.nameOf(key),
      isAdministrator: seen !== undefined && isNew(seen, key) && administrators.has(seen.id),
      isOthers: !objects.has(key) && asked.isOthers(key, wanted(key)),
    };
  });
}

const idOf = (objects: ReadonlyMap<number, Remembered>, key: number | undefined): string | undefined =>
  key === undefined ? undefined : objects.get(key)?.id;
