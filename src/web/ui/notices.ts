/** Short messages after an act ("Lagret"). Any code may call `notify`; NoticeRegion shows them. */
import { useSyncExternalStore } from 'react';

export interface Notice {
  id: number;
  tone: 'success' | 'info' | 'warning' | 'danger';
  text: string;
  action?: { label: string; onPress: () => void };
  /** Milliseconds since 1970, by the reader's own clock. */
  at: number;
}

let next = 1;
let shown: readonly Notice[] = [];
let recent: readonly Notice[] = [];
const listeners = new Set<() => void>();

function change(notices: readonly Notice[]): void {
  shown = notices;
  for (const listener of listeners) listener();
}

/** Warnings and errors stay until they are closed; the others leave by themselves. Returns the id. */
export function notify(notice: Omit<Notice, 'id' | 'at'>): number {
  const id = next;
  next += 1;
  const told = { ...notice, id, at: Date.now() };
  recent = [told, ...recent.slice(0, 19)];
  change([...shown.slice(-3), told]);
  return id;
}

export function dismissNotice(id: number): void {
  change(shown.filter((notice) => notice.id !== id));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useNotices = (): readonly Notice[] => useSyncExternalStore(subscribe, () => shown);

/** The last twenty since the page was opened, newest first. */
export const useRecentNotices = (): readonly Notice[] => useSyncExternalStore(subscribe, () => recent);
