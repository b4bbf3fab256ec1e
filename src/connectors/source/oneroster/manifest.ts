/** `manifest.csv` says which version the set is of, and of each file whether it is whole or only what changed. */
import { SourceFailure } from '../port.ts';
import { isBroken } from '../text/rows.ts';
import { openTable } from '../text/table.ts';
import { type Dialect, oneRoster11, oneRoster12 } from './columns.ts';

export type PartMode = 'bulk' | 'delta';

export interface Manifest {
  dialect: Dialect;
  /** The system's own name. */
  system: string;
  /** By file name. */
  parts: ReadonlyMap<string, PartMode>;
}

const start = { line: 1, column: 1 };
const MANY = 200;

const dialects: readonly (readonly [RegExp, Dialect])[] = [
  [/^1\.2(?:\.\d+)?$/, oneRoster12],
  [/^1\.1(?:\.\d+)?$/, oneRoster11],
];

export async function readManifest(bytes: AsyncIterable<Uint8Array>): Promise<Manifest> {
  const table = await openTable(bytes).catch((error: unknown) => {
    const isOther = error instanceof SourceFailure && !/^file\.(empty|not-table)$/.test(error.code);
    if (!(error instanceof SourceFailure) || isOther) throw error;
    throw new SourceFailure('file.no-manifest', error, 'no-version');
  });
  const values = new Map<string, string>();
  for await (const batch of table.rows) {
    for (const row of batch) {
      const [name = '', value = ''] = isBroken(row) ? [] : row.cells;
      values.set(name.trim(), value.trim());
      if (values.size > MANY)
        throw new SourceFailure('file.no-manifest', { line: row.line, column: 1 }, 'endless');
    }
  }
  const version = values.get('oneroster.version');
  if (version === undefined) throw new SourceFailure('file.no-manifest', start, 'no-version');
  const dialect = dialects.find(([pattern]) => pattern.test(version))?.[1];
  if (!dialect) throw new SourceFailure('file.unknown-version', start, `OneRoster ${version}`);

  const parts = new Map<string, PartMode>();
  for (const [name, value] of values) {
    const file = /^file\.(\w+)$/.exec(name)?.[1];
    const mode = value.toLowerCase();
    if (file !== undefined && (mode === 'bulk' || mode === 'delta')) parts.set(`${file}.csv`, mode);
  }
  const system = values.get('source.systemCode') || values.get('source.systemName') || 'oneroster';
  return { dialect, system, parts };
}
