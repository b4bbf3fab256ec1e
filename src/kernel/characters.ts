/**
 * Text that the portal can keep: PostgreSQL stores no U+0000, and a lone surrogate has no UTF-8. Both come from programs,
 * never from a keyboard, so they are refused wherever a caller sends text, instead of field by field.
 */
import type { FieldProblem } from './errors.ts';

export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/**
 * The texts within a request that cannot be kept, each by its path, such as `members.0.id`. The name of a field counts as
 * text of the field it stands in.
 */
export function unstorableIn(value: unknown, path = ''): FieldProblem[] {
  if (typeof value === 'string') return isStorable(value) ? [] : [{ path, key: 'characters', params: {} }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    if (!isStorable(name)) return [{ path, key: 'characters', params: {} }];
    return unstorableIn(inner, path === '' ? name : `${path}.${name}`);
  });
}
