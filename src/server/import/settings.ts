/** What a site may choose about its import; kept under the key `import` in the site settings. */
import { z } from 'zod';

/** How user names are made: so many letters of the given and the family name, then a number of so many digits. */
export const UserNameScheme = z.object({
  given: z.number().int().min(0).max(8).default(3),
  family: z.number().int().min(0).max(8).default(3),
  digits: z.number().int().min(1).max(6).default(4),
  /** Take the user name the source proposes when it is well-formed and was never used. */
  fromSource: z.boolean().default(false),
});
export type UserNameScheme = z.infer<typeof UserNameScheme>;

export const ImportSettings = z.object({
  userName: UserNameScheme.prefault({}),
  /** Days an account stays open after its person was last in the file. */
  graceDays: z.number().int().min(0).max(365).default(30),
  /** A school that would lose more than this share of its people keeps them until somebody has looked. */
  guardShare: z.number().min(0).max(1).default(0.2),
  /** Fewer leavers than this are never held, unless they are everybody. */
  guardMinimum: z.number().int().min(1).default(20),
  /** Which of the two tabs the file's classes fill: the law says class, the formats still say basis group. */
  classTerm: z.enum(['class', 'basis']).default('class'),
});
export type ImportSettings = z.infer<typeof ImportSettings>;

export const defaultSettings: ImportSettings = ImportSettings.parse({});
