/**
 * XML text to one small tree per record: the only place that knows the parser. What no record needs is never
 * kept, and what could be grown without end by a hostile file has a limit.
 */
import { SaxesParser, type SaxesTagNS } from 'saxes';

import { SourceFailure, type SourceFailureCode } from '../port.ts';
import type { Element } from './element.ts';

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

  const fail = (code: SourceFailureCode, found: string): never => {
    throw new SourceFailure(code, { line: parser.line, column: parser.columnIndex + 1 }, found);
  };

  function openTag(tag: SaxesTagNS): void {
    silent = 0;
    if (path.length === 0) enterRoot(tag);
    // An element of another namespace, with all that is in it, is none of ours.
    if (foreignDepth > 0 || tag.uri !== namespace) {
      foreignDepth += 1;
      if (foreignDepth > MAX_DEPTH) fail('file.broken', 'elements nested too deeply');
      return;
    }
    if (path.length + open.length >= MAX_DEPTH) fail('file.broken', 'elements nested too deeply');

    const parent = open.at(-1);
    if (!parent && !records.has(tag.local) && !isMembershipId(tag.local)) {
      if (tag.local === 'membership') listener.membershipId(undefined);
      path.push(tag.local);
      return;
    }
    if (!parent) elements = 0;
    elements += 1;
    if (elements > MAX_ELEMENTS_IN_RECORD) fail('file.broken', `one ${tag.local} has no end of content`);
    const element: Element = {
      name: tag.local,
      line: parser.line,
      attributes: attributesOf(tag),
      text: '',
      children: [],
    };
    parent?.children.push(element);
    open.push(element);
  }

  function enterRoot(tag: SaxesTagNS): void {
    if (tag.local !== 'enterprise') fail('file.wrong-root', tag.name);
    if (!namespaces.has(tag.uri)) fail('file.unknown-namespace', tag.uri || 'no namespace');
    namespace = tag.uri;
  }

  const isMembershipId = (name: string): boolean => name === 'sourcedid' && path.at(-1) === 'membership';

  function closeTag(): void {
    silent = 0;
    if (foreignDepth > 0) {
      foreignDepth -= 1;
      return;
    }
    const element = open.pop();
    if (!element) path.pop();
    else if (open.length === 0) {
      if (element.name === 'sourcedid') listener.membershipId(element);
      else listener.record(element);
    }
  }

  function text(piece: string): void {
    const element = open.at(-1);
    if (element && foreignDepth === 0) element.text += piece;
  }

  parser.on('opentag', openTag);
  parser.on('closetag', closeTag);
  parser.on('text', text);
  parser.on('cdata', text);
  parser.on('doctype', () => fail('file.doctype', 'a document type declaration'));
  parser.on('error', ({ message }) => {
    const what = message.replace(/^\d+:\d+: /, '').replace(/\.$/, '');
    const inside = [...path, ...open.map(({ name }) => name)].join('/');
    // What is still open when the text ends was cut off on its way.
    fail(closing ? 'file.truncated' : 'file.broken', inside ? `${what} (inside ${inside})` : what);
  });

  return {
    write: (piece) => {
      silent += piece.length;
      if (silent > MAX_SILENT_CHARACTERS) fail('file.broken', 'millions of characters without an element');
      parser.write(piece);
    },
    close: () => {
      closing = true;
      parser.close();
    },
  };
}

function attributesOf(tag: SaxesTagNS): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const { local, value } of Object.values(tag.attributes)) {
    if (!secrets.has(local)) kept[local] = value;
  }
  return kept;
}
