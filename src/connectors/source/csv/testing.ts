import type { CsvMapping } from '#kernel/csv-mapping.ts';

import type { SourceItem, SourceProblem } from '../port.ts';
import { inPieces } from '../text/testing.ts';
import { readCsv } from './read.ts';
import type { KnownSchool } from './schools.ts';

/** Somebody has said that it is the whole list; the rest as guessed, where `said` is silent. */
export async function read(
  text: string | Uint8Array,
  said: Partial<CsvMapping> = {},
  known?: readonly KnownSchool[],
): Promise<SourceItem[]> {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text;
  const items: SourceItem[] = [];
  const options = {
    mapping: () => Promise.resolve({ extract: 'full' as const, ...said }),
    schools: known && (() => Promise.resolve(known)),
  };
  for await (const batch of readCsv(inPieces(bytes, 64), options)) items.push(...batch);
  return items;
}

export const ofKind = <Kind extends SourceItem['kind']>(items: readonly SourceItem[], kind: Kind) =>
  items.filter((item): item is Extract<SourceItem, { kind: Kind }> => item.kind === kind);

export const problems = (items: readonly SourceItem[]): SourceProblem[] => ofKind(items, 'problem');
