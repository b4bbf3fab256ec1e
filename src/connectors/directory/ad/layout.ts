/** Which attribute keeps which field, and where objects lie: an OU per school, with one for each branch under it. */
import { type Entry, EqualityFilter, type Filter } from 'ldapts';

import type { DirectoryKind } from '#kernel/directory.ts';

import { type Branch, type Fields, placeOf } from '../port.ts';
import { accountName, escapeDn, expiryOf, fileTime, lastDayOf, momentOf, partsOfDn } from './values.ts';

/** As the administrators of a Norwegian directory expect to find them. */
const branchNames: Record<Branch, string> = {
  students: 'Elever',
  employees: 'Ansatte',
  exams: 'Eksamen',
  groups: 'Grupper',
};
const branches = new Map<string, Branch>([
  ['elever', 'students'],
  ['ansatte', 'employees'],
  ['eksamen', 'exams'],
  ['grupper', 'groups'],
]);
/** What belongs to the whole owner. No school has this code: a code has no space. */
const COMMON = 'Felles for alle';

const HOME_DRIVE = 'H:';
const DISABLED = 2;
const NORMAL_ACCOUNT = 512;
/** A security group of global scope may not hold groups of other domains, a universal one may. */
const UNIVERSAL_GROUP = '-2147483640';

const plain = {
  user: {
    firstName: 'givenName',
    lastName: 'sn',
    displayName: 'displayName',
    title: 'title',
    department: 'department',
    email: 'mail',
    mobilePhone: 'mobile',
    description: 'description',
    role: 'employeeType',
    homeFolder: 'homeDirectory',
    // What a Mac that is bound to the directory reads.
    homeFolderMac: 'unixHomeDirectory',
    // No attribute is meant for it; scripts at sign-in read the notes.
    commonFolders: 'info',
  },
  group: { displayName: 'displayName', description: 'description', email: 'mail' },
  school: { displayName: 'description' },
} as const satisfies Record<DirectoryKind, Record<string, string>>;

const HIDDEN = 'msExchHideFromAddressLists';

export interface Layout {
  /** The attributes to ask for. */
  attributes: (kind: DirectoryKind) => string[];
  filter: (kind: DirectoryKind) => string;
  nameFilter: (kind: DirectoryKind, name: string) => Filter;
  fieldsOf: (kind: DirectoryKind, entry: Entry) => Fields;
  /** Attributes with their new values, empty = removed. */
  attributesOf: (kind: DirectoryKind, fields: Fields, control?: number) => Record<string, string[]>;
  /** All that a new object of the kind needs besides its fields. */
  classOf: (kind: DirectoryKind) => Record<string, string[]>;
  dnOf: (kind: DirectoryKind, name: string, place: string | null) => string;
  /** The OUs that must stand before an object can lie at the place, outermost first. */
  unitsOf: (place: string) => { dn: string; name: string }[];
}

export const valueOf = (entry: Entry, attribute: string): string | undefined => {
  const value = entry[attribute];
  const one = Array.isArray(value) ? value[0] : value;
  return one === undefined ? undefined : String(one);
};

