import { readFileSync } from 'node:fs';

import { z } from 'zod';

const file = new URL('../../../../package-lock.json', import.meta.url);

const Lock = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      license: z.string().optional(),
      dev: z.boolean().default(false),
    }),
  ),
});

interface Credit {
  name: string;
  version: string;
  license: string;
}

let read: Credit[] | undefined;

/** What runs in production, from the lock file, which is what was installed. One of each name, the first found. */
export function readCredits(): Credit[] {
  if (read) return read;
  const { packages } = Lock.parse(JSON.parse(readFileSync(file, 'utf8')));
  const found = new Map<string, Credit>();
  for (const [path, { version, license, dev }] of Object.entries(packages)) {
    const name = path.split('node_modules/').at(-1) ?? '';
    if (dev || name === '' || version === undefined || found.has(name)) continue;
    found.set(name, { name, version, license: license ?? 'see the package' });
  }
  return (read = [...found.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1)));
}
