/** Changes objects of the directory, each for itself. */
import { randomBytes } from 'node:crypto';

import { Attribute, Change, type Client } from 'ldapts';

import type { DirectoryKind } from '#kernel/directory.ts';

import type { Alteration, Creation, Change as Wish, Fields } from '../port.ts';
import { concernsAll, DirectoryError } from '../port.ts';
import { Deleted } from './controls.ts';
import { codeOf, directoryError } from './errors.ts';
import { valueOf } from './layout.ts';
import { changeMembers } from './members.ts';
import { type Place, readMany } from './read.ts';
import { guidDn, passwordValue } from './values.ts';

const ALREADY_EXISTS = 68;

/** The id of an object that was made is still to be read (`idsOfMade`). */
type Applied = { id: string; restored?: boolean } | { id: undefined; notRestored?: DirectoryError };

export async function applyOne(
  client: Client,
  place: Place,
  kind: DirectoryKind,
  wish: Wish,
): Promise<Applied> {
  if (wish.act === 'create') {
    const { formerId } = wish;
    const restored = formerId !== undefined && (await restore(client, place, kind, wish.fields, formerId));
    if (restored === true && formerId !== undefined) return { id: formerId, restored };
    await create(client, place, kind, wish);
    return { id: undefined, ...(restored instanceof DirectoryError && { notRestored: restored }) };
  }
  if (wish.act === 'remove') await client.del(ownOf(wish.seen, 'dn'));
  else await alter(client, place, kind, wish);
  return { id: wish.seen.id };
}

/**
 * Restores an object from the recycle bin. `false`: it is not there, or only as a tombstone, which has lost its password and
 * most fields. A `DirectoryError`: it is there whole and the directory refuses. Active Directory wants the right
 * `Reanimate Tombstones` on the domain (MS-ADTS 3.1.1.5.3.7.1); Samba 4.17 restores nothing from its recycle bin
 * (`isRecycled: no such attribute`).
 */
async function restore(
  client: Client,
  place: Place,
  kind: DirectoryKind,
  fields: Fields,
  id: string,
): Promise<boolean | DirectoryError> {
  let isThere = false;
  try {
    const { searchEntries } = await client.search(
      guidDn(id),
      { scope: 'base', attributes: ['isDeleted', 'isRecycled'] },
      [new Deleted()],
    );
    const [deleted] = searchEntries;
    if (!deleted || valueOf(deleted, 'isDeleted') !== 'TRUE' || valueOf(deleted, 'isRecycled') === 'TRUE') {
      return false;
    }
    isThere = true;
    const changes = [
      new Change({ operation: 'delete', modification: new Attribute({ type: 'isDeleted', values: [] }) }),
      replace('distinguishedName', [dnFor(place, kind, fields)]),
    ];
    await inPlace(client, place, fields, () => client.modify(deleted.dn, changes, [new Deleted()]));
    return true;
  } catch (cause) {
    const error = directoryError(cause);
    if (concernsAll(error.code)) throw cause;
    return isThere && error;
  }
}

async function create(
  client: Client,
  place: Place,
  kind: DirectoryKind,
  { fields, password, mustChange }: Creation,
): Promise<void> {
  const dn = dnFor(place, kind, fields);
  const attributes = {
    ...place.layout.classOf(kind),
    ...place.layout.attributesOf(kind, fields),
    ...(kind === 'user' && {
      unicodePwd: [passwordValue(password ?? unknownPassword())],
      ...(mustChange && { pwdLastSet: ['0'] }),
    }),
  };
  const given = Object.entries(attributes).flatMap(([type, values]) =>
    values.length > 0 ? [new Attribute({ type, values })] : [],
  );
  await inPlace(client, place, fields, () => client.add(dn, given));
}

