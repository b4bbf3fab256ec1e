import { useMemo } from 'react';

import { useHasSchool } from '../shell/useHasSchool.ts';
import type { AnyList } from './definition.ts';

/**
 * The definition for where the reader stands: columns for those who see all schools are shown to them alone, and
 * filters for them are theirs alone.
 */
export function useListHere(list: AnyList): AnyList {
  const isAtSchool = useHasSchool();
  return useMemo(() => {
    const columns = Object.entries(list.columns);
    const filters = Object.entries(list.filters);
    if ([...columns, ...filters].every(([, { shown }]) => shown !== 'owner')) return list;
    const here = columns.map(([id, column]) => [
      id,
      column.shown === 'owner' ? { ...column, shown: !isAtSchool } : column,
    ]);
    const offered = filters.filter(([, { shown }]) => shown !== 'owner' || !isAtSchool);
    return { ...list, columns: Object.fromEntries(here), filters: Object.fromEntries(offered) };
  }, [list, isAtSchool]);
}
