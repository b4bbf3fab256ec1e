/** One `<member>` of a `<membership>` to one membership per role. */
import { defined, readDate } from '../fields.ts';
import type { SourceId, SourceItem, SourceMembership, SourceProblemCode, SourceRole } from '../port.ts';
import { childrenOf, type Element, find, textAt } from './element.ts';
import { readId } from './ids.ts';

/** IMS role types: the codes of the schema, and the words older systems write. */
const roles: Record<string, SourceRole> = {
  '01': 'pupil',
  learner: 'pupil',
  '02': 'teacher',
  instructor: 'teacher',
  '03': 'other',
  contentdeveloper: 'other',
  '04': 'other',
  member: 'other',
  '05': 'leader',
  manager: 'leader',
  '06': 'contact-teacher',
  mentor: 'contact-teacher',
  '07': 'administrator',
  administrator: 'administrator',
  '08': 'assistant',
  teachingassistant: 'assistant',
};

export function readMember(member: Element, group: SourceId | undefined, datasource: string): SourceItem[] {
  const { line } = member;
  const person = readId(find(member, 'sourcedid'), datasource);
  const reject = (code: SourceProblemCode, found: string): SourceItem => ({
    kind: 'problem',
    severity: 'rejected',
    code,
    line,
    ...defined({ id: person }),
    found,
  });

  if (!group) return [reject('membership.no-group', '')];
  if (!person) return [reject('membership.no-person', group.id)];
  const idType = textAt(member, 'idtype') ?? '1';
  if (idType !== '1') return [reject('membership.not-a-person', `idtype ${idType} · ${group.id}`)];

  const held = childrenOf(member, 'role');
  if (held.length === 0) return [reject('membership.no-role', group.id)];
  return held.map((role) => readRole(role, group, person, reject));
}

function readRole(
  element: Element,
  group: SourceId,
  person: SourceId,
  reject: (code: SourceProblemCode, found: string) => SourceItem,
): SourceItem {
  const type = element.attributes['roletype'] ?? '';
  const role = roles[type.length === 1 ? `0${type}` : type.toLowerCase()];
  if (!role) return reject('membership.unknown-role', `${type} · ${group.id}`);

  const begins = textAt(element, 'timeframe', 'begin');
  const ends = textAt(element, 'timeframe', 'end');
  const begin = begins && readDate(begins);
  const end = ends && readDate(ends);
  if ((begins && !begin) || (ends && !end) || (begin && end && begin > end)) {
    return reject('membership.date', `${begins ?? ''}–${ends ?? ''} · ${group.id}`);
  }
  const membership: SourceMembership = {
    kind: 'membership',
    line: element.line,
    group,
    person,
    role,
    ...defined({ subrole: textAt(element, 'subrole'), begin, end }),
    active: textAt(element, 'status') !== '0',
    primary: textAt(element, 'extension', 'pifu_primaryRelation') === '1',
  };
  return membership;
}
