/** The spans the home widgets look back over, in days. Stands in the address. */
import { limits } from '#kernel/limits.ts';

export const spans = [7, 30, 90] as const;
export type Days = (typeof spans)[number];

export const daysAtFirst: Days = spans.find((days) => days === limits.newUserDays) ?? spans[0];

export const daysIn = (value: unknown): Days | undefined => spans.find((days) => days === Number(value));
