/** `orgs.csv`: schools and their owner; what stands between or above them only says what belongs where. */
import { isOrganisationNumber } from '../fields.ts';
import type { SourceItem } from '../port.ts';
import { isProblem, type PartItem, type PartRow } from './part.ts';

interface Org {
  type: string;
  parent: string | undefined;
}

export interface Orgs {
  read: (items: readonly PartItem[]) => SourceItem[];
  /** When all are read: the school or owner an organisation is, or lies within. */
  placeOf: (id: string) => string | undefined;
}

/** A Norwegian owner is a municipality or county: OneRoster's district. The rest are School Data Sync's words. */
const owners: ReadonlySet<string> = new Set([
  'district',
  'local',
  'municipality',
  'localauthority',
  'academictrust',
]);
const schools: ReadonlySet<string> = new Set(['school', 'adulteducation', 'college', 'university']);
/** Parts of a school, and what stands above an owner. */
const between: ReadonlySet<string> = new Set([
  'department',
  'campus',
  'division',
  'program',
  'researchcenter',
  'state',
  'province',
  'region',
  'national',
  'departmentofeducation',
  'ministryofeducation',
]);

export function createOrgs(feed: string): Orgs {
  const orgs = new Map<string, Org>();

  const placeOf: Orgs['placeOf'] = (id) => {
    let at: string | undefined = id;
    for (let depth = 0; at !== undefined && depth < 8; depth += 1) {
      const org = orgs.get(at);
      if (schools.has(org?.type ?? '') || owners.has(org?.type ?? '')) return at;
      at = org?.parent;
    }
    return undefined;
  };

  const one = (row: PartRow): SourceItem[] => {
    const id = row.get('sourcedId') ?? '';
    const type = (row.get('type') ?? '').toLowerCase();
    const parent = row.get('parentSourcedId');
    orgs.set(id, { type, parent });
    if (between.has(type)) return [];
    const self = { source: feed, id };
    if (!schools.has(type) && !owners.has(type)) {
      return [row.problem('rejected', 'group.unknown-type', 'type', type, self)];
    }
    const items: SourceItem[] = [];
    const identifier = row.get('identifier');
    const number = identifier !== undefined && /^\d{9}$/.test(identifier) ? identifier : undefined;
    if (number !== undefined && !isOrganisationNumber(number)) {
      items.push(row.problem('flagged', 'group.organisation-number', 'identifier', number, self));
    }
    items.push({
      kind: 'group',
      line: row.line,
      ids: { self, former: [], duplicates: [] },
      type: schools.has(type) ? 'school' : 'owner',
      shortName: row.get('name') ?? id,
      ...(parent !== undefined && { parent: { source: feed, id: parent } }),
      ...(number !== undefined && { organisationNumber: number }),
      ...(row.ended && { ended: true }),
    });
    return items;
  };
  return {
    read: (items) => items.flatMap((item) => (isProblem(item) ? [item] : one(item))),
    placeOf,
  };
}
