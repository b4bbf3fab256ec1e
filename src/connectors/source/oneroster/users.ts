/** `users.csv` with what `demographics.csv` and the family roles of `roles.csv` say of them. */
import { defined, readEmail, readPhone } from '../fields.ts';
import { NO_NUMBER, readNationalNumber } from '../national-number.ts';
import type { SourceColumn, SourceContact, SourceItem, SourcePerson } from '../port.ts';
import { type CompactMap, createCompactMap, hash32 } from '../text/compact-map.ts';
import type { Dialect } from './columns.ts';
import { readDay } from './dates.ts';
import { isProblem, type PartItem, type PartRow } from './part.ts';

export interface Users {
  /** All before the users. */
  readDemographics: (items: readonly PartItem[]) => SourceItem[];
  readRelatives: (items: readonly PartItem[], dialect: Dialect) => void;
  /** Who is whose next of kin, where that stands in a file of its own. */
  readRelationships: (items: readonly PartItem[]) => SourceItem[];
  readUsers: (items: readonly PartItem[]) => SourceItem[];
  /** After the users: whose facts came without the person. */
  strayDemographics: (items: readonly PartItem[]) => SourceItem[];
  /** The user's own main school. */
  isPrimary: (user: string, org: string) => boolean;
}

const DAY_MS = 86_400_000;
const EPOCH = Date.parse('1850-01-01T00:00:00Z');
const sexes = [undefined, 'female', 'male'] as const;

export function createUsers(feed: string): Users {
  /** Day of birth (0 unknown) and sex in one number. */
  const demographics: CompactMap = createCompactMap();
  const primary: CompactMap = createCompactMap();
  const relatives: CompactMap = createCompactMap();
  const relationships = new Map<string, SourceContact[]>();

  function readDemographics(items: readonly PartItem[]): SourceItem[] {
    const found: SourceItem[] = [];
    for (const item of items) {
      if (isProblem(item)) {
        found.push(item);
        continue;
      }
      const id = item.get('sourcedId') ?? '';
      const written = item.get('birthDate');
      const born = written === undefined ? undefined : readDay(written);
      if (written !== undefined && born === undefined) {
        found.push(item.problem('flagged', 'person.birth-date', 'birthDate', written, { source: feed, id }));
      }
      const day = born === undefined ? 0 : (Date.parse(`${born}T00:00:00Z`) - EPOCH) / DAY_MS;
      const sex = Math.max(sexes.indexOf(sexOf(item.get('sex'))), 0);
      demographics.set(id, Math.max(day, 0) * 4 + sex);
    }
    return found;
  }

  function readRelationships(items: readonly PartItem[]): SourceItem[] {
    const found: SourceItem[] = [];
    for (const item of items) {
      if (isProblem(item)) {
        found.push(item);
        continue;
      }
      const id = item.get('userSourcedId') ?? '';
      const word = (item.get('relationshipRole') ?? '').toLowerCase();
      const relation = relations[word];
      if (relation === undefined) {
        found.push(item.problem('flagged', 'membership.unknown-role', 'relationshipRole', word));
        continue;
      }
      const person = { source: feed, id: item.get('relationshipUserSourcedId') ?? '' };
      const before = relationships.get(id);
      if (before) before.push({ relation, person });
      else relationships.set(id, [{ relation, person }]);
    }
    return found;
  }

  const agentsOf = (row: PartRow): SourceContact[] =>
    (row.get('agentSourcedIds') ?? '')
      .split(',')
      .map((agent) => agent.trim())
      .filter((agent) => agent !== '')
      .map((agent) => ({
        relation: relatives.get(agent) === undefined ? ('guardian' as const) : ('next-of-kin' as const),
        person: { source: feed, id: agent },
      }));

  function one(row: PartRow): SourceItem[] {
    const id = row.get('sourcedId') ?? '';
    const self = { source: feed, id };
    // OneRoster 1.1 marks none: the first of a person's schools is the main one.
    const [firstOrg] = (row.get('orgSourcedIds') ?? '').split(',');
    primary.set(id, hash32(row.get('primaryOrgSourcedId') ?? firstOrg?.trim() ?? ''));
    const problems: SourceItem[] = [];
    const invalidColumns: SourceColumn[] = [];
    const checked = (
      column: string,
      read: (text: string) => string | undefined,
      code: 'person.email' | 'person.mobile-phone',
      flag: SourceColumn,
    ): string | undefined => {
      const text = row.get(column);
      const value = text === undefined ? undefined : read(text);
      if (text !== undefined && value === undefined) {
        problems.push(row.problem('flagged', code, column, text, self));
        invalidColumns.push(flag);
      }
      return value;
    };

    const ids = userIds(row.get('userIds'));
    const number = numberOf(ids, row.get('identifier'));
    const nationalNumber = number === NO_NUMBER ? undefined : number;
    if (number === NO_NUMBER || number?.fault) {
      problems.push(row.problem('flagged', 'person.national-number', 'userIds', '', self));
      invalidColumns.push('nationalNumber');
    }
    const facts = demographics.get(id) ?? 0;
    const day = Math.floor(facts / 4);
    const [givenName = '', familyName = ''] = [row.get('givenName'), row.get('familyName')];
    const preferred = `${row.get('preferredGivenName') ?? givenName} ${row.get('preferredFamilyName') ?? familyName}`;
    const optional = {
      nationalNumber,
      gender: sexes[facts % 4],
      birthDate: day === 0 ? undefined : new Date(EPOCH + day * DAY_MS).toISOString().slice(0, 10),
      username: row.get('username'),
      feideId: ids.get('feide') ?? ids.get('eppn') ?? ids.get('edupersonprincipalname'),
      email: checked('email', readEmail, 'person.email', 'email'),
      mobilePhone:
        checked('sms', readPhone, 'person.mobile-phone', 'mobilePhone') ??
        checked('phone', readPhone, 'person.mobile-phone', 'mobilePhone'),
    };
    const person: SourcePerson = {
      kind: 'person',
      line: row.line,
      ids: { self, former: [], duplicates: [] },
      givenName,
      familyName,
      displayName: preferred,
      ...defined(optional),
      active: !row.ended && row.get('enabledUser')?.toLowerCase() !== 'false',
      contacts: [...agentsOf(row), ...(relationships.get(id) ?? [])],
      invalidColumns,
    };
    return [...problems, person];
  }

  return {
    readDemographics,
    readRelationships,
    readRelatives: (items, { rolesIn }) => {
      for (const item of items) {
        if (isProblem(item) || item.get('role')?.toLowerCase() !== 'relative') continue;
        relatives.set(item.get(rolesIn === 'users.csv' ? 'sourcedId' : 'userSourcedId') ?? '', 1);
      }
    },
    readUsers: (items) => items.flatMap((item) => (isProblem(item) ? [item] : one(item))),
    strayDemographics: (items) =>
      items.flatMap((item) => {
        if (isProblem(item)) return [];
        const id = item.get('sourcedId') ?? '';
        if (primary.get(id) !== undefined) return [];
        return [
          item.problem('flagged', 'record.unknown', 'sourcedId', id, {
            source: feed,
            id,
          }),
        ];
      }),
    isPrimary: (user, org) => primary.get(user) === hash32(org),
  };
}

