/** The rows of a list that are drawn, as it is scrolled: 100,000 rows cost what 40 do. */
import { type RefObject, useEffectEvent, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';

import type { Sight } from './blocks.ts';
import { drawnAround, type Frame, sightOf, topFor } from './row-window.ts';

interface Needs {
  scroller: RefObject<HTMLDivElement | null>;
  /** The rows in it, as tall as all of them are. */
  body: RefObject<HTMLDivElement | null>;
  count: number;
  rowHeight: number;
  headHeight: number;
  /** Pixels from the top at which the list begins. */
  startAt: number;
  onSight: (sight: Sight) => void;
}

interface RowWindow {
  drawn: Sight;
  scrollToRow: (row: number) => void;
}

export function useRowWindow(needs: Needs): RowWindow {
  const { scroller, body, count, rowHeight, headHeight, startAt, onSight } = needs;
  // Where it stood when it was last drawn. Until it is measured it is taken to be as tall as the window.
  const [at, setAt] = useState(() => ({ top: startAt, height: innerHeight }));
  const frameAt = (place: { top: number; height: number }): Frame => ({
    ...place,
    head: headHeight,
    rowHeight,
    count,
  });
  const drawn = drawnAround(sightOf(frameAt(at)));

  const look = useEffectEvent((height: number) => {
    const now = { top: scroller.current?.scrollTop ?? 0, height };
    const sight = sightOf(frameAt(now));
    const next = drawnAround(sight);
    if (next.first !== drawn.first || next.last !== drawn.last) setAt(now);
    onSight(sight);
  });

  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    // Where it was left.
    if (startAt > 0) element.scrollTo({ top: startAt });
    let height = element.clientHeight;
    const onScroll = () => {
      // What stays while the rest is scrolled sideways is held only then: whatever is held is a layer of its own.
      element.toggleAttribute('data-sideways', element.scrollLeft > 0);
      // In the same picture in which the list has moved: a picture later it would be drawn twice.
      flushSync(() => look(height));
    };
    const size = new ResizeObserver(() => {
      height = element.clientHeight;
      look(height);
    });
    size.observe(element);
    // More rows, fewer, or rows of another height: this is as tall as all of them.
    if (body.current) size.observe(body.current);
    element.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      size.disconnect();
      element.removeEventListener('scroll', onScroll);
    };
  }, [scroller, body, startAt]);

  const scrollToRow = (row: number) => {
    const element = scroller.current;
    if (!element) return;
    const to = topFor(row, frameAt({ top: element.scrollTop, height: element.clientHeight }));
    if (to !== undefined) element.scrollTo({ top: to });
  };
  return { drawn, scrollToRow };
}
