/**
 * Where the keyboard goes when a dialog closes. React Aria gives the focus back to what had it when the dialog opened. For
 * one opened from a menu that is the menu's item, which is gone by then, and the keyboard would begin at the top of the
 * page. So the last places are remembered, and the latest that is still there gets it: the menu's button, or its row.
 */
import { useEffect } from 'react';

const MOST_PLACES = 12;
let places: readonly HTMLElement[] = [];

/** From the start on, before the first dialog is fetched. */
export function followFocus(): void {
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLElement)) return;
    const others = places.filter((place) => place !== target && place.isConnected);
    places = [target, ...others].slice(0, MOST_PLACES);
  });
}

function giveBack(): void {
  if (document.activeElement !== null && document.activeElement !== document.body) return;
  for (const place of places) {
    if (!place.isConnected || place.closest('[inert]') !== null) continue;
    place.focus({ preventScroll: true });
    if (document.activeElement === place) return;
  }
}

/** For what takes the focus as long as it is drawn. */
export function useFocusBack(): void {
  useEffect(
    // React Aria gives it back in the picture after the one it is gone in.
    () => () => void requestAnimationFrame(() => requestAnimationFrame(giveBack)),
    [],
  );
}
