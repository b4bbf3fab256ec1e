/**
 * Everything a list shows, in the address: search, filters, sort, columns and the open row. Values that are not
 * the list's own are dropped, so an old or mistyped address still opens a list.
 */
import type { Filter, FilterValue } from '#kernel/list.ts';

import type { AnyList } from './definition.ts';
import { withinWidths } from './widths.ts';

export interface Sort {
  by: string;
  dir: 'asc' | 'desc';
}

export interface ListAddress {
  search: string;
  filters: Readonly<Record<string, FilterValue>>;
  /** Undefined: the definition's own. */
  sort: Sort | undefined;
  /** The shown columns in order; undefined: the definition's own. */
  columns: readonly string[] | undefined;
  /** Columns the reader has made wider or narrower, in pixels; the others have the definition's width. */
  widths: Readonly<Record<string, number>>;
  /** The key of the row whose card is open, and the tab of it. */
  open: string | undefined;
  tab: string | undefined;
  /** For the plain paged table. */
  page: number;
}

/** As it stands behind `?`: flat texts, so an address can be read and typed. */
export type AddressParams = Record<string, string | undefined>;

/** Names a filter may not have. */
export const reservedParams = ['search', 'sort', 'columns', 'widths', 'open', 'tab', 'page'] as const;

const day = /^\d{4}-\d\d-\d\d$/;
const days = /^(\d{4}-\d\d-\d\d)?\.\.(\d{4}-\d\d-\d\d)?$/;

const commaList = (text: string) => text.split(',').filter(Boolean);

function readFilter(filter: Filter, text: string): FilterValue {
  switch (filter.kind) {
    case 'choice': {
      const known = commaList(text).filter((choice) => filter.choices.includes(choice));
      if (filter.several) return known.length > 0 ? known : undefined;
      return known[0];
    }
    case 'lookup':
      return filter.several ? commaList(text).slice(0, 100) : text.slice(0, 200);
    case 'text':
      return text.trim().slice(0, 200) || undefined;
    case 'day':
      return day.test(text) ? text : undefined;
    case 'days':
      return days.test(text) && text !== '..' ? text : undefined;
    case 'flag':
      break;
  }
  return text === 'true' ? true : text === 'false' ? false : undefined;
}

export function isSet(value: FilterValue): boolean {
  return value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0);
}

/** The router reads numbers and truth values out of an address; here they are texts again. */
function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return value.map((part) => textOf(part) ?? '').join(',');
  return undefined;
}

function readSort(list: AnyList, text: string | undefined): Sort | undefined {
  if (!text) return undefined;
  const by = text.replace(/^-/, '');
  const column = list.columns[by];
  if (!column || column.sort === false) return undefined;
  const dir = text.startsWith('-') ? 'desc' : 'asc';
  return by === list.sort.by && dir === list.sort.dir ? undefined : { by, dir };
}

function readColumns(list: AnyList, text: string | undefined): string[] | undefined {
  const known = [...new Set(commaList(text ?? ''))].filter((id) => list.columns[id]);
  return known.length > 0 ? known : undefined;
}

/** `name.240,email.180` */
function readWidths(list: AnyList, text: string | undefined): Record<string, number> {
  const given = commaList(text ?? '').flatMap((part) => {
    const [id = '', width = ''] = part.split('.');
    return list.columns[id] && /^\d{2,4}$/.test(width) ? [[id, withinWidths(Number(width))] as const] : [];
  });
  return Object.fromEntries(given);
}

const writeWidths = (widths: ListAddress['widths']): string =>
  Object.entries(widths)
    .map(([id, width]) => `${id}.${Math.round(width)}`)
    .join(',');

export function readAddress(list: AnyList, params: Readonly<Record<string, unknown>>): ListAddress {
  const filters: Record<string, FilterValue> = {};
  for (const [id, filter] of Object.entries(list.filters)) {
    const text = textOf(params[id]);
    const value = text === undefined ? undefined : readFilter(filter, text);
    if (isSet(value)) filters[id] = value;
  }
  const page = Number(textOf(params['page']));
  return {
    search: (textOf(params['search']) ?? '').slice(0, 200),
    filters,
    sort: readSort(list, textOf(params['sort'])),
    columns: readColumns(list, textOf(params['columns'])),
    widths: readWidths(list, textOf(params['widths'])),
    open: textOf(params['open']),
    tab: textOf(params['tab']),
    page: Number.isInteger(page) && page > 1 ? page : 1,
  };
}

/** Only what differs from the list as it is first opened, so a plain list has a plain address. */
export function writeAddress(list: AnyList, address: ListAddress): AddressParams {
  const params: AddressParams = {};
  for (const id of Object.keys(list.filters)) {
    const value = address.filters[id];
    if (isSet(value)) params[id] = textOf(value);
  }
  const { search, sort, columns, widths, open, tab, page } = address;
  if (search !== '') params['search'] = search;
  if (sort && (sort.by !== list.sort.by || sort.dir !== list.sort.dir)) {
    params['sort'] = `${sort.dir === 'desc' ? '-' : ''}${sort.by}`;
  }
  if (columns && columns.join(',') !== shownColumns(list).join(',')) params['columns'] = columns.join(',');
  if (Object.keys(widths).length > 0) params['widths'] = writeWidths(widths);
  if (page > 1) params['page'] = String(page);
  if (open !== undefined) params['open'] = open;
  if (open !== undefined && tab !== undefined) params['tab'] = tab;
  return params;
}

/** The columns shown until somebody chooses others. */
export function shownColumns(list: AnyList): string[] {
  return Object.keys(list.columns).filter((id) => list.columns[id]?.shown);
}

/** Is anything narrowing the list, apart from which view is chosen? */
export function isNarrowed(list: AnyList, address: ListAddress): boolean {
  return (
    address.search !== '' ||
    Object.entries(address.filters).some(([id, value]) => isSet(value) && !isViews(list.filters[id]))
  );
}

export const isViews = (filter: Filter | undefined): boolean =>
  filter?.kind === 'choice' && filter.asViews === true;
