/**
 * From a schema's findings to messages of the form catalogue (specification §5), the same in the browser as on the
 * server: `key` is looked up in the reader's language with the field's label as subject.
 */
import type { z } from 'zod';

import type { FieldProblem, Params } from './errors.ts';

type Issue = z.core.$ZodIssue;

/** Messages that field rules name themselves (`kernel/fields.ts`). */
const ownKeys = new Set([
  'required',
  'email',
  'angles',
  'invalid',
  'passwordsDiffer',
  'groupName',
  'accountName',
  'alias',
  'color',
  'url',
  'order',
  'numberNeeded',
  'folder',
  'window',
]);

const counted = (issue: { origin: string }) => issue.origin === 'string' || issue.origin === 'array';

function describe(issue: Issue): { key: string; params: Params } {
  if (issue.code === 'too_small') {
    const minimum = Number(issue.minimum);
    if (!counted(issue)) return { key: 'min', params: { min: minimum } };
    return minimum <= 1 ? { key: 'required', params: {} } : { key: 'minLength', params: { length: minimum } };
  }
  if (issue.code === 'too_big') {
    const maximum = Number(issue.maximum);
    return counted(issue)
      ? { key: 'maxLength', params: { length: maximum } }
      : { key: 'max', params: { max: maximum } };
  }
  if (issue.code === 'invalid_type') {
    return { key: issue.input === undefined || issue.input === null ? 'required' : 'invalid', params: {} };
  }
  if (issue.code === 'unrecognized_keys') return { key: 'unknown', params: { names: issue.keys.join(', ') } };
  return { key: ownKeys.has(issue.message) ? issue.message : 'invalid', params: {} };
}

export function problemsOf(issues: readonly Issue[]): FieldProblem[] {
  return issues.map((issue) => ({ path: issue.path.join('.'), ...describe(issue) }));
}
