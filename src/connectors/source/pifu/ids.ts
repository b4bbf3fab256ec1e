import type { SourceId, SourceIds } from '../port.ts';
import { childrenOf, type Element, textAt } from './element.ts';

/** `source` is required by the schema, but forgotten by some systems: then the extract's own name stands in. */
export function readId(element: Element | undefined, datasource: string): SourceId | undefined {
  const id = textAt(element, 'id');
  return id === undefined ? undefined : { source: textAt(element, 'source') ?? datasource, id };
}

/**
 * `New`, or the one without a mark, is the record's id; `Old` ids are what it was called before. A record with
 * nothing but an old id is still that record: the system marks what it is about to replace.
 */
export function readIds(record: Element, datasource: string): SourceIds | undefined {
  const former: SourceId[] = [];
  const duplicates: SourceId[] = [];
  const current: SourceId[] = [];
  for (const element of childrenOf(record, 'sourcedid')) {
    const id = readId(element, datasource);
    if (!id) continue;
    const mark = element.attributes['sourcedidtype'];
    if (mark === 'Old') former.push(id);
    else if (mark === 'Duplicate') duplicates.push(id);
    else if (mark === 'New') current.unshift(id);
    else current.push(id);
  }
  const [self, ...others] = [...current, ...former];
  return self && { self, former: others, duplicates };
}
