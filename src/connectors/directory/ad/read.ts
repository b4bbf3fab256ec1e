/** Reads objects of the directory, many at a time, with members in the ranges a directory gives them in. */
import { AndFilter, type Client, type Entry, EqualityFilter, FilterParser, OrFilter } from 'ldapts';

import type { DirectoryKind } from '#kernel/directory.ts';

import type { Lookup, Observed } from '../port.ts';
import { LongDns } from './controls.ts';
import { type Layout, valueOf } from './layout.ts';
import { guidDn, guidBytes, guidFrom, guidOfLongDn, momentOf } from './values.ts';

export interface Place {
  base: string;
  layout: Layout;
  /** How long an account stays locked; null = until somebody unlocks. */
  lockMinutes: number | null;
}

/** As many values as an Active Directory gives at a time; asked for, because not every directory cuts by itself. */
const RANGE = 1_500;
/** Lookups in one search: a filter has its bounds. */
const LOOKUPS = 100;
const MINUTE_MS = 60_000;
const FOR_EVER = new Date('9999-12-31T00:00:00Z');

const binary = ['objectGUID'];

export function attributesOf({ layout }: Place, kind: DirectoryKind): string[] {
  return [...layout.attributes(kind), ...(kind === 'group' ? [`member;range=0-${RANGE - 1}`] : [])];
}

export async function readMany(
  client: Client,
  place: Place,
  kind: DirectoryKind,
  lookups: readonly Lookup[],
): Promise<(Observed | undefined)[]> {
  const byId = new Map<string, Observed>();
  const byName = new Map<string, Observed>();
  const ofKind = FilterParser.parseString(place.layout.filter(kind));
  for (let start = 0; start < lookups.length; start += LOOKUPS) {
    const asked = lookups.slice(start, start + LOOKUPS);
    const each = asked.map(({ id, name }) =>
      id === undefined
        ? place.layout.nameFilter(kind, name)
        : new EqualityFilter({ attribute: 'objectGUID', value: guidBytes(id) }),
    );
    const { searchEntries } = await client.search(
      place.base,
      {
        scope: kind === 'school' ? 'one' : 'sub',
        filter: new AndFilter({ filters: [ofKind, new OrFilter({ filters: each })] }),
        attributes: attributesOf(place, kind),
        explicitBufferAttributes: binary,
        paged: { pageSize: 500 },
      },
      [new LongDns()],
    );
    for (const entry of searchEntries) {
      const seen = await observedFrom(client, place, kind, entry);
      byId.set(seen.id, seen);
      byName.set(String(seen.fields['name']).toLowerCase(), seen);
    }
  }
  return lookups.map(({ id, name }) => (id === undefined ? byName.get(name.toLowerCase()) : byId.get(id)));
}

export async function observedFrom(
  client: Client,
  place: Place,
  kind: DirectoryKind,
  raw: Entry,
): Promise<Observed> {
  const entry = { ...raw, dn: raw.dn.replace(/^(<[^>]*>;)+/, '') };
  const id = idOf(entry);
  const seen: Observed = {
    id,
    fields: place.layout.fieldsOf(kind, entry),
    own: { dn: entry.dn, control: valueOf(entry, 'userAccountControl') ?? '' },
  };
  if (kind === 'group') return { ...seen, members: await membersOf(client, id, entry) };
  if (kind === 'school') return seen;
  const lockedAt = momentOf(valueOf(entry, 'lockoutTime'));
  const { lockMinutes } = place;
  return {
    ...seen,
    mustChange: valueOf(entry, 'pwdLastSet') === '0',
    lastLogin: momentOf(valueOf(entry, 'lastLogon')),
    lockedAt,
    lockedUntil:
      lockedAt && (lockMinutes === null ? FOR_EVER : new Date(lockedAt.getTime() + lockMinutes * MINUTE_MS)),
  };
}

export function idOf(entry: Entry): string {
  const { objectGUID } = entry;
  if (!Buffer.isBuffer(objectGUID)) throw new Error(`The directory gave no objectGUID of ${entry.dn}`);
  return guidFrom(objectGUID);
}

async function membersOf(client: Client, id: string, entry: Entry): Promise<Set<string>> {
  const members = new Set<string>();
  for (let from: Entry | undefined = entry, start = 0; from;) {
    const range = rangeOf(from);
    for (const dn of range.values) {
      const member = guidOfLongDn(dn);
      if (member !== undefined) members.add(member);
    }
    if (range.end === undefined || range.end < start) break;
    start = range.end + 1;
    const { searchEntries } = await client.search(
      guidDn(id),
      { scope: 'base', attributes: [`member;range=${start}-${start + RANGE - 1}`] },
      [new LongDns()],
    );
    from = searchEntries[0];
  }
  return members;
}

/** The values of a portion, and the number of the last one when there are more. */
function rangeOf(entry: Entry): { values: string[]; end: number | undefined } {
  for (const [key, value] of Object.entries(entry)) {
    const [, , end] = /^member(;range=\d+-(\d+|\*))?$/i.exec(key) ?? [undefined, undefined, ''];
    const values = (Array.isArray(value) ? value : [value]).map(String);
    if (end === '' || values.length === 0) continue;
    return { values, end: end === undefined || end === '*' ? undefined : Number(end) };
  }
  return { values: [], end: undefined };
}
