import { useMemo } from 'react';

import { useHasSchool } from '../shell/useHasSchool.ts';
import type { AnyList } from './definition.ts';
import { listHere } from './list-here.ts';

/** The definition for where the reader stands. */
export function useListHere(list: AnyList): AnyList {
  const isAtSchool = useHasSchool();
  return useMemo(() => listHere(list, isAtSchool), [list, isAtSchool]);
}
