import type { Municipality, School } from './municipality.ts';

/** The pieces of PIFU-IMS 1.3 that persons, groups and memberships are put together from. */
export const NAMESPACE = 'http://pifu.no/xsd/pifu-ims_sas/pifu-ims_sas-v1';

/** The id the sending system goes by; the format allows 32 characters. */
export const SOURCE = 'sas@fjordby.example';
export const HR_SOURCE = 'hr@fjordby.example';
export const OWNER_ID = 'KOMMUNEN';

export const schoolId = ({ code }: School): string => `SKOLE-${code}`;

/** Text for an element or an attribute. */
export function text(value: string): string {
  return /[&<>"]/.test(value)
    ? value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
    : value;
}

export function sourcedid(id: string, source = SOURCE, kind?: string): string {
  const attribute = kind === undefined ? '' : ` sourcedidtype="${kind}"`;
  return `<sourcedid${attribute}><source>${source}</source><id>${id}</id></sourcedid>`;
}

type Term = 'year' | 'autumn' | 'spring';

/** When something of this school year holds. */
export function timeframe({ schoolYear }: Municipality, term: Term = 'year'): string {
  const next = schoolYear + 1;
  if (term === 'autumn') return frame(`${schoolYear}-08-01`, `${next}-01-15`, `H${schoolYear}`);
  if (term === 'spring') return frame(`${next}-01-16`, `${next}-07-31`, `V${next}`);
  return frame(`${schoolYear}-08-01`, `${next}-07-31`, `${schoolYear}/${next}`);
}

export function frame(begin: string, end: string, period?: string): string {
  const adminperiod = period === undefined ? '' : `<adminperiod>${period}</adminperiod>`;
  return `<timeframe><begin>${begin}</begin><end>${end}</end>${adminperiod}</timeframe>`;
}

interface RoleText {
  readonly type: string;
  readonly sub?: string | undefined;
  readonly active?: boolean;
  readonly timeframe?: string;
  readonly primary?: boolean;
}

export function role({ type, sub, active = true, timeframe: when = '', primary }: RoleText): string {
  const subrole = sub === undefined ? '' : `<subrole>${sub}</subrole>`;
  const relation =
    primary === undefined
      ? ''
      : `<extension><pifu_primaryRelation>${primary ? 1 : 0}</pifu_primaryRelation></extension>`;
  return `<role roletype="${type}">${subrole}<status>${active ? 1 : 0}</status>${when}${relation}</role>`;
}

export function member(id: string, roles: string): string {
  return `<member>${sourcedid(id)}<idtype>1</idtype>${roles}</member>\n`;
}

/** Nothing at all for a group without members: the format wants one at least. */
export function membership(groupId: string, members: string): string {
  return members === '' ? '' : `<membership>${sourcedid(groupId)}\n${members}</membership>\n`;
}

/** The sixteen kinds of group and their numbers in the scheme pifu-ims-go-grp. */
export const groupLevels = {
  basisgruppe: 1,
  undervisningsgruppe: 2,
  kontaktlærergruppe: 3,
  trinn: 4,
  utdanningsprogram: 5,
  programområde: 6,
  fag: 7,
  foresattegruppe: 8,
  språkopplæring: 9,
  sammensattgruppe: 10,
  elevråd: 11,
  fau: 12,
  skoleutvalg: 13,
  skolemiljøutvalg: 14,
  sfo: 15,
  eksamensgruppe: 16,
} as const;

export type GroupType = keyof typeof groupLevels;

interface GroupText {
  readonly id: string;
  readonly type: GroupType;
  /** At most 60 characters. */
  readonly name: string;
  readonly long?: string;
  readonly timeframe?: string;
  readonly grep?: string | undefined;
}

export function group(
  school: School,
  { id, type, name, long, timeframe: when = '', grep }: GroupText,
): string {
  const description = long === undefined ? '' : `<long>${text(long)}</long>`;
  const extension =
    grep === undefined
      ? ''
      : `<extension>${identifier('grepCode', grep, 'grep - levende læreplaner', 0)}</extension>`;
  return `<group>${sourcedid(text(id))}${grouptype('pifu-ims-go-grp', groupLevels[type], type)}<description><short>${text(name)}</short>${description}</description>${when}${parent(schoolId(school), school.name)}${extension}</group>\n`;
}

export function grouptype(scheme: string, level: number, value: string): string {
  return `<grouptype><scheme>${scheme}</scheme><typevalue level="${level}">${value}</typevalue></grouptype>`;
}

export function parent(id: string, label: string): string {
  return `<relationship relation="1">${sourcedid(id)}<label>${text(label)}</label></relationship>`;
}

export function identifier(type: string, value: string, scope: string, unique: 0 | 1): string {
  return `<pifu_id type="${type}"><pifu_value>${value}</pifu_value><pifu_scope>${scope}</pifu_scope><pifu_unique>${unique}</pifu_unique></pifu_id>`;
}
