/** Reads accounts that are not the portal's: administrators of the directory, and those that lie elsewhere in the domain. */
import { AndFilter, type Client, EqualityFilter, ExtensibleFilter, FilterParser, OrFilter } from 'ldapts';

import type { Observed } from '../port.ts';
import { LongDns } from './controls.ts';
import { valueOf } from './layout.ts';
import { attributesOf, idOf, observedFrom, type Place } from './read.ts';
import { domainOf } from './values.ts';

const paged = { pageSize: 500 };
const explicitBufferAttributes = ['objectGUID'];
/** LDAP_MATCHING_RULE_IN_CHAIN: members of members too (MS-ADTS 3.1.1.3.4.4.3). */
const IN_CHAIN = '1.2.840.113556.1.4.1941';
/** The primary group is not in `memberOf` (MS-ADTS 3.1.1.4.5.3); 512 is Domain Admins. */
const DOMAIN_ADMINS = '512';
const people = FilterParser.parseString('(&(objectCategory=person)(objectClass=user))');

/**
 * Accounts the directory protects (`adminCount`), and everybody in a group it protects. Samba marks the groups it comes
 * with, and not who joins them.
 */
export async function administratorsOf(client: Client, domain: string): Promise<ReadonlySet<string>> {
  const { searchEntries: groups } = await client.search(domain, {
    scope: 'sub',
    filter: '(&(objectClass=group)(adminCount=1))',
    attributes: ['distinguishedName'],
    paged,
  });
  const marks = [
    new EqualityFilter({ attribute: 'adminCount', value: '1' }),
    new EqualityFilter({ attribute: 'primaryGroupID', value: DOMAIN_ADMINS }),
    ...groups.map(
      (group) =>
        new ExtensibleFilter({
          rule: IN_CHAIN,
          matchType: 'memberOf',
          value: valueOf(group, 'distinguishedName') ?? group.dn,
        }),
    ),
  ];
  const { searchEntries } = await client.search(domain, {
    scope: 'sub',
    filter: new AndFilter({ filters: [people, new OrFilter({ filters: marks })] }),
    attributes: ['objectGUID'],
    explicitBufferAttributes,
    paged,
  });
  return new Set(searchEntries.map(idOf));
}

/** `place` is the DN of the unit they lie in. */
export async function readOutside(
  client: Client,
  place: Place,
  names: readonly string[],
): Promise<Observed[]> {
  const named = new OrFilter({ filters: names.map((name) => place.layout.nameFilter('user', name)) });
  const { searchEntries } = await client.search(
    domainOf(place.base),
    {
      scope: 'sub',
      filter: new AndFilter({ filters: [people, named] }),
      attributes: attributesOf(place, 'user'),
      explicitBufferAttributes,
      paged,
    },
    [new LongDns()],
  );
  const found: Observed[] = [];
  for (const entry of searchEntries) {
    const seen = await observedFrom(client, place, 'user', entry);
    const dn = seen.own?.['dn'] ?? '';
    if (dn.toLowerCase().endsWith(`,${place.base.toLowerCase()}`)) continue;
    found.push({ ...seen, fields: { ...seen.fields, place: dn.slice(dn.indexOf(',') + 1) } });
  }
  return found;
}
