/** The order of day and month in each column of dates, found from as much of the table as is kept in memory. */
import type { CsvField, CsvMapping } from '#kernel/csv-mapping.ts';

import { type BrokenRow, isBroken, type Row } from '../text/rows.ts';
import { type DateOrder, dateOrderOf } from './values.ts';

type Batch = readonly (Row | BrokenRow)[];

export const dateFields = ['birthDate', 'begin', 'end'] as const satisfies readonly CsvField[];
export type DateOrders = Partial<Record<CsvField, DateOrder>>;

/** The tables of most municipalities whole: some 5 MB. */
const ROWS_AHEAD = 20_000;

export interface OrderedRows {
  orders: DateOrders;
  /** All rows, those that were looked at first. */
  rows: AsyncIterable<Batch>;
}

export async function findDateOrders(
  rows: AsyncIterable<Batch>,
  { fields }: CsvMapping,
  headings: readonly string[],
): Promise<OrderedRows> {
  const mapped = dateFields.filter((field) => fields[field] !== undefined);
  if (mapped.length === 0) return { orders: {}, rows };
  const iterator = rows[Symbol.asyncIterator]();
  const ahead: Batch[] = [];
  for (let count = 0; count < ROWS_AHEAD; count += ahead.at(-1)?.length ?? 0) {
    const { done, value } = await iterator.next();
    if (done === true) break;
    ahead.push(value);
  }
  const orders: DateOrders = {};
  for (const field of mapped) {
    const place = headings.indexOf(fields[field] ?? '');
    orders[field] = dateOrderOf(
      ahead.flatMap((batch) =>
        batch.flatMap((row) => (isBroken(row) ? [] : [row.cells[place]?.trim() ?? ''])),
      ),
    );
  }

  async function* all(): AsyncGenerator<Batch> {
    yield* ahead.splice(0);
    for (;;) {
      const { done, value } = await iterator.next();
      if (done === true) return;
      yield value;
    }
  }
  return { orders, rows: all() };
}
