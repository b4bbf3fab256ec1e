// Everything that must hold: first what only reads the code and the program for the browser, side by side, then the tests,
// those of the server and those in a browser at the same time, since either often waits. A failed step does not hide the
// next. Ends with one summary line.
// Usage: node scripts/test.mjs [name of a step …]
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

const root = join(import.meta.dirname, '..');
const reports = mkdtempSync(join(tmpdir(), 'vaktmester-report-'));
const env = {
  ...process.env,
  PATH: `${join(root, 'node_modules', '.bin')}${delimiter}${process.env.PATH}`,
  CI: process.env.CI ?? 'true', // a snapshot that differs is a failure, not a new snapshot
  PORTAL_AHEAD: 'true', // the portal of the first story is made while other tests run
};

const steps = [
  { name: 'types', command: 'tsc -b', before: true },
  { name: 'lint', command: 'oxlint', before: true },
  { name: 'format', command: 'oxfmt --check', before: true },
  { name: 'unused', command: 'knip', before: true },
  { name: 'tables', command: 'node scripts/tables.mjs --verify', before: true },
  { name: 'build', command: 'vite build --logLevel warn', before: true },
  { name: 'unit', projects: ['unit', 'unit-timed'] },
  { name: 'e2e', projects: ['e2e', 'e2e-timed'] },
];

const chosen = process.argv.slice(2);
const unknown = chosen.filter((name) => !steps.some((step) => step.name === name));
if (unknown.length > 0) {
  process.stderr.write(
    `No such step: ${unknown.join(', ')}. Steps: ${steps.map(({ name }) => name).join(', ')}.\n`,
  );
  process.exit(2);
}

let passed = 0;
let failed = 0;
const failures = [];
const wanted = steps.filter(({ name }) => chosen.length === 0 || chosen.includes(name));
await Promise.all(wanted.filter(({ before }) => before).map((step) => run(step)));
const projects = wanted.flatMap((step) => step.projects ?? []);
if (projects.length > 0) {
  const command = `vitest run ${projects.map((project) => `--project ${project}`).join(' ')}`;
  await run({ name: 'tests', command });
}
rmSync(reports, { recursive: true, force: true });
if (failures.length > 0) process.stdout.write(`\nFailed: ${failures.join(', ')}\n`);
process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exit(failed === 0 ? 0 : 1);

async function run({ name, command, before }) {
  const report = join(reports, `${name}.json`);
  const line = before ? command : `${command} --reporter=default --reporter=json --outputFile.json=${report}`;
  const title = `\n== ${name}: ${command}\n`;
  if (!before) process.stdout.write(title);
  const started = performance.now();
  const { status, output } = await end(line, before ? 'pipe' : 'inherit');
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  // What ran beside others is told as one piece.
  if (before) process.stdout.write(title + output);
  process.stdout.write(`== ${name}: ${status === 0 ? 'passed' : 'FAILED'} in ${seconds} s\n`);

  const counts = before ? undefined : countsOf(report);
  passed += counts?.passed ?? (status === 0 ? 1 : 0);
  // A run can fail without a failed test: a file that does not load, an error nobody waited for.
  failed += Math.max(counts?.failed ?? 0, status === 0 ? 0 : 1);
  if (status !== 0) failures.push(name);
}

function end(line, told) {
  return new Promise((resolve, reject) => {
    const child = spawn(line, { cwd: root, env, stdio: ['inherit', told, told], shell: true });
    let output = '';
    child.stdout?.on('data', (text) => (output += text));
    child.stderr?.on('data', (text) => (output += text));
    child.once('error', reject);
    child.once('close', (status) => resolve({ status, output }));
  });
}

function countsOf(report) {
  try {
    const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, 'utf8'));
    return { passed: numPassedTests, failed: numFailedTests };
  } catch {
    return undefined;
  }
}
