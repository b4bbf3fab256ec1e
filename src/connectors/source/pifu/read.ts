/**
 * PIFU-IMS 1.1, 1.2 and 1.3: bytes in, records out, in constant memory
 * (https://github.com/Utdanningsdirektoratet/pifu). The first characters decide whether it is XML at all, so
 * that a spreadsheet or a zip sent by mistake is called what it is.
 */
import {
  type SourceHeader,
  type SourceId,
  type SourceItem,
  type SourceProblem,
  SourceFailure,
} from '../port.ts';
import { decode } from './decode.ts';
import { type Element, textAt } from './element.ts';
import { readGroup } from './group.ts';
import { readId, readIds } from './ids.ts';
import { readMember } from './membership.ts';
import { readPerson } from './person.ts';
import { createTreeReader } from './tree.ts';

/** Yields batches of records in the file's order. Throws {@link SourceFailure} for a file that is not whole. */
export async function* readPifu(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<readonly SourceItem[]> {
  const start = { line: 1, column: 1 };
  let batch: SourceItem[] = [];
  let datasource: string | undefined;
  let group: SourceId | undefined;
  let people = 0;
  let begun = false;

  function record(element: Element): void {
    if (element.name === 'properties') {
      const header = readHeader(element);
      datasource = header.datasource;
      batch.push(header);
      return;
    }
    if (datasource === undefined) {
      throw new SourceFailure('file.no-header', { line: element.line, column: 1 }, `<${element.name}> first`);
    }
    if (element.isTooLarge) {
      if (element.name === 'person') people += 1;
      batch.push(tooLarge(element, datasource));
      return;
    }
    if (element.name === 'person') {
      people += 1;
      batch.push(...readPerson(element, datasource));
    } else if (element.name === 'group') batch.push(...readGroup(element, datasource));
    else batch.push(...readMember(element, group, datasource));
  }

  const reader = createTreeReader({
    record,
    membershipId: (element) => {
      group = readId(element, datasource ?? '');
    },
  });

  for await (const text of decode(bytes)) {
    if (!begun) {
      const first = text.trimStart();
      if (first === '') continue;
      if (!first.startsWith('<')) throw new SourceFailure('file.not-xml', start, describe(first));
      begun = true;
    }
    reader.write(text);
    if (batch.length > 0) yield batch;
    batch = [];
  }
  if (!begun) throw new SourceFailure('file.empty', start, 'nothing');
  reader.close();
  if (datasource === undefined) throw new SourceFailure('file.no-header', start, 'no <properties>');
  if (people === 0) throw new SourceFailure('file.no-people', start, 'no <person>');
}

/** Half a record must not be taken for a whole one; its id, which stands first, keeps its person from leaving. */
function tooLarge(element: Element, datasource: string): SourceProblem {
  const id = readIds(element, datasource)?.self;
  const found = `<${element.name}>`;
  const { line } = element;
  return { kind: 'problem', severity: 'rejected', code: 'record.too-large', line, ...(id && { id }), found };
}

function readHeader(element: Element): SourceHeader {
  const type = textAt(element, 'type');
  return {
    kind: 'header',
    line: element.line,
    datasource: textAt(element, 'datasource') ?? '',
    extract: type === 'delta' || type === 'event' ? type : 'full',
    createdAt: textAt(element, 'datetime') ?? '',
  };
}

function describe(text: string): string {
  if (text.startsWith('PK')) return 'zip';
  // Digits could be somebody's national number.
  return `"${text.slice(0, 20).replaceAll(/[^\p{L}\p{P}\p{Zs}]/gu, '·')}"`;
}
