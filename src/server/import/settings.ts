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

/** What is weighed by school before it is believed. */
export const sliceKinds = ['new', 'changed', 'left', 'memberships'] as const;
export type SliceKind = (typeof sliceKinds)[number];

const threshold = (share: number, atLeast: number) =>
  z
    .object({
      /** More than this share of those there are is held … */
      share: z.number().min(0).max(1).nullable().default(share),
      /** … unless they are fewer than this; leavers are held also when they are everybody. */
      atLeast: z.number().int().min(1).max(1_000_000).default(atLeast),
      /** More than this is held whatever the share. */
      atMost: z.number().int().min(0).max(10_000_000).nullable().default(null),
    })
    .prefault({});

/** What may happen at one school in one night before a person has to look, by kind. */
export const Thresholds = z.object({
  new: threshold(0.6, 50),
  changed: threshold(0.6, 50),
  left: threshold(0.2, 20),
  memberships: threshold(0.5, 200),
} satisfies Record<SliceKind, z.ZodType>);
export type Thresholds = z.output<typeof Thresholds>;

export const ImportSettings = z.object({
  userName: UserNameScheme.prefault({}),
  /** Days an account stays open after its person was last in the file. */
  graceDays: z.number().int().min(0).max(365).default(30),
  thresholds: Thresholds.prefault({}),
  /** Which of the two tabs the file's classes fill: the law says class, the formats still say basis group. */
  classTerm: z.enum(['class', 'basis']).default('class'),
});
export type ImportSettings = z.infer<typeof ImportSettings>;

export const defaultSettings: ImportSettings = ImportSettings.parse({});
