/** `npm run bench [name …]`: the published measurements one after the other, each with its control in the same run. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const measurements = [
  'journal',
  'import',
  'user-list',
  'person',
  'page',
  'list-scroll',
  'first-rows',
  'school-switch',
  'directory',
  'locks',
  'exam-day',
] as const;

const chosen = process.argv.slice(2);
const unknown = chosen.filter((name) => !measurements.some((known) => known === name));
if (unknown.length > 0) {
  process.stderr.write(`No such measurement: ${unknown.join(', ')}. There are ${measurements.join(', ')}.\n`);
  process.exit(2);
}

let failed = 0;
for (const name of measurements.filter((known) => chosen.length === 0 || chosen.includes(known))) {
  process.stdout.write(`\n== ${name}\n`);
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, `${name}.ts`)], {
    stdio: 'inherit',
  });
  if (status !== 0) failed += 1;
}
process.exit(failed === 0 ? 0 : 1);
