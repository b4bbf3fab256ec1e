/**
 * Which rows are chosen. "Everything that matches" stays a filter with exceptions and never becomes a list of
 * keys, so choosing 100,000 rows costs nothing and means the same on the server (design.md §5).
 */
export type Selection =
  | { all: false; keys: ReadonlySet<string> }
  | { all: true; except: ReadonlySet<string> };

/** As it is sent: the chosen keys, or all that match the list's question with exceptions. */
export type SentSelection = { all: false; keys: string[] } | { all: true; except: string[] };

export const nothingSelected: Selection = { all: false, keys: new Set() };
export const everythingSelected: Selection = { all: true, except: new Set() };

export function isSelected(selection: Selection, key: string): boolean {
  return selection.all ? !selection.except.has(key) : selection.keys.has(key);
}

/** The keys it names: those chosen, or those taken away from everything. */
export const namedIn = (selection: Selection): ReadonlySet<string> =>
  selection.all ? selection.except : selection.keys;

/** How many are chosen when `total` match. */
export function countSelected(selection: Selection, total: number): number {
  return selection.all ? Math.max(0, total - selection.except.size) : selection.keys.size;
}

export function setSelected(selection: Selection, keys: Iterable<string>, chosen: boolean): Selection {
  const named = new Set(namedIn(selection));
  const add = selection.all ? !chosen : chosen;
  for (const key of keys) {
    if (add) named.add(key);
    else named.delete(key);
  }
  return selection.all ? { all: true, except: named } : { all: false, keys: named };
}

export function toggle(selection: Selection, key: string): Selection {
  return setSelected(selection, [key], !isSelected(selection, key));
}

/**
 * What stays chosen when rows have gone since: those that were here `before` and are not here `now`. Of rows that were
 * never fetched nothing is known, and they stay.
 */
export function withoutGone(
  selection: Selection,
  before: ReadonlySet<string>,
  now: ReadonlySet<string>,
): Selection {
  if (selection.all) return now.size === 0 ? nothingSelected : selection;
  const keys = [...selection.keys].filter((key) => now.has(key) || !before.has(key));
  return keys.length === selection.keys.size ? selection : { all: false, keys: new Set(keys) };
}

/** The state of the box in the head: `some` is drawn as a dash. */
export function headState(selection: Selection, total: number): 'none' | 'some' | 'all' {
  const count = countSelected(selection, total);
  if (count === 0) return 'none';
  return count >= total ? 'all' : 'some';
}

/** The box in the head: with anything chosen it clears, otherwise it chooses all that match. */
export function toggleAll(selection: Selection, total: number): Selection {
  return countSelected(selection, total) === 0 ? everythingSelected : nothingSelected;
}

export function sendSelection(selection: Selection): SentSelection {
  return selection.all
    ? { all: true, except: [...selection.except] }
    : { all: false, keys: [...selection.keys] };
}
