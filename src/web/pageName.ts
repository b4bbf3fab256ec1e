/**
 * What the page itself is called: its heading, and the card that lies open on it. The document's title is made of them
 * and of the route's title (`shell/useTitle.ts`), so that no two tabs of a browser are called the same.
 */
import { useLayoutEffect, useSyncExternalStore } from 'react';

/** The innermost first, as the document's title begins with it. */
const levels = ['card', 'page'] as const;
type Level = (typeof levels)[number];

let names: Partial<Record<Level, string>> = {};
const listeners = new Set<() => void>();

function change(next: typeof names): void {
  names = next;
  for (const listener of listeners) listener();
}

/** For as long as the caller is drawn. `undefined`: it has no name of its own. */
export function usePageName(level: Level, name: string | undefined): void {
  useLayoutEffect(() => {
    if (name === undefined) return undefined;
    change({ ...names, [level]: name });
    return () => {
      // The page that follows may have put its own name here already.
      if (names[level] === name) change({ ...names, [level]: undefined });
    };
  }, [level, name]);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The innermost first, then the route's own title: `Ola Nordmann – Brukere`. Empty where nothing has a name. */
export function usePageNames(ofRoute: string | undefined): string {
  const here = useSyncExternalStore(subscribe, () => names);
  const all = [...levels.map((level) => here[level]), ofRoute];
  // Each once: a list's heading is often its route's title too.
  return [...new Set(all.filter((name) => name !== undefined && name !== ''))].join(' – ');
}
