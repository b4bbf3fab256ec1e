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
  'address',
  'https',
  'sftp',
  'hostKey',
  'window',
  'directoryBase',
  'certificate',
  'emails',
  'setupCode',
]);

/** A field that nobody knows. */
export const unknownAt = (path: string): FieldProblem => ({ path, key: 'unknown', params: {} });

/** A text has characters, a list has items, and a number has a size. */
function tooSmall(origin: string, minimum: number): Omit<FieldProblem, 'path'> {
  if (origin !== 'string' && origin !== 'array') return { key: 'min', params: { min: minimum } };
  if (minimum <= 1) return { key: 'required', params: {} };
  return origin === 'array'
    ? { key: 'minItems', params: { count: minimum } }
    : { key: 'minLength', params: { length: minimum } };
}

function tooBig(origin: string, maximum: number): Omit<FieldProblem, 'path'> {
  if (origin === 'array') return { key: 'maxItems', params: { count: maximum } };
  if (origin === 'string') return { key: 'maxLength', params: { length: maximum } };
  return { key: 'max', params: { max: maximum } };
}

function describe(issue: Issue): Omit<FieldProblem, 'path'> {
  if (issue.code === 'too_small') return tooSmall(issue.origin, Number(issue.minimum));
  if (issue.code === 'too_big') return tooBig(issue.origin, Number(issue.maximum));
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