export function layoutUnder(base: string, suffix: string, hasAddressLists: boolean): Layout {
  const depth = partsOfDn(base).length;
  const schoolDn = (code: string) => `OU=${escapeDn(code)},${base}`;

  const placeDn = (place: string): string => {
    const [school = '', branch = ''] = place.split('/');
    return `OU=${branchNames[branchOf(branch)]},${schoolDn(school || COMMON)}`;
  };

  /** Where an object lies as a place, or its own DN where the portal would never put it. */
  const placeFrom = (dn: string): string => {
    const above = partsOfDn(dn).slice(1, -depth);
    const [unit, school, ...rest] = above.map(({ value }) => value);
    const branch = unit === undefined ? undefined : branches.get(unit.toLowerCase());
    if (branch === undefined || school === undefined || rest.length > 0) return dn.slice(dn.indexOf(',') + 1);
    return placeOf(school === COMMON ? null : school, branch);
  };

  return {
    attributes: (kind) => [
      'objectGUID',
      ...Object.values(plain[kind]),
      ...(kind === 'school'
        ? ['ou']
        : kind === 'user'
          ? [
              'cn',
              'userPrincipalName',
              'sAMAccountName',
              'userAccountControl',
              'accountExpires',
              'pwdLastSet',
              'lockoutTime',
              'lastLogon',
            ]
          : ['cn', 'sAMAccountName', ...(hasAddressLists ? [HIDDEN] : [])]),
    ],

    filter: (kind) =>
      ({
        school: '(objectClass=organizationalUnit)',
        user: '(&(objectCategory=person)(objectClass=user))',
        group: '(objectClass=group)',
      })[kind],

    nameFilter: (kind, name) => {
      const attribute = kind === 'school' ? 'ou' : 'sAMAccountName';
      return new EqualityFilter({ attribute, value: kind === 'user' ? accountName(name) : name });
    },

    fieldsOf(kind, entry) {
      const fields: Record<string, string | boolean | null> = {};
      for (const [field, attribute] of Object.entries(plain[kind]))
        fields[field] = valueOf(entry, attribute) ?? null;
      if (kind === 'school') return { ...fields, name: valueOf(entry, 'ou') ?? null };
      fields['place'] = placeFrom(entry.dn);
      fields['commonName'] = valueOf(entry, 'cn') ?? null;
      if (kind === 'group') {
        if (hasAddressLists) fields['hidden'] = valueOf(entry, HIDDEN) === 'TRUE';
        return { ...fields, name: valueOf(entry, 'sAMAccountName') ?? null };
      }
      const expiry = momentOf(valueOf(entry, 'accountExpires'));
      return {
        ...fields,
        name: (valueOf(entry, 'userPrincipalName') ?? '').replace(/@[^@]*$/, '') || null,
        enabled: (Number(valueOf(entry, 'userAccountControl') ?? 0) & DISABLED) === 0,
        expiresOn: expiry && lastDayOf(expiry),
      };
    },

    attributesOf(kind, fields, control = NORMAL_ACCOUNT) {
      const attributes: Record<string, string[]> = {};
      const known: Record<string, string> = plain[kind];
      for (const [field, value] of Object.entries(fields)) {
        const attribute = known[field];
        if (attribute !== undefined) attributes[attribute] = value === null ? [] : [String(value)];
      }
      const { name, enabled, expiresOn, hidden } = fields;
      if (kind === 'user') {
        if (typeof name === 'string') {
          attributes['userPrincipalName'] = [`${name}@${suffix}`];
          attributes['sAMAccountName'] = [accountName(name)];
        }
        if (enabled !== undefined) {
          attributes['userAccountControl'] = [
            String(enabled === true ? control & ~DISABLED : control | DISABLED),
          ];
        }
        // Windows shows a home folder under a letter, or not at all.
        if (fields['homeFolder'] !== undefined) {
          attributes['homeDrive'] = fields['homeFolder'] === null ? [] : [HOME_DRIVE];
        }
        if (expiresOn !== undefined) {
          attributes['accountExpires'] = [
            typeof expiresOn === 'string' ? fileTime(expiryOf(expiresOn)) : '0',
          ];
        }
      }
      if (kind === 'group') {
        if (typeof name === 'string') attributes['sAMAccountName'] = [name];
        if (hidden !== undefined && hasAddressLists) attributes[HIDDEN] = hidden === true ? ['TRUE'] : [];
      }
      return attributes;
    },

    classOf: (kind) =>
      ({
        school: { objectClass: ['top', 'organizationalUnit'] },
        user: { objectClass: ['top', 'person', 'organizationalPerson', 'user'] },
        group: { objectClass: ['top', 'group'], groupType: [UNIVERSAL_GROUP] },
      })[kind],

    dnOf: (kind, name, place) =>
      kind === 'school' ? schoolDn(name) : `CN=${escapeDn(name)},${placeDn(place ?? '/groups')}`,

    unitsOf: (place) => {
      const [school = '', branch = ''] = place.split('/');
      const [outer, inner] = [school || COMMON, branchNames[branchOf(branch)]];
      return [
        { dn: schoolDn(outer), name: outer },
        { dn: placeDn(place), name: inner },
      ];
    },
  };
}

const branchOf = (text: string): Branch =>
  text === 'students' || text === 'exams' || text === 'groups' ? text : 'employees';
