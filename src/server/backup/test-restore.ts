/** Tries a backup out: all of it into a database made for that alone, its journal verified, and thrown away. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Report } from '#server/journal/findings.ts';
import { startPostgres } from '#server/postgres/embedded.ts';
import { disposable } from '#server/postgres/settings.ts';
import { StartError } from '#server/start-error.ts';

import type { Manifest } from './manifest.ts';
import { readBackup, requireKey, restoreBackup } from './restore-backup.ts';

export interface Tried {
  manifest: Manifest;
  report: Report;
  rows: number;
  seconds: number;
}

/** Refuses with a `StartError` what could not be restored, and a journal that was touched. `place`: a folder with room for it. */
export async function testRestore(folder: string, key: Buffer, place = tmpdir()): Promise<Tried> {
  const started = performance.now();
  const manifest = await readBackup(folder);
  requireKey(manifest, key);
  const passing = await mkdtemp(join(place, 'vaktmester-restore-test-'));
  try {
    const server = await startPostgres({
      folder: join(passing, 'postgres'),
      settings: disposable,
      durable: false,
    });
    try {
      const report = await restoreBackup(server.url(), folder, manifest);
      const [first] = report.findings;
      if (first) throw new StartError(`The journal of the backup was touched: ${first.kind}, ${first.text}`);
      const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
      return { manifest, report, rows, seconds: Math.round((performance.now() - started) / 100) / 10 };
    } finally {
      await server.stop();
    }
  } finally {
    await rm(passing, { recursive: true, force: true, maxRetries: 5 });
  }
}
