import { readFileSync } from 'node:fs';

import { z } from 'zod';

const file = new URL('../../package.json', import.meta.url);

/** What the package says about itself: the version people see on the sign-in page, under About and in the API reference. */
export const manifest = z
  .object({ version: z.string(), license: z.string(), description: z.string() })
  .parse(JSON.parse(readFileSync(file, 'utf8')));
