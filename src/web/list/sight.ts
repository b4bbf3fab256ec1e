/** Which rows are on the screen, told to the footer alone: the page is not drawn anew while one scrolls. */
import { useState, useSyncExternalStore } from 'react';

import type { Sight } from './blocks.ts';

export interface SightStore {
  get: () => Sight;
  set: (sight: Sight) => void;
  subscribe: (listener: () => void) => () => void;
}

function makeSight(): SightStore {
  let current: Sight = { first: 0, last: 0 };
  const listeners = new Set<() => void>();
  return {
    get: () => current,
    set: (sight) => {
      if (sight.first === current.first && sight.last === current.last) return;
      current = sight;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export const useNewSight = (): SightStore => useState(makeSight)[0];
export const useSight = (store: SightStore): Sight => useSyncExternalStore(store.subscribe, store.get);
