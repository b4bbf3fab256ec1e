/** Columns made wider or narrower: by dragging the edge of a head, or by Shift and an arrow in it. */
import { type RefObject, useCallback } from 'react';

import { type GridColumn, leastWidth, templateOf } from './columns.ts';
import { widthStep, withinWidths } from './widths.ts';

interface Means {
  scroller: RefObject<HTMLDivElement | null>;
  columns: readonly GridColumn[];
  isSelectable: boolean;
  /** Undefined: as the definition has it. */
  onWidth: (column: string, width: number | undefined) => void;
}

export interface ColumnWidths {
  onDragStart: (event: React.PointerEvent, column: string) => void;
  onStep: (column: string, direction: 1 | -1) => void;
  onReset: (column: string) => void;
}

export function useColumnWidths({ scroller, columns, isSelectable, onWidth }: Means): ColumnWidths {
  const widthNow = useCallback(
    (column: string) =>
      scroller.current?.querySelector<HTMLElement>(`[data-column="${column}"]`)?.offsetWidth ?? 0,
    [scroller],
  );

  /** Only the head and the rows' common variable follow the pointer; the address hears of it at the end. */
  const show = useCallback(
    (column: string, width: number) => {
      const wished = columns.map((one) => (one.id === column ? { ...one, width, grows: false } : one));
      scroller.current?.style.setProperty('--list-columns', templateOf(wished, isSelectable));
      scroller.current?.style.setProperty('--list-least', `${leastWidth(wished, isSelectable)}px`);
    },
    [scroller, columns, isSelectable],
  );

  const onDragStart = useCallback(
    (event: React.PointerEvent, column: string) => {
      event.preventDefault();
      const edge = event.currentTarget;
      const [from, before] = [event.clientX, widthNow(column)];
      let width = before;
      edge.setPointerCapture(event.pointerId);
      const drag = new AbortController();
      const { signal } = drag;
      const follow = (to: PointerEvent) => {
        width = withinWidths(before + to.clientX - from);
        show(column, width);
      };
      const end = () => {
        drag.abort();
        if (width !== before) onWidth(column, width);
      };
      edge.addEventListener('pointermove', (to) => to instanceof PointerEvent && follow(to), { signal });
      edge.addEventListener('pointerup', end, { signal });
      edge.addEventListener('pointercancel', end, { signal });
    },
    [widthNow, show, onWidth],
  );

  return {
    onDragStart,
    onStep: (column, direction) => onWidth(column, withinWidths(widthNow(column) + direction * widthStep)),
    onReset: (column) => onWidth(column, undefined),
  };
}