/** School Data Sync's contact roles; a doctor or an aide is nobody's family. */
const relations: Record<string, SourceContact['relation']> = {
  parent: 'guardian',
  guardian: 'guardian',
  relative: 'next-of-kin',
  other: 'next-of-kin',
};

const sexOf = (text: string | undefined): 'female' | 'male' | undefined => {
  const word = text?.toLowerCase();
  return word === 'female' || word === 'male' ? word : undefined;
};

/** `{Feide:kari@skole.no},{Fnr:…}`: by type, in lower case without signs. */
function userIds(text: string | undefined): Map<string, string> {
  const ids = new Map<string, string>();
  for (const [, type = '', id = ''] of (text ?? '').matchAll(/\{([^:{}]+):([^{}]*)\}/g)) {
    ids.set(type.toLowerCase().replaceAll(/[^\p{L}]/gu, ''), id.trim());
  }
  return ids;
}

const numberTypes = [
  'fnr',
  'fødselsnummer',
  'fodselsnummer',
  'nin',
  'personnin',
  'noredupersonnin',
  'nationalid',
  'ssn',
];

/** Only what says that it is a national number, or is one beyond doubt. */
function numberOf(
  ids: ReadonlyMap<string, string>,
  identifier: string | undefined,
): ReturnType<typeof readNationalNumber> {
  const type = numberTypes.find((known) => ids.has(known));
  if (type !== undefined) return readNationalNumber(ids.get(type) ?? '');
  if (identifier === undefined || !/^\d{11}$/.test(identifier)) return undefined;
  const number = readNationalNumber(identifier);
  return typeof number === 'object' && !number.fault ? number : undefined;
}
