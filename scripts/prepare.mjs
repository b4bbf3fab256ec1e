// Makes a fresh clone ready, and does nothing where nothing is missing. Needs only Node 20 and npm: no dependencies here.
// Usage: node scripts/prepare.mjs [--no-web]
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const modules = join(root, 'node_modules');
const stamp = join(modules, '.vaktmester-lock');
const windows = process.platform === 'win32';
const NODE_WANTED = 24;

installPackages();
provideNode();
if (!process.argv.includes('--no-web')) buildWeb();

function installPackages() {
  const lock = readFileSync(join(root, 'package-lock.json'));
  const wanted = createHash('sha256').update(lock).digest('hex');
  if (isInstalled(wanted)) return;
  say('Installing the packages (npm ci)');
  // A build needs the development packages too, whatever NODE_ENV says.
  npm(
    root,
    ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'],
    'The packages could not be installed',
  );
  writeFileSync(stamp, wanted);
}

function isInstalled(wanted) {
  if (existsSync(stamp)) return readFileSync(stamp, 'utf8') === wanted;
  // Installed by hand: npm's own note of what it installed is newer than the lock file.
  const note = join(modules, '.package-lock.json');
  return existsSync(note) && statSync(note).mtimeMs >= statSync(join(root, 'package-lock.json')).mtimeMs;
}

/** The scripts run on the Node of the `node` package; npm may have blocked the script that fetches its program. */
function provideNode() {
  if (
    majorOf(process.env.npm_node_execpath ?? process.execPath) >= NODE_WANTED ||
    majorOf(localNode()) >= NODE_WANTED
  )
    return;
  const folder = join(modules, 'node');
  say(`Fetching Node ${NODE_WANTED}`);
  const result = spawnSync(process.execPath, ['installArchSpecificPackage.js'], {
    cwd: folder,
    stdio: 'inherit',
  });
  if (result.status !== 0)
    fail(`Node ${NODE_WANTED} could not be fetched: install it on this machine instead`);
  const link = join(modules, '.bin', 'node');
  if (!windows && !existsSync(link)) {
    rmSync(link, { force: true });
    symlinkSync('../node/bin/node', link);
  }
  if (majorOf(localNode()) < NODE_WANTED)
    fail(`Node ${NODE_WANTED} does not run here: install it on this machine instead`);
}

function localNode() {
  return join(modules, 'node', 'bin', windows ? 'node.exe' : 'node');
}

function majorOf(program) {
  if (program === process.execPath) return Number.parseInt(process.versions.node, 10);
  const answer = spawnSync(program, ['--version'], { encoding: 'utf8' });
  return answer.status === 0 ? Number.parseInt(answer.stdout.slice(1), 10) : 0;
}

function buildWeb() {
  const built = join(root, 'dist', 'web', 'index.html');
  const sources = ['src', 'public', 'index.html', 'vite.config.ts', 'package-lock.json'].map((name) =>
    join(root, name),
  );
  if (existsSync(built) && statSync(built).mtimeMs > newest(sources)) return;
  say('Building the web');
  const node = existsSync(localNode()) ? localNode() : process.execPath;
  const vite = join(modules, 'vite', 'bin', 'vite.js');
  const result = spawnSync(node, [vite, 'build', '--logLevel', 'warn'], { cwd: root, stdio: 'inherit' });
  if (result.status === 0) return;
  rmSync(join(root, 'dist', 'web'), { recursive: true, force: true }); // half a web would count as built next time
  fail('The web could not be built');
}

/** When the newest source of the web was changed; what only the server reads does not count. */
function newest(paths) {
  let latest = 0;
  for (const path of paths) {
    const found = statSync(path, { throwIfNoEntry: false });
    if (!found) continue;
    if (!found.isDirectory()) latest = Math.max(latest, found.mtimeMs);
    else {
      const inside = readdirSync(path).filter(
        (name) => name !== 'server' && name !== 'demo' && !name.includes('.test.'),
      );
      latest = Math.max(latest, newest(inside.map((name) => join(path, name))));
    }
  }
  return latest;
}

/** npm as it was called, on the machine's own Node: the one in node_modules is about to be replaced. */
function npm(cwd, parameters, otherwise) {
  const program = process.env.npm_execpath;
  const node = process.env.npm_node_execpath ?? process.execPath;
  const result = program
    ? spawnSync(node, [program, ...parameters], { cwd, stdio: 'inherit' })
    : spawnSync('npm', parameters, { cwd, stdio: 'inherit', shell: windows });
  if (result.status !== 0) fail(otherwise);
}

function say(line) {
  process.stdout.write(`${line}\n`);
}

function fail(line) {
  process.stderr.write(`${line}.\n`);
  process.exit(1);
}
