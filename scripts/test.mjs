// Everything that must hold. The program for the browser is built first; then what only reads the code goes on beside the
// tests, and those of the server beside those in a browser, since each often waits. A failed step does not hide another. Ends
// with one summary line.
// Usage: node scripts/test.mjs [--long] [name of a step …]
// `long` takes minutes: it runs after the others with --long, or when it is named.
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
  GOGC: '400', // what checks types and lint is written in Go, and spends a quarter of its time tidying up
};

// One thread each: more of them do the same work twice, on cores the tests need.
const steps = [
  { name: 'types', command: 'tsc -b --singleThreaded', reads: true },
  { name: 'lint', command: 'oxlint --threads 1', reads: true },
  { name: 'format', command: 'oxfmt --check', reads: true },
  { name: 'unused', command: 'knip', reads: true },
  { name: 'tables', command: 'node scripts/tables.mjs --verify', reads: true },
  { name: 'build', command: 'vite build --logLevel warn' },
  { name: 'unit', projects: ['unit', 'unit-timed'] },
  { name: 'e2e', projects: ['e2e', 'e2e-timed'] },
  { name: 'long', command: 'vitest run --project long', isLong: true, reports: true },
];

const withLong = process.argv.includes('--long');
const chosen = process.argv.slice(2).filter((word) => word !== '--long');
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
const wanted = steps.filter(({ name, isLong }) =>
  chosen.length === 0 ? !isLong || withLong : chosen.includes(name),
);
const projects = wanted.flatMap((step) => step.projects ?? []);
const testing = projects.map((project) => `--project ${project}`).join(' ');
await Promise.all([
  ...wanted.filter(({ reads }) => reads).map((step) => run(step)),
  runInTurn([
    ...wanted.filter(({ name }) => name === 'build'),
    ...(projects.length > 0 ? [{ name: 'tests', command: `vitest run ${testing}`, reports: true }] : []),
    ...wanted.filter(({ isLong }) => isLong),
  ]),
]);
rmSync(reports, { recursive: true, force: true });
if (failures.length > 0) process.stdout.write(`\nFailed: ${failures.join(', ')}\n`);
process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exit(failed === 0 ? 0 : 1);

async function runInTurn(all) {
  for (const step of all) await run(step);
}

async function run({ name, command, reports: tells = false }) {
  const report = join(reports, `${name}.json`);
  const line = tells ? `${command} --reporter=default --reporter=json --outputFile.json=${report}` : command;
  const title = `\n== ${name}: ${command}\n`;
  if (tells) process.stdout.write(title);
  const started = performance.now();
  const { status, output } = await end(line, tells ? 'inherit' : 'pipe');
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  // What ran beside others is told as one piece.
  if (!tells) process.stdout.write(title + output);
  process.stdout.write(`== ${name}: ${status === 0 ? 'passed' : 'FAILED'} in ${seconds} s\n`);

  const counts = tells ? countsOf(report) : undefined;
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
