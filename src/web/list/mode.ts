/** How this browser shows long lists: as one list, or page by page. Kept in local storage. */
import { useSyncExternalStore } from 'react';

export const listModes = ['scroll', 'pages'] as const;
export type ListMode = (typeof listModes)[number];

const STORAGE_KEY = 'listMode';
const listeners = new Set<() => void>();

const read = (): ListMode => (localStorage.getItem(STORAGE_KEY) === 'pages' ? 'pages' : 'scroll');

export function setListMode(mode: ListMode): void {
  localStorage.setItem(STORAGE_KEY, mode);
  for (const listener of listeners) listener();
}

export const useListMode = (): ListMode =>
  useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, read);
