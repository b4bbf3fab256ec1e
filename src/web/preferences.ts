/** How this browser shows the portal: theme and row density. Kept in local storage, applied on the root element. */
import { useSyncExternalStore } from 'react';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

export const densities = ['compact', 'normal', 'comfortable'] as const;
export type Density = (typeof densities)[number];

/** Row heights in pixels (design.md §5); on touch screens rows are never lower than 44. */
export const rowHeights: Record<Density, { mouse: number; touch: number }> = {
  compact: { mouse: 34, touch: 44 },
  normal: { mouse: 42, touch: 48 },
  comfortable: { mouse: 52, touch: 56 },
};

interface Preferences {
  theme: Theme;
  density: Density;
}

const listeners = new Set<() => void>();
let current: Preferences = read();

function read(): Preferences {
  return {
    theme: themes.find((theme) => theme === localStorage.getItem('theme')) ?? 'system',
    density: densities.find((density) => density === localStorage.getItem('density')) ?? 'normal',
  };
}

/** Puts the stored preferences on the root element; called before the first paint. */
export function applyPreferences(): void {
  const { dataset } = document.documentElement;
  if (current.theme === 'system') delete dataset['theme'];
  else dataset['theme'] = current.theme;
  dataset['density'] = current.density;
}

function change(next: Preferences): void {
  current = next;
  applyPreferences();
  for (const listener of listeners) listener();
}

export function setTheme(theme: Theme): void {
  localStorage.setItem('theme', theme);
  change({ ...current, theme });
}

export function setDensity(density: Density): void {
  localStorage.setItem('density', density);
  change({ ...current, density });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The choice of another tab counts here too. */
export function followOtherTabs(): void {
  addEventListener('storage', ({ key }) => {
    if (key === 'theme' || key === 'density' || key === null) change(read());
  });
}

export const usePreferences = (): Preferences => useSyncExternalStore(subscribe, () => current);

const touch = matchMedia('(pointer: coarse)');

/** The row height in pixels for virtual lists: what `--row` says in the style sheets. */
export function useRowHeight(): number {
  const { density } = usePreferences();
  const isTouch = useSyncExternalStore(
    (listener) => {
      touch.addEventListener('change', listener);
      return () => touch.removeEventListener('change', listener);
    },
    () => touch.matches,
  );
  return rowHeights[density][isTouch ? 'touch' : 'mouse'];
}
