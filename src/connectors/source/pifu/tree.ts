/**
 * XML text to one small tree per record: the only place that knows the parser. What no record needs is never
 * kept, and what could be grown without end by a hostile file has a limit. The parser sees everything but the records
 * that are plain (`plain.ts`): whole elements, so that it never knows that something was between what it saw.
 */
import { SaxesParser, type SaxesTagNS } from 'saxes';

import { SourceFailure, type SourceFailureCode } from '../port.ts';
import { breachOf } from './broken.ts';
import type { Element } from './element.ts';
import { createPlainReader } from './plain.ts';

/** The schema versions in use: 1.1, 1.2 and 1.3 (which calls itself v1). */
const namespaces = new Set(
  ['1.1', '1.2', 'v1'].map((version) => `http://pifu.no/xsd/pifu-ims_sas/pifu-ims_sas-${version}`),
);

/** The elements that are handed over whole; everything else is only passed through on the way to them. */
const records = new Set(['properties', 'person', 'group', 'member']);

/** Passwords are let go before anything can keep them (specification §5 owns passwords, not the source). */
const secrets = new Set(['password', 'pwencryptiontype', 'authenticationtype']);

const MAX_DEPTH = 24;
const MAX_ELEMENTS_IN_RECORD = 5_000;
/** Text, comment or document type without an end: stop long before memory does. */
const MAX_SILENT_CHARACTERS = 8_000_000;

export interface Listener {
  /** A record is complete. */
  record: (element: Element) => void;
  /** The id of the membership whose members follow. */
  membershipId: (element: Element | undefined) => void;
}

export interface TreeReader {
  write: (text: string) => void;
  close: () => void;
}

