/** The filters of the lists on the screen whose choices belong to one school. Switching school clears them. */
import { useEffect } from 'react';

import type { AnyList } from './definition.ts';

const shownLists = new Map<symbol, AnyList>();

export function useSchoolFilters(list: AnyList): void {
  useEffect(() => {
    const key = Symbol(list.id);
    shownLists.set(key, list);
    return () => {
      shownLists.delete(key);
    };
  }, [list]);
}

/** Names of address parameters. */
export function schoolFilters(): ReadonlySet<string> {
  const names = [...shownLists.values()].flatMap(({ filters }) =>
    Object.entries(filters)
      .filter(([, filter]) => filter.kind === 'lookup' && filter.ofSchool === true)
      .map(([name]) => name),
  );
  return new Set(names);
}
