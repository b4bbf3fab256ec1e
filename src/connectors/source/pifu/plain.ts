/**
 * A record of the kind nearly all are: elements, attributes and text, nothing of XML's finer points. Read straight from
 * the text, several times as fast as the parser can; whatever is unusual, or wrong, is not read here but left to it.
 */
import type { Element } from './element.ts';

interface Plain {
  element: Element;
  /** Where the record ends in the text, and on which line. */
  end: number;
  line: number;
}

interface PlainReader {
  /** The record that begins at `start`, which stands on line `line`; undefined = ask the parser. */
  read: (text: string, start: number, line: number) => Plain | undefined;
}

interface Tag {
  name: string;
  /** The same object for all elements with this tag: nobody changes it. */
  attributes: Record<string, string>;
  isEmpty: boolean;
}

/** Entities, sections, comments, other line ends, whatever might not be allowed: for the parser to judge. */
// oxlint-disable-next-line no-control-regex -- that is what is looked for
const unusual = /[&\]\r\u0000-\u0008\u000B\u000C\u000E-\u001F\uD800-\uDFFF\uFFFE\uFFFF]|<[!?]/;
/** Without prefixes. An attribute's value has no line ends and tabs, of which the parser makes spaces. */
const plainTag =
  /^([A-Za-z_][A-Za-z0-9_.-]*)((?:[ \n\t]+[A-Za-z_][A-Za-z0-9_.-]*="[^"<\n\t]*")*)[ \n\t]*(\/?)$/;
const attributes = /([A-Za-z0-9_.-]+)="([^"]*)"/g;

const MAX_DEPTH = 12;
const MAX_ELEMENTS = 1_000;
/** Tags are few and come again and again; a file where they do not must not fill the memory. */
const MAX_TAGS = 10_000;
const SLASH = '/';

export function createPlainReader(secrets: ReadonlySet<string>): PlainReader {
  const tags = new Map<string, Tag | null>();
  const tagOf = (text: string): Tag | null => {
    const known = tags.get(text);
    if (known !== undefined) return known;
    const tag = readTag(text, secrets);
    if (tags.size < MAX_TAGS) tags.set(text, tag);
    return tag;
  };
  return { read: (text, start, line) => readRecord(text, start, line, tagOf) };
}

function readRecord(
  text: string,
  start: number,
  startLine: number,
  tagOf: (text: string) => Tag | null,
): Plain | undefined {
  const open: Element[] = [];
  let [at, line, elements] = [start, startLine, 0];
  let newline = text.indexOf('\n', start);

  // `at` stands on the "<" of a tag.
  for (;;) {
    const close = text.indexOf('>', at);
    if (close === -1) return undefined;
    let done: Element | undefined;
    if (text[at + 1] === SLASH) {
      done = open.pop();
      if (done?.name !== text.slice(at + 2, close)) return undefined;
    } else {
      const tag = tagOf(text.slice(at + 1, close));
      elements += 1;
      if (!tag || elements > MAX_ELEMENTS || open.length >= MAX_DEPTH) return undefined;
      for (; newline !== -1 && newline < close; newline = text.indexOf('\n', newline + 1)) line += 1;
      const { name, attributes: values, isEmpty } = tag;
      const element: Element = { name, line, attributes: values, text: '', children: [] };
      open.at(-1)?.children.push(element);
      if (isEmpty) done = element;
      else open.push(element);
    }
    at = close + 1;
    const inside = open.at(-1);
    if (!inside) {
      if (!done || unusual.test(text.slice(start, at))) return undefined;
      for (; newline !== -1 && newline < at; newline = text.indexOf('\n', newline + 1)) line += 1;
      return { element: done, end: at, line };
    }
    const next = text.indexOf('<', at);
    if (next === -1) return undefined;
    if (next > at) inside.text += text.slice(at, next);
    at = next;
  }
}

function readTag(text: string, secrets: ReadonlySet<string>): Tag | null {
  const [, name, given = '', slash] = plainTag.exec(text) ?? [];
  if (name === undefined) return null;
  const values: Record<string, string> = {};
  const seen = new Set<string>();
  for (const [, key = '', value = ''] of given.matchAll(attributes)) {
    // A name space would give the names another meaning, and an attribute given twice is an error.
    if (key === 'xmlns' || seen.has(key)) return null;
    seen.add(key);
    if (!secrets.has(key)) values[key] = value;
  }
  return { name, attributes: values, isEmpty: slash === SLASH };
}