export function createTreeReader(listener: Listener): TreeReader {
  const parser = new SaxesParser({ xmlns: true });
  /** Names of the open elements outside records, and the open elements inside one. */
  const path: string[] = [];
  const open: Element[] = [];
  let namespace = '';
  let foreignDepth = 0;
  let elements = 0;
  let silent = 0;
  let closing = false;
  const plain = createPlainReader(secrets);
  /** Text that may be the beginning of a record whose end has not come yet. */
  let held = '';
  /** Elements outside records that have a prefix, or stand below one: there names may mean something else. */
  let prefixed = 0;
  /** Tags the parser has told of: when the last sign it got was the end of one, it stands between elements. */
  let told = 0;
  /** Lines the parser did not see, and on the line it is on, signs. */
  const unseen = { lines: 0, line: 0, columns: 0 };

  const place = () => ({
    line: parser.line + unseen.lines,
    column: parser.columnIndex + 1 + (parser.line === unseen.line ? unseen.columns : 0),
  });
  const fail = (code: SourceFailureCode, found: string): never => {
    throw new SourceFailure(code, place(), found);
  };

  function openTag(tag: SaxesTagNS): void {
    silent = 0;
    told += 1;
    if (path.length === 0) enterRoot(tag);
    // An element of another namespace, with all that is in it, is none of ours.
    if (foreignDepth > 0 || tag.uri !== namespace) {
      foreignDepth += 1;
      if (foreignDepth > MAX_DEPTH) fail('file.broken', 'too-deep');
      return;
    }
    if (path.length + open.length >= MAX_DEPTH) fail('file.broken', 'too-deep');

    const parent = open.at(-1);
    if (!parent && !records.has(tag.local) && !isMembershipId(tag.local)) {
      if (tag.local === 'membership') listener.membershipId(undefined);
      path.push(tag.local);
      if (prefixed > 0 || tag.prefix !== '') prefixed += 1;
      return;
    }
    if (!parent) elements = 0;
    elements += 1;
    const element: Element = {
      name: tag.local,
      line: parser.line + unseen.lines,
      attributes: attributesOf(tag),
      text: '',
      children: [],
    };
    if (elements <= MAX_ELEMENTS_IN_RECORD) parent?.children.push(element);
    else if (open[0]) open[0].isTooLarge = true;
    open.push(element);
  }

  function enterRoot(tag: SaxesTagNS): void {
    if (tag.local !== 'enterprise') fail('file.wrong-root', tag.name);
    if (!namespaces.has(tag.uri)) fail('file.unknown-namespace', tag.uri || 'none');
    namespace = tag.uri;
  }

  const isMembershipId = (name: string): boolean => name === 'sourcedid' && path.at(-1) === 'membership';

  function closeTag(): void {
    silent = 0;
    told += 1;
    if (foreignDepth > 0) {
      foreignDepth -= 1;
      return;
    }
    const element = open.pop();
    if (!element) {
      path.pop();
      prefixed = Math.max(0, prefixed - 1);
    } else if (open.length === 0) {
      if (element.name === 'sourcedid') listener.membershipId(element);
      else listener.record(element);
    }
  }

  function addText(piece: string): void {
    const element = open.at(-1);
    if (element && foreignDepth === 0) element.text += piece;
  }

  parser.on('opentag', openTag);
  parser.on('closetag', closeTag);
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('doctype', () => fail('file.doctype', 'a document type declaration'));
  parser.on('error', ({ message }) => {
    const what = breachOf(message);
    const inside = [...path, ...open.map(({ name }) => name)].join('/');
    // What is still open when the text ends was cut off on its way.
    fail(closing ? 'file.truncated' : 'file.broken', inside ? `${what}: ${inside}` : what);
  });

  function parse(piece: string): void {
    silent += piece.length;
    if (silent > MAX_SILENT_CHARACTERS) fail('file.broken', 'no-elements');
    parser.write(piece);
  }

  /** Gives the parser its part; answers whether it now stands between elements, where any record may follow. */
  function parseUpTo(text: string, from: number, to: number): boolean {
    const last = text.lastIndexOf('>', to - 1);
    if (last <= from || !isBlank.test(text.slice(last + 1, to))) {
      parse(text.slice(from, to));
      return false;
    }
    parse(text.slice(from, last));
    // A tag ends with this sign only if the parser says so: it may as well stand in a comment.
    const before = told;
    parse(text.slice(last, to));
    return told > before && path.length > 0 && open.length === 0 && foreignDepth === 0 && prefixed === 0;
  }

  /** What the parser does not see. */
  function skip(text: string, from: number, to: number, line: number): void {
    const newline = text.lastIndexOf('\n', to - 1);
    const before = parser.line === unseen.line ? unseen.columns : 0;
    unseen.columns = newline < from ? before + to - from : to - newline - 1 - parser.columnIndex;
    unseen.lines = line - parser.line;
    unseen.line = parser.line;
    silent = 0;
  }

  /** Keeps of the text what may be the beginning of a record. */
  function read(text: string, isAtRecord: boolean): void {
    let [from, isBetween] = [0, isAtRecord];
    held = '';
    for (;;) {
      if (!isBetween) {
        const start = nextRecord(text, from);
        isBetween = start !== -1 && parseUpTo(text, from, start);
        if (start === -1) break;
        from = start;
      }
      const record = isBetween ? plain.read(text, from, parser.line + unseen.lines) : undefined;
      if (record) {
        const next = afterBlank(text, record.end);
        skip(text, from, next, record.line + newlinesIn(text, record.end, next));
        listener.record(record.element);
        from = next;
        isBetween = isRecordAt(text, from);
      } else if (isBetween && text.length - from < MAX_HELD && !isWhole(text, from)) {
        held = text.slice(from);
        return;
      } else {
        parse(text.slice(from, from + 1));
        from += 1;
        isBetween = false;
      }
    }
    parse(text.slice(from));
  }

  return {
    write: (piece) => read(held + piece, held !== ''),
    close: () => {
      parse(held);
      closing = true;
      parser.close();
    },
  };
}

/** A record is shorter, or the parser's. */
const MAX_HELD = 100_000;
const isBlank = /^[ \n\t]*$/;
const record = /<(person|group|member)(?=[ \n\t>])/g;
const recordHere = /<(person|group|member)(?=[ \n\t>])/y;
const blank = /[ \n\t]*/y;

function nextRecord(text: string, from: number): number {
  record.lastIndex = from;
  return record.exec(text)?.index ?? -1;
}

function isRecordAt(text: string, at: number): boolean {
  recordHere.lastIndex = at;
  return recordHere.test(text);
}

function isWhole(text: string, at: number): boolean {
  recordHere.lastIndex = at;
  return text.includes(`</${recordHere.exec(text)?.[1]}`, at);
}

function afterBlank(text: string, at: number): number {
  blank.lastIndex = at;
  blank.test(text);
  return blank.lastIndex;
}

function newlinesIn(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = text.indexOf('\n', from); at !== -1 && at < to; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}

function attributesOf(tag: SaxesTagNS): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const { local, value } of Object.values(tag.attributes)) {
    if (!secrets.has(local)) kept[local] = value;
  }
  return kept;
}
