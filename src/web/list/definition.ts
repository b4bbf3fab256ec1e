/** A list definition as the mechanism sees it, whatever rows, columns and filters the area gave it. */
import type { Column, Filter, Page } from '#kernel/list.ts';

export interface AnyList {
  id: string;
  key: string;
  columns: Readonly<Record<string, Column>>;
  filters: Readonly<Record<string, Filter>>;
  sort: { by: string; dir: 'asc' | 'desc' };
  search: boolean;
}

/** What any row may carry besides its columns (`kernel/list.ts`, `rowMarks`). */
export interface RowMarks {
  invalidColumns?: readonly string[] | undefined;
  pinnedTime?: string | undefined;
  /** The acts this reader may do on this row. */
  can?: readonly string[] | undefined;
}

export type AnyRow = object & RowMarks;
export type AnyPage = Page<AnyRow>;

/** Rows are read by column id; the definition promises that the columns exist. */
export function valueOf(row: object, column: string): unknown {
  const value: unknown = Reflect.get(row, column);
  return value;
}

/** Any value of a row as one would read it. */
export function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : JSON.stringify(value);
}

export const keyOf = (list: AnyList, row: object): string => textOf(valueOf(row, list.key));
