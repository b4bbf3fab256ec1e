/** One row of a CSV file: a person, with the place at a school and the groups the row names. */
import { type CsvField, csvFields, type CsvMapping } from '#kernel/csv-mapping.ts';

import { defined, readEmail, readPhone } from '../fields.ts';
import { NO_NUMBER } from '../national-number.ts';
import type {
  SourceColumn,
  SourceGroupType,
  SourceId,
  SourcePerson,
  SourceProblem,
  SourceProblemCode,
} from '../port.ts';
import { shown } from '../text/shown.ts';
import type { DateOrders } from './date-orders.ts';
import type { NamedSchool, SchoolBook } from './schools.ts';
import {
  readGender,
  readRole,
  type ReadRole,
  readSheetNumber,
  readWrittenDate,
  splitName,
} from './values.ts';

export interface NamedGroup {
  type: SourceGroupType;
  name: string;
}

export interface ReadRow {
  person: SourcePerson;
  school: NamedSchool;
  role: ReadRole;
  groups: readonly NamedGroup[];
  begin?: string;
  end?: string;
  problems: readonly SourceProblem[];
}

export interface RowReader {
  /** The row, or why it is refused. */
  read: (line: number, cells: readonly string[]) => ReadRow | SourceProblem;
  /** The id in a row that cannot be read otherwise, so that its person is not taken for one who left. */
  idOf: (cells: readonly string[]) => SourceId | undefined;
  /** So many cells a row must have. */
  needed: number;
}

const identities = [
  'id',
  'nationalNumber',
  'feideId',
  'username',
  'email',
] as const satisfies readonly CsvField[];

export function rowReader(
  mapping: CsvMapping,
  headings: readonly string[],
  schools: SchoolBook,
  orders: DateOrders = {},
): RowReader {
  const places = new Map<CsvField, number>();
  for (const field of csvFields) {
    const heading = mapping.fields[field];
    const place = heading === undefined ? -1 : headings.indexOf(heading);
    if (place !== -1) places.set(field, place);
  }
  const identity = identities.find((field) => places.has(field)) ?? 'id';
  const valueOf = (cells: readonly string[], field: CsvField): string => {
    const text = cells[places.get(field) ?? -1] ?? '';
    return text.trim().replaceAll(/\s+/g, ' ').normalize('NFC');
  };
  const idOf = (cells: readonly string[]): SourceId | undefined => {
    const text = valueOf(cells, identity);
    if (text === '') return undefined;
    if (identity !== 'nationalNumber') return { source: mapping.feed, id: text };
    const number = readSheetNumber(text);
    // Several people may have the same word, or the same impossible date, where the number should be.
    return typeof number !== 'object' || number.fault === 'date'
      ? undefined
      : { source: mapping.feed, id: number.value };
  };

  const readBirthDate = (text: string) => readWrittenDate(text, orders.birthDate);

  const read: RowReader['read'] = (line, cells) => {
    const get = (field: CsvField): string | undefined => valueOf(cells, field) || undefined;
    const self = idOf(cells);
    const reject = (code: SourceProblemCode, field: CsvField, found: string): SourceProblem => ({
      kind: 'problem',
      severity: 'rejected',
      code,
      line,
      ...(self && { id: self }),
      found: shown([mapping.fields[field] ?? field, found].filter(Boolean).join(': ')),
    });
    if (!self)
      return reject('person.no-id', identity, identity === 'nationalNumber' ? '' : valueOf(cells, identity));

    const full = splitName(get('fullName') ?? '');
    const given = get('givenName') ?? full?.given;
    const family = get('familyName') ?? full?.family;
    const familyName = family || given;
    if (!familyName) return reject('person.no-name', 'familyName', '');
    // People with one name only have it as the family name.
    const givenName = family ? (given ?? '') : '';

    const problems: SourceProblem[] = [];
    const invalidColumns: SourceColumn[] = [];
    const flag = (
      code: SourceProblemCode,
      field: CsvField,
      found: string,
      column?: SourceColumn,
    ): undefined => {
      problems.push({ ...reject(code, field, found), severity: 'flagged' });
      if (column) invalidColumns.push(column);
    };
    const checked = (
      field: CsvField,
      reader: (text: string) => string | undefined,
      code: SourceProblemCode,
      column: SourceColumn,
    ): string | undefined => {
      const text = get(field);
      return text === undefined ? undefined : (reader(text) ?? flag(code, field, text, column));
    };

    const written = get('role');
    const role = written === undefined ? mapping.role && defaultRoles[mapping.role] : readRole(written);
    if (!role) return reject('person.role', 'role', written ?? '');
    const school = schools.find(get('school'), get('schoolNumber'));
    if (!school) return reject('person.no-school', 'school', '');
    if (school === 'unknown') {
      return reject('person.school-unknown', 'school', get('school') ?? get('schoolNumber') ?? '');
    }
    const [begin, end] = (['begin', 'end'] as const).map((field) => {
      const text = get(field);
      return text && readWrittenDate(text, orders[field]);
    });
    if ((get('begin') && !begin) || (get('end') && !end) || (begin && end && begin > end)) {
      return reject('membership.date', 'begin', `${get('begin') ?? ''}–${get('end') ?? ''}`);
    }

    const number = readSheetNumber(get('nationalNumber') ?? '');
    // What the spreadsheet made of it, without the digits that are left.
    if (number === 'spoilt') flag('person.national-number', 'nationalNumber', '…E+', 'nationalNumber');
    else if (number === NO_NUMBER || number?.fault)
      flag('person.national-number', 'nationalNumber', '', 'nationalNumber');
    const gender = get('gender');
    const optional = {
      nationalNumber: typeof number === 'object' ? number : undefined,
      gender:
        gender === undefined ? undefined : (readGender(gender) ?? flag('person.gender', 'gender', gender)),
      birthDate: checked('birthDate', readBirthDate, 'person.birth-date', 'birthDate'),
      email: checked('email', readEmail, 'person.email', 'email'),
      mobilePhone: checked('mobilePhone', readPhone, 'person.mobile-phone', 'mobilePhone'),
      username: get('username'),
      feideId: get('feideId'),
    };
    const person: SourcePerson = {
      kind: 'person',
      line,
      ids: { self, former: [], duplicates: [] },
      givenName,
      familyName,
      displayName: `${givenName} ${familyName}`.trim(),
      ...defined(optional),
      active: true,
      contacts: [],
      invalidColumns,
    };
    const title = role.role === 'pupil' ? undefined : get('title');
    return {
      person,
      school,
      role: title === undefined ? role : { ...role, subrole: title },
      groups: groupsOf(get),
      ...defined({ begin, end }),
      problems,
    };
  };
  return { read, idOf, needed: Math.max(...places.values(), -1) + 1 };
}

const defaultRoles = {
  pupil: { role: 'pupil' },
  teacher: { role: 'teacher' },
  employee: { role: 'other' },
} as const;

function groupsOf(get: (field: CsvField) => string | undefined): NamedGroup[] {
  const groups: NamedGroup[] = [];
  const className = get('class');
  if (className !== undefined) groups.push({ type: 'basis', name: className });
  const grade = get('grade')?.replace(/\.?\s*(trinn|klasse)$/i, '');
  if (grade) groups.push({ type: 'grade', name: /^\d+$/.test(grade) ? `${Number(grade)}. trinn` : grade });
  for (const name of (get('groups') ?? '').split(/\s*[,|/]\s*/)) {
    if (name !== '') groups.push({ type: 'instruction', name });
  }
  return groups;
}
