/** `users.csv` with what `demographics.csv` and the family roles of `roles.csv` say of them. */
import { defined, readDate, readEmail, readPhone } from '../fields.ts';
import { readNationalNumber } from '../national-number.ts';
import type { SourceColumn, SourceItem, SourceNationalNumber, SourcePerson } from '../port.ts';
import { type CompactMap, createCompactMap, hash32 } from '../text/compact-map.ts';
import { isProblem, type PartItem, type PartRow } from './part.ts';

export interface Users {
  /** Both before the users. */
  readDemographics: (items: readonly PartItem[]) => SourceItem[];
  readRelatives: (items: readonly PartItem[]) => void;
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

  function readDemographics(items: readonly PartItem[]): SourceItem[] {
    const found: SourceItem[] = [];
    for (const item of items) {
      if (isProblem(item)) {
        found.push(item);
        continue;
      }
      const id = item.get('sourcedId') ?? '';
      const written = item.get('birthDate');
      const born = written === undefined ? undefined : readDate(written);
      if (written !== undefined && born === undefined) {
        found.push(item.problem('flagged', 'person.birth-date', 'birthDate', written, { source: feed, id }));
      }
      const day = born === undefined ? 0 : (Date.parse(`${born}T00:00:00Z`) - EPOCH) / DAY_MS;
      const sex = Math.max(sexes.indexOf(sexOf(item.get('sex'))), 0);
      demographics.set(id, Math.max(day, 0) * 4 + sex);
    }
    return found;
  }

  function one(row: PartRow): SourceItem[] {
    const id = row.get('sourcedId') ?? '';
    const self = { source: feed, id };
    primary.set(id, hash32(row.get('primaryOrgSourcedId') ?? ''));
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
    const nationalNumber = numberOf(ids, row.get('identifier'));
    if (nationalNumber?.fault) {
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
      contacts: (row.get('agentSourcedIds') ?? '')
        .split(',')
        .map((agent) => agent.trim())
        .filter((agent) => agent !== '')
        .map((agent) => ({
          relation: relatives.get(agent) === undefined ? ('guardian' as const) : ('next-of-kin' as const),
          person: { source: feed, id: agent },
        })),
      invalidColumns,
    };
    return [...problems, person];
  }

  return {
    readDemographics,
    readRelatives: (items) => {
      for (const item of items) {
        if (isProblem(item) || item.get('role')?.toLowerCase() !== 'relative') continue;
        relatives.set(item.get('userSourcedId') ?? '', 1);
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
): SourceNationalNumber | undefined {
  const type = numberTypes.find((known) => ids.has(known));
  if (type !== undefined) return readNationalNumber(ids.get(type) ?? '');
  if (identifier === undefined || !/^\d{11}$/.test(identifier)) return undefined;
  const number = readNationalNumber(identifier);
  return number && !number.fault ? number : undefined;
}
