import { useEffect } from 'react';

import { linesOf } from '../rules.ts';

const isBusyElsewhere = (place: Element): boolean =>
  place.closest('textarea') !== null ||
  (place.closest('[role=dialog], [role=alertdialog]') === null &&
    document.querySelector('[role=dialog][aria-modal=true], [role=alertdialog]') !== null);

/**
 * Takes a list of several lines that is pasted anywhere on the page (Ctrl V), also into a field of one line, which could
 * only run the lines together. What is pasted into a box of several lines, or under an open dialog, is left alone.
 */
export function usePastedList(isOn: boolean, onList: (text: string) => void): void {
  useEffect(() => {
    if (!isOn) return undefined;
    const take = (event: ClipboardEvent) => {
      const text = event.clipboardData?.getData('text/plain') ?? '';
      const place = event.target instanceof Element ? event.target : document.body;
      if (event.defaultPrevented || linesOf(text).length < 2 || isBusyElsewhere(place)) return;
      event.preventDefault();
      onList(text);
    };
    document.addEventListener('paste', take);
    return () => document.removeEventListener('paste', take);
  }, [isOn, onList]);
}
