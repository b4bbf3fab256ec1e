/** How many rows this browser shows on a page, where lists are shown page by page. Kept in local storage. */
import { useSyncExternalStore } from 'react';

import { limits } from '#kernel/limits.ts';

export const pageSizes: readonly number[] = [10, limits.pageSize, 100];

const STORAGE_KEY = 'listPageSize';
const listeners = new Set<() => void>();

function read(): number {
  const kept = Number(localStorage.getItem(STORAGE_KEY));
  return pageSizes.includes(kept) ? kept : limits.pageSize;
}

export function setPageSize(size: number): void {
  localStorage.setItem(STORAGE_KEY, String(size));
  for (const listener of listeners) listener();
}

export const usePageSize = (): number =>
  useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, read);
