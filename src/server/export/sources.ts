/** Columns that several lists make of the same fields. */
import type { ExportRow } from './cells.ts';

/** How a column is made of a row's fields, where it is not the field of the same name. */
export interface Source {
  of: readonly string[];
  value: (row: ExportRow) => unknown;
}

export type Sources = Readonly<Record<string, Source>>;

export const fullName: Source = {
  of: ['firstName', 'lastName'],
  value: ({ firstName, lastName }) => [firstName, lastName].filter(Boolean).join(' '),
};

/** The first of the fields that has a value. */
export const firstOf = (one: string, other: string): Source => ({
  of: [one, other],
  value: (row) => row[one] ?? row[other],
});

/** Another field than the column's own. */
export const fieldOf = (field: string): Source => ({ of: [field], value: (row) => row[field] });
