/** `npm run import -- FILE [--dry-run] [--accept-leavers] [--source NAME]`: beside a running portal, or without one. */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';

import type pg from 'pg';

import { Refusal } from '#kernel/errors.ts';
import { systemClock } from '#server/clock.ts';
import { readConfig } from '#server/config/read.ts';
import { encryptionKey } from '#server/data-folder.ts';
import { describeProgress, describeRun } from '#server/import/describe.ts';
import { runImport } from '#server/import/run.ts';
import { sourceNamed } from '#server/import/sources.ts';
import { runMain } from '#server/lifecycle.ts';
import { openVault } from '#server/national-number.ts';
import { openDatabases } from '#server/open-database.ts';
import { StartError } from '#server/start-error.ts';

const USAGE = 'Usage: npm run import -- FILE [--dry-run] [--accept-leavers] [--source NAME]';

interface Arguments {
  file: string;
  dryRun: boolean;
  acceptLeavers: boolean;
  /** A data source whose columns and limits the file is read with. */
  source: string | undefined;
}

function readArguments(): Arguments {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        'dry-run': { type: 'boolean' },
        'accept-leavers': { type: 'boolean' },
        source: { type: 'string' },
      },
    });
    const [file, ...more] = positionals;
    if (file === undefined || more.length > 0) throw new StartError(USAGE, 2);
    return {
      file,
      dryRun: values['dry-run'] ?? false,
      acceptLeavers: values['accept-leavers'] ?? false,
      source: values.source,
    };
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`, 2);
  }
}

async function sizeOf(file: string): Promise<number> {
  try {
    const found = await stat(file);
    if (found.isFile()) return found.size;
  } catch {
    // Said below.
  }
  throw new StartError(`There is no file ${file}.`, 2);
}

async function findSource(pool: pg.Pool, name: string): Promise<{ id: number; thresholds: unknown }> {
  const source = await sourceNamed(pool, name);
  if (source) return source;
  throw new StartError(`There is no data source ${name}.`, 2);
}

const say = (text: string): void => void process.stderr.write(text);

await runMain(async (lifecycle) => {
  const { file, dryRun, acceptLeavers, source: sourceName } = readArguments();
  const size = await sizeOf(file);
  const config = readConfig(process.env);
  // Before the database: a key may only be made together with it.
  const vault = openVault(encryptionKey(config));
  const { work } = await openDatabases(config, lifecycle, 'join');

  const source = sourceName === undefined ? undefined : await findSource(work.pool, sourceName);
  const line = process.stderr.isTTY ? '\r\u{1B}[K' : '\n';
  try {
    const result = await runImport(
      { pool: work.pool, clock: systemClock, vault },
      {
        fileName: basename(file),
        bytes: createReadStream(file),
        size,
        via: 'command',
        dryRun,
        acceptLeavers,
        source,
        by: { name: 'command line' },
        progress: (progress) => say(line + describeProgress(progress, size)),
      },
    );
    say('\n');
    process.stdout.write(`${await describeRun(work.pool, result.runId)}\n`);
    process.exitCode = result.status === 'completed' ? 0 : 1;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new StartError('Another import is running. Try again when it is done.');
  }
  await lifecycle.stop();
});
