/**
 * From a schema's findings to messages of the form catalogue (specification §5), the same in the browser as on the
 * server: `key` is looked up in the reader's language with the field's label as subject.
 */
import type { z } from 'zod';

import type { FieldProblem } from './errors.ts';

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

/** A field that nobody knows. */
export const unknownAt = (path: string): FieldProblem => ({ path, key: 'unknown', params: {} });

const counted = (issue: { origin: string }) => issue.origin === 'string' || issue.origin === 'array';

function describe(issue: Issue): Omit<FieldProblem, 'path'> {
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
  // A key that is none of those a record may have; of a record that is open, its words are wrong.
  if (issue.code === 'invalid_key' && issue.issues.some(({ code }) => code === 'invalid_value')) {
    return { key: 'unknown', params: {} };
  }
  return { key: ownKeys.has(issue.message) ? issue.message : 'invalid', params: {} };
}

/** A field within a field has its path: `members.0.id`. Each that nobody knows is told by its own. */
export function problemsOf(issues: readonly Issue[]): FieldProblem[] {
  return issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((name) => unknownAt([...issue.path, name].join('.')))
      : [{ path: issue.path.join('.'), ...describe(issue) }],
  );
}
