/** `<person>` to a person. */
import { defined, readDate, readEmail, readPhone } from '../fields.ts';
import { NO_NUMBER, readNationalNumber } from '../national-number.ts';
import type {
  SourceColumn,
  SourceContact,
  SourceItem,
  SourcePerson,
  SourceProblem,
  SourceProblemCode,
} from '../port.ts';
import { childrenOf, type Element, extensionValue, find, textAt, textOf } from './element.ts';
import { readId, readIds } from './ids.ts';

/** One person with its flags before it, or the reason it is refused. */
export function readPerson(element: Element, datasource: string): SourceItem[] {
  const { line } = element;
  const ids = readIds(element, datasource);
  if (!ids) return [{ kind: 'problem', severity: 'rejected', code: 'person.no-id', line, found: '' }];

  const name = readName(element);
  if (!name) {
    return [{ kind: 'problem', severity: 'rejected', code: 'person.no-name', line, id: ids.self, found: '' }];
  }

  const problems: SourceProblem[] = [];
  const invalidColumns: SourceColumn[] = [];
  const flag = (column: SourceColumn, code: SourceProblemCode, found: string): undefined => {
    problems.push({ kind: 'problem', severity: 'flagged', code, line, id: ids.self, found });
    invalidColumns.push(column);
  };
  const checked = (
    value: string | undefined,
    read: (text: string) => string | undefined,
    column: SourceColumn,
    code: SourceProblemCode,
  ): string | undefined => value && (read(value) ?? flag(column, code, value));

  const number = readNationalNumber(userId(element, 'personNIN') ?? '');
  const nationalNumber = number === NO_NUMBER ? undefined : number;
  if (number === NO_NUMBER || number?.fault) flag('nationalNumber', 'person.national-number', '');

  const optional = {
    gender: genders[textAt(element, 'demographics', 'gender') ?? ''],
    birthDate: checked(textAt(element, 'demographics', 'bday'), readDate, 'birthDate', 'person.birth-date'),
    nationalNumber,
    username: userId(element, 'username'),
    feideId: userId(element, 'feideID'),
    studentNumber: userId(element, 'studentID'),
    employeeNumber: userId(element, 'workforceID'),
    email: checked(emailOf(element), readEmail, 'email', 'person.email'),
    mobilePhone: checked(mobileOf(element), readPhone, 'mobilePhone', 'person.mobile-phone'),
    pupilStatus: extensionValue(element, 'pifu_status', 'pupilStatus'),
  };
  const person: SourcePerson = {
    kind: 'person',
    line,
    ids,
    ...name,
    ...defined(optional),
    active: extensionValue(element, 'pifu_status', 'activeInactive') !== 'inaktiv',
    contacts: readContacts(element, datasource),
    invalidColumns,
  };
  return [...problems, person];
}

/** The IMS codes; not those of ISO 5218. */
const genders: Record<string, 'female' | 'male'> = { '1': 'female', '2': 'male' };

/** People with one name only have it as the family name; a person without any is refused. */
function readName(
  element: Element,
): Pick<SourcePerson, 'givenName' | 'familyName' | 'displayName'> | undefined {
  const displayName = textAt(element, 'name', 'fn');
  const family = textAt(element, 'name', 'n', 'family');
  const given = textAt(element, 'name', 'n', 'given');
  const familyName = family ?? given;
  if (familyName === undefined) return undefined;
  const givenName = family === undefined ? '' : (given ?? '');
  return { givenName, familyName, displayName: displayName ?? `${givenName} ${familyName}`.trim() };
}

/** The element's text only: a password sent along as an attribute has not even been read. */
function userId(element: Element, type: string): string | undefined {
  const found = childrenOf(element, 'userid').find(({ attributes }) => attributes['useridtype'] === type);
  return textOf(found) || undefined;
}

/** The address at the school first: the plain `<email>` is often a private one. */
function emailOf(element: Element): string | undefined {
  return extensionValue(element, 'pifu_email', 'personEmailAtOrg') ?? textAt(element, 'email');
}

function mobileOf(element: Element): string | undefined {
  const plain = childrenOf(element, 'tel').find(({ attributes }) => attributes['teltype'] === '3');
  return (
    extensionValue(element, 'pifu_tel', 'personMobileAtOrg') ??
    (textOf(plain) || undefined) ??
    extensionValue(element, 'pifu_tel', 'personMobilePrivate') ??
    mobileAmong(extensionValue(element, 'pifu_tel', 'personTelephonePrivate'))
  );
}

/** Norwegian mobile numbers start with 4 or 9; many systems file them under plain telephone. */
const mobileAmong = (phone: string | undefined): string | undefined =>
  phone !== undefined && /^(?:\+47)?[49]\d{7}$/.test(phone) ? phone : undefined;

function readContacts(element: Element, datasource: string): SourceContact[] {
  const extension = find(element, 'extension');
  if (!extension) return [];
  return childrenOf(extension, 'pifu_hasContactPerson').flatMap((contact) => {
    const person = readId(find(contact, 'sourcedid'), datasource);
    const relation = contact.attributes['type'] === 'guardian' ? 'guardian' : 'next-of-kin';
    return person ? [{ relation, person } as const] : [];
  });
}
