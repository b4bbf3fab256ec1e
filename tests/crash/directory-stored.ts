/** What a directory has, as Samba has stored it: read by its own tool from its own files. */
import type { Samba } from '#connectors/directory/ad/testing/samba.ts';
import { partsOfDn } from '#connectors/directory/ad/values.ts';

import type { Account, Group } from './directory-rounds.ts';

const DISABLED = 2;

type Stored = Pick<Samba, 'stored'>;

/** Every attribute with all its values, of each object below the base. */
async function objects({ stored }: Stored, base: string, filter: string): Promise<Map<string, string[]>[]> {
  const ldif = await stored(filter);
  return ldif
    .split(/\n\n/)
    .map((record) => {
      const lines = [...record.matchAll(/^(\w+): (.*)$/gm)];
      const grouped = Map.groupBy(lines, ([, name = '']) => name);
      return new Map([...grouped].map(([name, all]) => [name, all.map(([, , value = '']) => value)]));
    })
    .filter((object) => object.get('dn')?.[0]?.endsWith(`,${base}`));
}

const one = (object: Map<string, string[]>, name: string): string => object.get(name)?.[0] ?? '';
const byName = (a: { name: string }, b: { name: string }): number => (a.name < b.name ? -1 : 1);

export async function storedAccounts(samba: Stored, base: string): Promise<Account[]> {
  const found = await objects(samba, base, '(&(objectClass=user)(objectCategory=person))');
  return found
    .map((object) => {
      const [, unit, school] = partsOfDn(one(object, 'dn'));
      return {
        name: one(object, 'sAMAccountName'),
        unit: `${unit?.value}/${school?.value}`,
        displayName: one(object, 'displayName'),
        enabled: (Number(one(object, 'userAccountControl')) & DISABLED) === 0,
      };
    })
    .toSorted(byName);
}

export async function storedGroups(samba: Stored, base: string): Promise<Group[]> {
  const found = await objects(samba, base, '(objectClass=group)');
  return found
    .map((object) => ({
      name: one(object, 'sAMAccountName'),
      members: (object.get('member') ?? []).map((dn) => partsOfDn(dn)[0]?.value ?? '').toSorted(),
    }))
    .toSorted(byName);
}
