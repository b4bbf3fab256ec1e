import { type FillingArea, stands as standsNow } from '#kernel/standing.ts';

import type { AnyList } from './definition.ts';

/**
 * The definition as a reader is offered it. Columns for those who see all schools are shown to them alone, and filters for
 * them are theirs alone; what an area fills that does not stand yet is offered to nobody. The same object where nothing
 * differs.
 */
export function listHere(
  list: AnyList,
  isAtSchool: boolean,
  stands: (area: FillingArea | undefined) => boolean = standsNow,
): AnyList {
  const columns = Object.entries(list.columns);
  const filters = Object.entries(list.filters);
  if ([...columns, ...filters].every(([, { shown, filledBy }]) => shown !== 'owner' && stands(filledBy))) {
    return list;
  }
  const here = columns
    .filter(([, { filledBy }]) => stands(filledBy))
    .map(([id, column]) => [id, column.shown === 'owner' ? { ...column, shown: !isAtSchool } : column]);
  const offered = filters.filter(
    ([, { shown, filledBy }]) => stands(filledBy) && (shown !== 'owner' || !isAtSchool),
  );
  return { ...list, columns: Object.fromEntries(here), filters: Object.fromEntries(offered) };
}
