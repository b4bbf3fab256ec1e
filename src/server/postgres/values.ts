import { type CustomTypesConfig, types } from 'pg';

/** Object identifiers of PostgreSQL's own types and their arrays; fixed since its beginnings. */
const INT8 = 20;
const INT8_ARRAY = 1016;
const DATE = 1082;
const DATE_ARRAY = 1182;
const TEXT_ARRAY: number = 1009; // the driver's types know no arrays, the driver does

const textArray: (text: string) => (string | null)[] = types.getTypeParser(TEXT_ARRAY);

function safeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is more than a number can hold exactly`);
  return value;
}

/**
 * How values arrive: `bigint` as a number (refused where it would lose digits), `date` as 'YYYY-MM-DD' because a day
 * has no time zone, `timestamptz` as a Date; everything else as the driver has it.
 */
const parsers: Record<number, (text: string) => unknown> = {
  [INT8]: safeNumber,
  [INT8_ARRAY]: (text) => textArray(text).map((item) => (item === null ? null : safeNumber(item))),
  [DATE]: (text) => text,
  [DATE_ARRAY]: textArray,
};

export const values: CustomTypesConfig = {
  getTypeParser: (id: number, format?: unknown) =>
    format === 'binary' ? types.getTypeParser(id, 'binary') : (parsers[id] ?? types.getTypeParser(id)),
};