/** All together: asked for one by one they would take as long again as being made. In the order of the wishes. */
export async function idsOfMade(
  client: Client,
  place: Place,
  kind: DirectoryKind,
  made: readonly Creation[],
): Promise<(string | undefined)[]> {
  const lookups = made.map(({ fields }) => ({ id: undefined, name: String(fields['name']) }));
  const found = await readMany(client, place, kind, lookups);
  return found.map((seen) => seen?.id);
}

async function alter(client: Client, place: Place, kind: DirectoryKind, wish: Alteration): Promise<void> {
  const { seen, fields } = wish;
  let dn = ownOf(seen, 'dn');
  const isMoved = kind === 'school' ? 'name' in fields : 'commonName' in fields || 'place' in fields;
  if (isMoved) {
    const whole = { ...seen.fields, ...fields };
    const to = dnFor(place, kind, whole);
    if (to.toLowerCase() !== dn.toLowerCase() || to !== dn) {
      const from = dn;
      await inPlace(client, place, whole, () => client.modifyDN(from, to));
    }
    dn = to;
  }
  const changes = Object.entries(
    place.layout.attributesOf(kind, fields, Number(ownOf(seen, 'control')) || undefined),
  )
    // A school's name is its place, which has just been changed.
    .map(([type, values]) => replace(type, values));
  if (wish.password !== undefined) changes.push(replace('unicodePwd', [passwordValue(wish.password)]));
  if (wish.mustChange !== undefined) changes.push(replace('pwdLastSet', [wish.mustChange ? '0' : '-1']));
  if (wish.unlock) changes.push(replace('lockoutTime', ['0']));
  if (changes.length > 0) await client.modify(dn, changes);

  const readMembers = async () => {
    const [now] = await readMany(client, place, kind, [{ id: seen.id, name: '' }]);
    return now?.members ?? new Set<string>();
  };
  for (const [act, members] of [
    ['delete', wish.removeMembers],
    ['add', wish.addMembers],
  ] as const) {
    if (!members?.length) continue;
    try {
      await changeMembers(client, dn, act, members, readMembers);
    } catch (cause) {
      const error = directoryError(cause);
      throw error.code === 'not-found'
        ? new DirectoryError('member-missing', error.message, { cause })
        : error;
    }
  }
}

/**
 * Makes the units an object is to lie in when they are not there, which is seldom. A missing parent is "no such object"
 * to an addition, and to a move Samba says something general.
 */
async function inPlace(
  client: Client,
  { layout }: Place,
  fields: Fields,
  work: () => Promise<void>,
): Promise<void> {
  const at = fields['place'];
  try {
    await work();
  } catch (cause) {
    const { code } = directoryError(cause);
    if (typeof at !== 'string' || (code !== 'not-found' && code !== 'refused')) throw cause;
    let made = 0;
    for (const { dn } of layout.unitsOf(at)) made += await makeUnit(client, dn, layout.classOf('school'));
    if (made === 0 && code === 'refused') throw cause;
    await work();
  }
}

/** Answers how many were made: another may have been quicker. */
async function makeUnit(client: Client, dn: string, attributes: Record<string, string[]>): Promise<number> {
  try {
    await client.add(dn, attributes);
    return 1;
  } catch (error) {
    if (codeOf(error) === ALREADY_EXISTS) return 0;
    throw error;
  }
}

function dnFor(
  { layout }: Place,
  kind: DirectoryKind,
  { name, commonName = name, place: at }: Fields,
): string {
  if (typeof commonName !== 'string') throw new DirectoryError('value-refused', 'The object has no name');
  return layout.dnOf(kind, commonName, typeof at === 'string' ? at : null);
}

const replace = (type: string, values: string[] | Buffer[]): Change =>
  new Change({ operation: 'replace', modification: new Attribute({ type, values }) });

function ownOf({ own }: Alteration['seen'], key: string): string {
  return own?.[key] ?? '';
}

/** Nobody knows it: the account waits for its first password. Every kind of sign, as strict directories demand. */
const unknownPassword = (): string => `${randomBytes(30).toString('base64url')}aA1-`;
