/** Which page stays open when the reader switches school (specification §4 "Switching school"). */
import { isWithin, type NavEntry } from '../nav.ts';

interface Place {
  /** The address as the reader has it. */
  pathname: string;
  /** The pattern of the route, such as `/groups/$name/$tab`. */
  pattern: string;
  search: Readonly<Record<string, unknown>>;
}

/** Parameters of a list that name a row, or the place of a row, of the school the reader leaves. */
const ofRows = new Set(['open', 'tab', 'page']);

/**
 * The same page at the other school: a list keeps its search, sort, columns and filters, save the filters that name
 * something of one school (`schoolFilters`). A card's page gives way to its list, because its row belongs to the school
 * left behind. A page the reader may not open at the other school gives way to Home.
 */
export function placeAtSchool(
  { pathname, pattern, search }: Place,
  {
    schoolFilters,
    openEntries,
    allEntries,
  }: {
    schoolFilters: ReadonlySet<string>;
    /** The menu as the reader has it at the other school, and the whole menu. */
    openEntries: readonly NavEntry[];
    allEntries: readonly NavEntry[];
  },
): { to: string; search: Record<string, unknown> } {
  const list = pattern.includes('/$') ? pattern.slice(0, pattern.indexOf('/$')) : pathname;
  const isLost =
    allEntries.some((entry) => isWithin(entry, list)) && !openEntries.some((entry) => isWithin(entry, list));
  if (list === '' || isLost) return { to: '/home', search: {} };
  if (list !== pathname) return { to: list, search: {} };
  const kept = Object.entries(search).filter(
    ([name]) => !ofRows.has(name) && !schoolFilters.has(name) && !name.includes('.'),
  );
  return { to: list, search: Object.fromEntries(kept) };
}
