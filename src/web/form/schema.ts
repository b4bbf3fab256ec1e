/** What a contract's schema says about a form: what is wrong with its values, and which fields may be empty. */
import { safeParse, type z } from 'zod';

import type { FieldProblem } from '#kernel/errors.ts';
import { problemsOf } from '#kernel/problems.ts';

export type Values = Readonly<Record<string, unknown>>;

/** The first problem of each field, by its path. `unknown` fields are a fault of ours, not of the reader. */
export function problemsIn(schema: z.ZodObject, values: Values): Map<string, FieldProblem> {
  const { error } = schema.safeParse(values, { reportInput: true });
  const found = new Map<string, FieldProblem>();
  for (const problem of problemsOf(error?.issues ?? [])) {
    if (problem.key === 'unknown' || found.has(problem.path)) continue;
    // Whatever rule an empty field breaks, what is wrong with it is that it is empty.
    found.set(
      problem.path,
      isEmpty(values[problem.path]) ? { ...problem, key: 'required', params: {} } : problem,
    );
  }
  return found;
}

const isEmpty = (value: unknown) => value === '' || value === undefined || value === null;

/** May the field be left empty? Then it is marked so; required fields are not marked (design.md §5). */
export function isOptional(schema: z.ZodObject, name: string): boolean {
  const field = schema.shape[name];
  if (!field) return true;
  const mayBe = (value: unknown) => safeParse(field, value).success;
  return mayBe('') || (mayBe(undefined) && mayBe(null));
}

const same = (one: unknown, other: unknown) =>
  (one ?? '') === (other ?? '') || JSON.stringify(one) === JSON.stringify(other);

/** The fields that are not as they were, and their values now. An empty text is the same as nothing. */
export function changed(before: Values, now: Values): Record<string, unknown> {
  return Object.fromEntries(Object.entries(now).filter(([name, value]) => !same(before[name], value)));
}
