// Server and web with reload: the server starts anew on a change of its files, Vite replaces modules in the browser.
import { spawn } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const env = { LOG_LEVEL: 'info', ...process.env };

const children = [
  spawn(process.execPath, ['--watch', '--watch-preserve-output', 'src/server/main.ts'], {
    cwd: root,
    env,
    stdio: 'inherit',
  }),
  spawn(process.execPath, [join('node_modules', 'vite', 'bin', 'vite.js')], {
    cwd: root,
    env,
    stdio: 'inherit',
  }),
];

for (const child of children) {
  child.once('exit', (code) => {
    process.exitCode ??= code ?? 1;
    stop('SIGTERM');
  });
}
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stop(signal));

function stop(signal) {
  for (const child of children) if (child.exitCode === null && child.signalCode === null) child.kill(signal);
}
