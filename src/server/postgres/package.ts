import {
  accessSync,
  chmodSync,
  constants,
  cpSync,
  existsSync,
  lstatSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';

import { z } from 'zod';

import { type Account, canReach } from './account.ts';

const Link = z.object({ source: z.string(), target: z.string() });
type Link = z.output<typeof Link>;

/**
 * Makes the npm package's `native` tree ready to run and answers where it is: in place, or as a copy in
 * `folder` when the account cannot walk to the package or the package cannot be completed where it is.
 */
export function preparePackage(packageFolder: string, folder: string, account: Account): string {
  const native = join(packageFolder, 'native');
  const inPlace = canReach(account, native) && (isComplete(native) || isWritable(native));
  const place = inPlace ? native : copy(packageFolder, folder);
  if (!isComplete(place)) complete(place);
  return place;
}

/** npm 12 blocks install scripts, so the links the package's own script would make may be missing. */
const missingLinks = (native: string): Link[] =>
  declaredLinks(native).filter(({ target }) => lstatSync(target, { throwIfNoEntry: false }) === undefined);

function declaredLinks(native: string): Link[] {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return [];
  const links = z.array(Link).parse(JSON.parse(readFileSync(list, 'utf8')));
  const inside = (path: string) => join(native, relative('native', path));
  return links.map(({ source, target }) => ({ source: inside(source), target: inside(target) }));
}

const programs = ['postgres', 'initdb', 'pg_ctl'];

function isComplete(native: string): boolean {
  return missingLinks(native).length === 0 && programs.every((name) => isRunnable(join(native, 'bin', name)));
}

function isRunnable(file: string): boolean {
  if (process.platform === 'win32') return true;
  return ((lstatSync(file, { throwIfNoEntry: false })?.mode ?? 0) & 0o111) === 0o111;
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function complete(native: string): void {
  for (const { source, target } of missingLinks(native)) {
    try {
      symlinkSync(relative(dirname(target), source), target);
    } catch (error) {
      // Another process completes the same package at this moment.
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
  }
  for (const name of programs)
    if (!isRunnable(join(native, 'bin', name))) chmodSync(join(native, 'bin', name), 0o755);
}

function copy(packageFolder: string, folder: string): string {
  const manifest = readFileSync(join(packageFolder, 'package.json'), 'utf8');
  const { version } = z.object({ version: z.string() }).parse(JSON.parse(manifest));
  const place = join(folder, `programs-${version}`);
  if (existsSync(place)) return place;
  const unfinished = join(folder, `.${basename(place)}-${process.pid}`);
  rmSync(unfinished, { recursive: true, force: true });
  cpSync(join(packageFolder, 'native'), unfinished, { recursive: true, verbatimSymlinks: true });
  renameSync(unfinished, place);
  return place;
}
