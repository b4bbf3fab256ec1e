/**
 * Names as they are stored. A name that is UTF-8 read as another encoding (`Ã…se`) is read again, and signs nobody sees
 * (zero-width, or turning the direction of the text) are left out; both are reported, never done in silence. So is a
 * name longer than the directory takes.
 */
import { isUtf8 } from 'node:buffer';

import type {
  SourceGroup,
  SourceId,
  SourceMembership,
  SourcePerson,
  SourceProblem,
  SourceProblemCode,
} from '#connectors/source/port.ts';
import { limits } from '#kernel/limits.ts';

/** Soft hyphen, zero-width signs, marks and overrides of direction, invisible operators, byte order mark. */
const invisible = /[\u00AD\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u206F\uFEFF]/g;

/** Any of both: nearly every text has none, and there are millions. */
const suspect = /[\u00AD\u00C2-\u00F4\u061C\u180E\u200B-\u206F\uFEFF]/;

/** The first two bytes of a letter in UTF-8, as Windows-1252 shows them. */
const mayBeUtf8 = /[\u00C2-\u00F4](?:[\u0080-\u00BF]|[^\u0020-\u00FF])/;
/** The bytes of the characters Windows-1252 has between 0x80 and 0x9F. */
const windowsBytes = new Map(
  Array.from({ length: 32 }, (_, at) => [
    new TextDecoder('windows-1252').decode(Uint8Array.of(0x80 + at)).charCodeAt(0),
    0x80 + at,
  ]),
);
const utf8 = new TextDecoder();

/** The text as it was meant, when it is UTF-8 that was read as Windows-1252; undefined when it is not. */
export function repairedUtf8(text: string): string | undefined {
  if (!mayBeUtf8.test(text)) return undefined;
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const byte = code > 0xff ? windowsBytes.get(code) : code;
    if (byte === undefined) return undefined;
    bytes[at] = byte;
  }
  return isUtf8(bytes) ? utf8.decode(bytes) : undefined;
}

export interface Cleaned<Item> {
  item: Item;
  problems: SourceProblem[];
}

const personTexts = ['givenName', 'familyName', 'displayName'] as const;
const groupTexts = ['shortName', 'longName', 'abbreviation', 'description'] as const;

export function cleanPerson(person: SourcePerson): Cleaned<SourcePerson> {
  const { values, codes } = cleanTexts(person, personTexts);
  const item = values === undefined ? person : { ...person, ...values };
  if (hasInvisible(person.ids.self)) codes.add('record.invisible');
  const longest = Math.max(item.givenName.length, item.familyName.length);
  const problems = problemsOf(codes, person.line, person.ids.self);
  if (longest > limits.directoryName) {
    const found = `${longest} > ${limits.directoryName}`;
    problems.push(flagged('person.name-too-long', person.line, person.ids.self, found));
  }
  return { item, problems };
}

export function cleanGroup(group: SourceGroup): Cleaned<SourceGroup> {
  const { values, codes } = cleanTexts(group, groupTexts);
  if (hasInvisible(group.ids.self)) codes.add('record.invisible');
  return {
    item: values === undefined ? group : { ...group, ...values },
    problems: problemsOf(codes, group.line, group.ids.self),
  };
}

/** A leader's own word for the post becomes the title. */
export function cleanMembership(membership: SourceMembership): Cleaned<SourceMembership> {
  if (membership.subrole === undefined) return { item: membership, problems: [] };
  const { values, codes } = cleanTexts(membership, ['subrole']);
  return {
    item: values === undefined ? membership : { ...membership, ...values },
    problems: problemsOf(codes, membership.line, membership.person),
  };
}

interface CleanTexts<Name extends string> {
  /** The texts that are otherwise; undefined when none is. */
  values: { [Key in Name]?: string } | undefined;
  codes: Set<SourceProblemCode>;
}

function cleanTexts<Name extends string>(
  item: { readonly [Key in Name]?: string },
  names: readonly Name[],
): CleanTexts<Name> {
  const codes = new Set<SourceProblemCode>();
  const values: { [Key in Name]?: string } = {};
  let isOther = false;
  for (const name of names) {
    const text = item[name];
    if (text === undefined || !suspect.test(text)) continue;
    const repaired = repairedUtf8(text);
    if (repaired !== undefined) codes.add('record.encoding');
    const visible = (repaired ?? text).replaceAll(invisible, '');
    if (visible !== (repaired ?? text)) codes.add('record.invisible');
    // A name of nothing but such signs is kept: a record must have one.
    if (visible === text || visible.trim() === '') continue;
    values[name] = visible;
    isOther = true;
  }
  return { values: isOther ? values : undefined, codes };
}

const hasInvisible = ({ id }: SourceId): boolean => suspect.test(id) && id.search(invisible) !== -1;

const problemsOf = (codes: ReadonlySet<SourceProblemCode>, line: number, id: SourceId): SourceProblem[] =>
  Array.from(codes, (code) => flagged(code, line, id, ''));

const flagged = (code: SourceProblemCode, line: number, id: SourceId, found: string): SourceProblem => ({
  kind: 'problem',
  severity: 'flagged',
  code,
  line,
  id,
  found,
});
