/** Small PIFU-IMS files for tests, one word per thing. */
import { CsvMapping } from '#kernel/csv-mapping.ts';

import type { ImportRequest } from './run.ts';

export interface Person {
  id: string;
  old?: string;
  duplicate?: string;
  given?: string;
  family?: string;
  number?: string;
  email?: string;
  mobile?: string;
  username?: string;
  guardians?: string[];
  inactive?: true;
}

const sourcedid = (id: string, type = ''): string =>
  `<sourcedid${type && ` sourcedidtype="${type}"`}><source>sas</source><id>${id}</id></sourcedid>`;

const optional = (value: string | undefined, write: (value: string) => string): string =>
  value === undefined ? '' : write(value);

export function person(p: Person): string {
  const { id, given = 'Nora', family = 'Hansen' } = p;
  return `<person>${sourcedid(id, p.old ? 'New' : '')}${optional(p.old, (old) => sourcedid(old, 'Old'))}${optional(
    p.duplicate,
    (other) => sourcedid(other, 'Duplicate'),
  )}${optional(p.number, (number) => `<userid useridtype="personNIN">${number}</userid>`)}${optional(
    p.username,
    (name) => `<userid useridtype="username" password="hemmelig">${name}</userid>`,
  )}<name><fn>${given} ${family}</fn><n><family>${family}</family><given>${given}</given></n></name>${optional(
    p.email,
    (email) => `<email>${email}</email>`,
  )}${optional(p.mobile, (mobile) => `<tel teltype="3">${mobile}</tel>`)}<extension>${
    p.inactive ? '<pifu_status type="activeInactive">inaktiv</pifu_status>' : ''
  }${(p.guardians ?? [])
    .map(
      (guardian) => `<pifu_hasContactPerson type="guardian">${sourcedid(guardian)}</pifu_hasContactPerson>`,
    )
    .join('')}</extension></person>\n`;
}

export function group(id: string, parent: string, level: number, name: string, old?: string): string {
  return `<group>${sourcedid(id, old ? 'New' : '')}${optional(old, (was) => sourcedid(was, 'Old'))}<grouptype><scheme>pifu-ims-go-grp</scheme><typevalue level="${level}">x</typevalue></grouptype><description><short>${name}</short></description><relationship relation="1">${sourcedid(parent)}<label>x</label></relationship></group>\n`;
}

export function school(id: string, name: string): string {
  return `<group>${sourcedid(id)}<grouptype><scheme>pifu-ims-go-org</scheme><typevalue level="2">skole</typevalue></grouptype><description><short>${name}</short></description><relationship relation="1">${sourcedid('owner')}<label>x</label></relationship></group>\n`;
}

export interface Member {
  person: string;
  role?: string;
  subrole?: string;
  begin?: string;
  end?: string;
  primary?: true;
}

export function members(of: string, list: readonly (string | Member)[]): string {
  const all = list.map((one) => (typeof one === 'string' ? { person: one } : one));
  return `<membership>${sourcedid(of)}${all.map(member).join('')}</membership>\n`;
}

function member({ person: id, role = '01', subrole, begin, end, primary }: Member): string {
  const timeframe =
    begin || end
      ? `<timeframe>${optional(begin, (day) => `<begin>${day}</begin>`)}${optional(end, (day) => `<end>${day}</end>`)}</timeframe>`
      : '';
  const extension = primary ? '<extension><pifu_primaryRelation>1</pifu_primaryRelation></extension>' : '';
  return `<member>${sourcedid(id)}<idtype>1</idtype><role roletype="${role}">${optional(subrole, (sub) => `<subrole>${sub}</subrole>`)}<status>1</status>${timeframe}${extension}</role></member>`;
}

export const file = (...parts: readonly string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<enterprise xmlns="http://pifu.no/xsd/pifu-ims_sas/pifu-ims_sas-v1"><properties lang="no"><datasource>sas</datasource><type>full</type><datetime>2026-11-20T16:00:00</datetime></properties>
${parts.join('')}</enterprise>`;

/** The text as a request to import it, in pieces. */
export function request(text: string, options: Partial<ImportRequest> = {}): ImportRequest {
  async function* bytes(): AsyncGenerator<Uint8Array> {
    const all = Buffer.from(text);
    for (let at = 0; at < all.length; at += 1000) yield await Promise.resolve(all.subarray(at, at + 1000));
  }
  return { fileName: 'night.xml', bytes: bytes(), via: 'command', by: { name: 'test' }, ...options };
}

/** How a table of pupils with these headings is read. */
export const pupils = CsvMapping.parse({
  fields: {
    id: 'Elevnr',
    givenName: 'Fornavn',
    familyName: 'Etternavn',
    school: 'Skole',
    class: 'Klasse',
    grade: 'Trinn',
    email: 'E-post',
  },
  role: 'pupil',
  extract: 'full',
});
