import { useSyncExternalStore } from 'react';

/** Whether a media query holds now. `query` must not change between draws. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    () => matchMedia(query).matches,
  );
}

/** A screen narrower than 720 px: the sidebar is a drawer, panels fill the screen. */
export const useIsPhone = (): boolean => useMedia('(width < 720px)');
