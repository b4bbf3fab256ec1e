/** What exports of every list share. The exports themselves are rows of the areas that have the lists. */
import { z } from 'zod';

import { query } from '#kernel/contract.ts';

const KEYS_MAXIMUM = 20_000;
const KEY_MAXIMUM = 200;

export const mostChosen: number = KEYS_MAXIMUM;

export const exports = {
  choose: query('POST /export/choice', {
    summary: 'Put down the rows chosen for an export when they are too many for its address; kept for a day',
    permission: 'signed-in',
    rate: 'export',
    input: z.object({
      keys: z.array(z.string().max(KEY_MAXIMUM)).max(KEYS_MAXIMUM),
      /** Everything that matches but these, instead of these alone. */
      except: z.boolean().default(false),
    }),
    output: z.object({ choice: z.uuid() }),
  }),
};
