import { type RefObject, useLayoutEffect, useState } from 'react';

/** Less room than this for the list itself, whatever the width of the screen: rows become cards. Pixels. */
const cardWidth = 640;

export function useIsNarrow(element: RefObject<HTMLElement | null>): boolean {
  const [isNarrow, setIsNarrow] = useState(false);
  useLayoutEffect(() => {
    const watched = element.current;
    if (!watched) return undefined;
    const measure = () => setIsNarrow(watched.clientWidth < cardWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(watched);
    return () => observer.disconnect();
  }, [element]);
  return isNarrow;
}
