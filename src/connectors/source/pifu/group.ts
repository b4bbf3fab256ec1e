/** `<group>` to an organisation or a group. */
import { defined, isOrganisationNumber, readDate } from '../fields.ts';
import type { SourceGroup, SourceItem, SourceProblem, SourceProblemCode } from '../port.ts';
import { childrenOf, type Element, extensionValue, find, textAt, textOf } from './element.ts';
import { readId, readIds } from './ids.ts';

type Type = SourceGroup['type'];

/** By the schema's word; `level` says the same as a number, and systems disagree about which they get right. */
const byWord: Record<string, Type> = {
  skoleeier: 'owner',
  skole: 'school',
  basisgruppe: 'basis',
  klasse: 'basis',
  undervisningsgruppe: 'instruction',
  kontaktlærergruppe: 'tutor',
  trinn: 'grade',
  utdanningsprogram: 'programme',
  programområde: 'programme-area',
  fag: 'subject',
  foresattegruppe: 'guardians',
  språkopplæring: 'language',
  sammensattgruppe: 'composite',
  elevråd: 'pupil-council',
  fau: 'parents-council',
  skoleutvalg: 'school-board',
  skolemiljøutvalg: 'environment-board',
  sfo: 'after-school',
  eksamensgruppe: 'examination',
};

const organisationLevels: Record<string, Type> = { '1': 'owner', '2': 'school' };

const groupLevels: Record<string, Type> = {
  '1': 'basis',
  '2': 'instruction',
  '3': 'tutor',
  '4': 'grade',
  '5': 'programme',
  '6': 'programme-area',
  '7': 'subject',
  '8': 'guardians',
  '9': 'language',
  '10': 'composite',
  '11': 'pupil-council',
  '12': 'parents-council',
  '13': 'school-board',
  '14': 'environment-board',
  '15': 'after-school',
  '16': 'examination',
};

export function readGroup(element: Element, datasource: string): SourceItem[] {
  const { line } = element;
  const ids = readIds(element, datasource);
  if (!ids) return [{ kind: 'problem', severity: 'rejected', code: 'group.no-id', line, found: '' }];

  const reject = (code: SourceProblemCode, found: string): SourceItem[] => [
    { kind: 'problem', severity: 'rejected', code, line, id: ids.self, found },
  ];
  const type = childrenOf(element, 'grouptype').map(typeOf).find(Boolean);
  if (!type) {
    return reject('group.unknown-type', textAt(element, 'grouptype', 'typevalue') ?? '');
  }
  const shortName = nameOf(element, type);
  if (shortName === undefined) return reject('group.no-name', '');
  const parent = parentOf(element, datasource);
  if (!parent && type !== 'owner') return reject('group.no-parent', '');

  const problems: SourceProblem[] = [];
  const flag = (code: SourceProblemCode, found: string): undefined => {
    problems.push({ kind: 'problem', severity: 'flagged', code, line, id: ids.self, found });
  };
  const dateAt = (place: string): string | undefined => {
    const text = textAt(element, 'timeframe', place);
    return text && (readDate(text) ?? flag('group.date', text));
  };

  const organisationNumber = extensionValue(element, 'pifu_id', 'organizationNumber');
  if (organisationNumber !== undefined && !isOrganisationNumber(organisationNumber)) {
    flag('group.organisation-number', organisationNumber);
  }
  const optional = {
    abbreviation: extensionValue(element, 'pifu_name', 'shortName'),
    longName: textAt(element, 'description', 'long'),
    description: textAt(element, 'description', 'full'),
    parent,
    begin: dateAt('begin'),
    end: dateAt('end'),
    period: textAt(element, 'timeframe', 'adminperiod'),
    email: textAt(element, 'email') ?? extensionValue(element, 'pifu_email', 'orgEmail'),
    organisationNumber,
    vigoNumber: extensionValue(element, 'pifu_id', 'vigoNumber'),
    municipalityNumber: extensionValue(element, 'pifu_id', 'municipalityNumber'),
    grepCode: extensionValue(element, 'pifu_id', 'grepCode'),
  };
  return [...problems, { kind: 'group', line, ids, type, shortName, ...defined(optional) }];
}

function typeOf(grouptype: Element): Type | undefined {
  const value = find(grouptype, 'typevalue');
  const word = textOf(value).toLowerCase().replaceAll(' ', '');
  const levels = textAt(grouptype, 'scheme') === 'pifu-ims-go-org' ? organisationLevels : groupLevels;
  return byWord[word] ?? levels[value?.attributes['level'] ?? ''];
}

/** A school's everyday name is in the extension; the description is what all groups have. */
function nameOf(element: Element, type: Type): string | undefined {
  const everyday = type === 'school' ? extensionValue(element, 'pifu_name', 'name') : undefined;
  return everyday ?? textAt(element, 'description', 'short') ?? textAt(element, 'description', 'long');
}

/** Relation 1 is the parent; an owner is its own parent, which says nothing. */
function parentOf(element: Element, datasource: string): SourceGroup['parent'] {
  const parent = childrenOf(element, 'relationship').find(
    ({ attributes }) => (attributes['relation'] ?? '1') === '1',
  );
  return parent && readId(find(parent, 'sourcedid'), datasource);
}
