/**
 * `npm run verify-journal [-- export.ndjson] [--head HASH] [--export file.ndjson]`: checks the hash chain of an export,
 * or of the database itself, which `--export` writes out as it is read. Exit code 0 untouched, 1 touched, 2 not checked.
 */
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';

import { readConfig } from '#server/config/read.ts';
import { postgresFolder } from '#server/data-folder.ts';
import { connect } from '#server/db.ts';
import { startPostgres } from '#server/postgres/embedded.ts';

import { exportJournal } from './export.ts';
import type { Report } from './findings.ts';
import { verifyJournal } from './verify.ts';

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { head: { type: 'string' }, export: { type: 'string' } },
  });
  const [file] = positionals;
  const report =
    file === undefined
      ? await checkDatabase(values.head, values.export)
      : await verifyJournal(createInterface({ input: createReadStream(file), crlfDelay: Infinity }), values);
  print(report);
  process.exitCode = report.findings.length === 0 ? 0 : 1;
} catch (error) {
  process.stderr.write(`Not checked: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}

async function checkDatabase(head: string | undefined, copy: string | undefined): Promise<Report> {
  const config = readConfig(process.env);
  // Beside a running portal, or alone: the embedded server serves both.
  const server = config.databaseUrl
    ? undefined
    : await startPostgres({ folder: postgresFolder(config), as: 'join' });
  const database = connect({ url: config.databaseUrl ?? server?.url() ?? '', statementTimeoutMs: 0 });
  try {
    const lines = exportJournal(database.db);
    return await verifyJournal(copy === undefined ? lines : copied(lines, copy), { head });
  } finally {
    await database.end();
    await server?.stop();
  }
}

async function* copied(lines: AsyncIterable<string>, path: string): AsyncGenerator<string> {
  const file = await open(path, 'wx', 0o600);
  try {
    for await (const line of lines) {
      await file.write(`${line}\n`);
      yield line;
    }
  } finally {
    await file.close();
  }
}

function print({ findings, operations, changes, pruned, head }: Report): void {
  const lines = findings.map(({ kind, text }) => `${kind}: ${text}`);
  lines.push(`${operations} operations with ${changes} changes read; ${pruned} removed by retention.`);
  lines.push(
    findings.length === 0
      ? 'The journal is untouched.'
      : `The journal was touched: ${findings.length} ${findings.length === 1 ? 'finding' : 'findings'}.`,
  );
  if (head)
    lines.push(
      `Head: ${head.hash} (seal ${head.seq}). Keep it; a later check with --head finds a shortened journal.`,
    );
  process.stdout.write(`${lines.join('\n')}\n`);
}
