/**
 * One list mechanism: a definition of columns, filters and views in an area's contract gives the question's
 * schema, the SQL (`server/list`), the table on the screen, the address, the export and the saved view
 * (`web/list`). Labels are texts of the area: `column.<id>`, `filter.<id>`, `choice.<filter or column>.<value>`.
 */
import { z } from 'zod';

import { Day, DaySpan, Flag, PageNumber, whole } from './fields.ts';
import { keysOf, mapValues } from './keys.ts';
import { limits } from './limits.ts';
import type { FillingArea } from './standing.ts';

export type ColumnKind = 'text' | 'number' | 'date' | 'moment' | 'flag' | 'choice' | 'list';

export interface Column {
  kind: ColumnKind;
  /**
   * Shown unless the user chooses otherwise; the rest stand behind "Columns". `owner`: to those who see all schools,
   * for at one school every row says the same.
   */
  shown?: boolean | 'owner';
  /** False where the database has no meaningful order. */
  sort?: false;
  /** Least width in pixels on the grid; text columns share the room that is left over. */
  width?: number;
  choices?: readonly string[];
  /** Only this area fills it: until the area stands the column is in the contract alone. */
  filledBy?: FillingArea;
}

/** `owner`: offered to those who see all schools; at one school there is nothing to choose. `filledBy`: as of a column. */
export type Filter = { shown?: 'owner'; filledBy?: FillingArea } & FilterKind;

type FilterKind =
  | { kind: 'choice'; choices: readonly string[]; several?: boolean; asViews?: true }
  /**
   * Choices that only the database knows (classes, schools): fetched from `GET <lookup>`. `ofSchool`: the choices
   * belong to one school, so the filter is cleared when the reader switches school. `named`: what people call a choice
   * is known to the lookup alone, which also answers a search for the value itself.
   */
  | { kind: 'lookup'; lookup: string; several?: boolean; ofSchool?: true; named?: true }
  | { kind: 'text' }
  | { kind: 'day' }
  | { kind: 'days' }
  | { kind: 'flag' };

export interface ListDefinition<Row extends z.ZodObject, C extends string, F extends string> {
  id: string;
  row: Row;
  /** The column of the row that names it in addresses and selections. */
  key: keyof z.output<Row> & string;
  columns: Record<C, Column>;
  filters: Record<F, Filter>;
  sort: { by: NoInfer<C>; dir: 'asc' | 'desc' };
  search: boolean;
}

const many = z.preprocess(
  (value) => (typeof value === 'string' ? value.split(',').filter(Boolean) : value),
  z.array(z.string().max(200)).max(100),
);

const plainFilters = {
  text: z.string().trim().max(200),
  day: Day,
  days: DaySpan,
  flag: Flag,
};

/** The schema of one filter's value as it stands in the address or the body. */
function filterSchema(filter: Filter): z.ZodType {
  if (filter.kind === 'lookup') return filter.several ? many : z.string().max(200);
  if (filter.kind !== 'choice') return plainFilters[filter.kind];

  const choice = z.enum([...filter.choices]);
  if (!filter.several) return choice;
  return z.preprocess(
    (value) => (typeof value === 'string' ? value.split(',').filter(Boolean) : value),
    z.array(choice).max(100),
  );
}

const Sorting = z.object({
  search: z.string().trim().max(200).default(''),
  sortDir: z.enum(['asc', 'desc']).optional(),
});

const Paging = z.object({
  page: PageNumber.default(1),
  pageSize: whole(1, limits.maximumPageSize).default(limits.pageSize),
});

/** The days a log is asked for, as a caller may also say it: they make up its filter `at`. */
export const Span = z.object({ from: Day.optional(), to: Day.optional() });

export function inSpan<Question extends z.output<typeof Span>>({ from, to, ...question }: Question) {
  return from === undefined && to === undefined
    ? question
    : { ...question, at: `${from ?? ''}..${to ?? ''}` };
}

export type FilterValue = string | readonly string[] | boolean | undefined;

export interface ListQuery {
  page: number;
  pageSize: number;
  search: string;
  sortBy?: string | undefined;
  sortDir?: 'asc' | 'desc' | undefined;
}

/** `{ Items, TotalItems }` (specification §3, "List results"). `TotalIsCapped`: there are at least that many. */
export const pageOf = <Row extends z.ZodType>(row: Row) =>
  z.object({
    Items: z.array(row),
    TotalItems: z.number().int(),
    TotalIsCapped: z.boolean().optional(),
  });

export interface Page<Row> {
  Items: Row[];
  TotalItems: number;
  TotalIsCapped?: boolean;
}

/** Marks a row may carry besides its columns (specification §3). */
export const rowMarks = {
  /** Columns whose value is doubtful, for example a number with wrong check digits. */
  invalidColumns: z.array(z.string()).optional(),
  /** When the row was added, for rows kept on top of the list until it is opened anew. */
  pinnedTime: z.iso.datetime().optional(),
};

export function defineList<Row extends z.ZodObject, C extends string, F extends string>(
  definition: ListDefinition<Row, C, F>,
) {
  const columns = keysOf(definition.columns);
  const filterShape = mapValues(definition.filters, (filter) => filterSchema(filter).optional());

  const question = { sortBy: z.enum(columns).optional(), ...filterShape };
  const query = Sorting.extend({ ...Paging.shape, ...question });
  const exportQuery = Sorting.extend({
    ...question,
    format: z.enum(['csv', 'xlsx']).default('xlsx'),
    /** Column ids in the order the reader has them; all shown ones when left out. */
    columns: z.preprocess(
      (value) => (typeof value === 'string' ? value.split(',').filter(Boolean) : value),
      z.array(z.enum(columns)).optional(),
    ),
    /** The chosen rows' keys; everything that matches when left out. */
    only: many.optional(),
    /** More chosen rows than an address holds, or everything but some: as `POST /export/choice` answered. */
    choice: z.uuid().optional(),
    language: z.enum(['nb', 'nn', 'en']).default('nb'),
  });
  return { ...definition, query, exportQuery, result: pageOf(definition.row) };
}
