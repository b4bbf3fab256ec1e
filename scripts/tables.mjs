// Makes src/server/tables.gen.ts, the types of the migrated schema; with --verify it only says whether it is up to date.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import { passingPlace } from '#connectors/testing/passing-folder.ts';
import { migrate } from '#server/migrate.ts';
import { startPostgres } from '#server/postgres/embedded.ts';
import { disposable } from '#server/postgres/settings.ts';

const folder = mkdtempSync(join(passingPlace(1), 'vaktmester-tables-'));
const server = await startPostgres({
  folder: join(folder, 'postgres'),
  settings: disposable,
  durable: false,
});
try {
  await migrate(server.url());
  const codegen = join(dirname(createRequire(import.meta.url).resolve('kysely-codegen')), 'cli', 'bin.js');
  execFileSync(
    process.execPath,
    [
      codegen,
      '--dialect=postgres',
      `--url=${server.url()}`,
      '--camel-case',
      '--date-parser=string',
      // As src/server/postgres/values.ts parses it.
      '--type-mapping={"int8":"number"}',
      '--default-schema=public',
      '--out-file=src/server/tables.gen.ts',
      ...(process.argv.includes('--verify') ? ['--verify'] : []),
    ],
    { stdio: ['ignore', 'ignore', 'ignore'] },
  );
} catch (error) {
  // The tool has said its own; its command line would only repeat the address.
  const told = error instanceof Error && 'status' in error;
  const line = told
    ? 'src/server/tables.gen.ts is not what the migrations say: npm run tables'
    : String(error);
  process.stderr.write(`${line}\n`);
  process.exitCode = 1;
} finally {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
