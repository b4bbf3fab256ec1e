/** Focus, keys and clicks of the grid: one stop in the tab order, arrows and letters inside (APG grid pattern). */
import { type RefObject, type SyntheticEvent, useLayoutEffect, useRef, useState } from 'react';

import type { AnyRow } from './definition.ts';
import { type Spot, move } from './grid-move.ts';

interface Acts {
  rowAt: (index: number) => AnyRow | undefined;
  onToggle: (index: number) => void;
  onRange: (index: number) => void;
  onToggleAll: () => void;
  onClear: () => void;
  onOpen: (row: AnyRow) => void;
  /** Makes the column of a head wider or narrower. */
  onStep: (headSpot: number, direction: 1 | -1) => void;
  isSelectable: boolean;
}

interface Bounds {
  scroller: RefObject<HTMLDivElement | null>;
  rows: number;
  columns: number;
  scrollToRow: (row: number) => void;
}

const within = (target: EventTarget | null, selector: string) =>
  target instanceof Element ? target.closest<HTMLElement>(selector) : null;

/** The cell an event happened in, or undefined outside the rows. */
function spotOf(target: EventTarget | null): Spot | undefined {
  const row = within(target, '[data-index]');
  if (!row) return undefined;
  const cell =
    within(target, '[data-spot]') ?? within(target, '.list-box')?.querySelector<HTMLElement>('[data-spot]');
  return { row: Number(row.dataset['index']), column: Number(cell?.dataset['spot'] ?? 1) };
}

function actOn(event: React.KeyboardEvent, from: Spot, acts: Acts): boolean {
  const row = acts.rowAt(from.row);
  if (event.key === 'Enter' && row && !within(event.target, 'button')) {
    acts.onOpen(row);
    return true;
  }
  if (!acts.isSelectable) return false;
  if (event.key === ' ' && !within(event.target, 'button')) {
    if (event.shiftKey) acts.onRange(from.row);
    else acts.onToggle(from.row);
    return true;
  }
  if (event.key === 'Escape') {
    acts.onClear();
    return true;
  }
  if (event.key === 'a' && (event.ctrlKey || event.metaKey)) {
    acts.onToggleAll();
    return true;
  }
  return false;
}

function onClick(event: React.MouseEvent, acts: Acts) {
  const from = spotOf(event.target);
  if (!from || within(event.target, 'input, button')) return;
  const row = acts.rowAt(from.row);
  if (!row) return;
  if (acts.isSelectable && within(event.target, '.list-box')) {
    if (event.shiftKey) acts.onRange(from.row);
    else acts.onToggle(from.row);
    return;
  }
  const isPlain = !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
  // A modified click on the name is the browser's own: new tab, new window.
  if (within(event.target, 'a') && !isPlain) return;
  event.preventDefault();
  if (acts.isSelectable && event.shiftKey) acts.onRange(from.row);
  else if (acts.isSelectable && !isPlain) acts.onToggle(from.row);
  else if (getSelection()?.isCollapsed !== false) acts.onOpen(row);
}

function onChange(event: SyntheticEvent, acts: Acts) {
  const from = spotOf(event.target);
  if (!from) return;
  if (event.nativeEvent instanceof MouseEvent && event.nativeEvent.shiftKey) acts.onRange(from.row);
  else acts.onToggle(from.row);
}

export function useGridFocus({ scroller, rows, columns, scrollToRow }: Bounds) {
  const [spot, setSpot] = useState<Spot>({ row: 0, column: 0 });
  const [headSpot, setHeadSpot] = useState(0);
  /** Set by a key press: the cell gets the focus as soon as it is drawn. */
  const pending = useRef(false);

  const shown: Spot = {
    row: Math.min(spot.row, Math.max(0, rows - 1)),
    column: Math.min(spot.column, columns - 1),
  };

  useLayoutEffect(() => {
    if (!pending.current) return;
    const cell = cellAt(scroller.current, shown) ?? cellAt(scroller.current, { ...shown, column: 1 });
    if (!cell) return;
    pending.current = false;
    cell.focus({ preventScroll: true });
  });

  const go = (next: Spot) => {
    pending.current = true;
    scrollToRow(next.row);
    setSpot(next);
  };

  const focusHead = (column: number) => {
    setHeadSpot(column);
    scroller.current?.querySelector<HTMLElement>(`[data-head-spot="${column}"]`)?.focus();
  };

  function moveInHead(event: React.KeyboardEvent, acts: Acts) {
    const isSideways = event.key === 'ArrowRight' || event.key === 'ArrowLeft';
    if (isSideways && event.shiftKey) {
      event.preventDefault();
      return acts.onStep(headSpot, event.key === 'ArrowRight' ? 1 : -1);
    }
    if (event.key === 'ArrowDown') {
      event.preventDefault();
      go({ row: 0, column: headSpot });
    }
    if (isSideways) {
      event.preventDefault();
      focusHead(Math.max(0, Math.min(columns - 1, headSpot + (event.key === 'ArrowRight' ? 1 : -1))));
    }
    return undefined;
  }

  function onKeyDown(event: React.KeyboardEvent, acts: Acts) {
    if (within(event.target, '[data-head-spot]')) return moveInHead(event, acts);
    const from = spotOf(event.target);
    if (!from) return undefined;
    if (actOn(event, from, acts)) return event.preventDefault();
    if (event.ctrlKey || event.metaKey || event.altKey) return undefined;

    const pageRows = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / 42) - 2);
    const next = move(event.key, from, { rows, columns, pageRows });
    if (!next) return undefined;
    event.preventDefault();
    if (next.row < 0) return focusHead(next.column);
    if (event.shiftKey && acts.isSelectable && next.row !== from.row) acts.onRange(next.row);
    return go(next);
  }

  return {
    spot: shown,
    headSpot: Math.min(headSpot, columns - 1),
    enterHead: setHeadSpot,
    listeners: (acts: Acts) => ({
      onKeyDown: (event: React.KeyboardEvent) => onKeyDown(event, acts),
      onClick: (event: React.MouseEvent) => onClick(event, acts),
      onChange: (event: SyntheticEvent) => onChange(event, acts),
      onFocus: (event: React.FocusEvent) => {
        const focused = spotOf(event.target);
        if (focused && (focused.row !== spot.row || focused.column !== spot.column)) setSpot(focused);
      },
    }),
  };
}

function cellAt(scroller: HTMLElement | null, { row, column }: Spot): HTMLElement | null {
  return scroller?.querySelector<HTMLElement>(`[data-index="${row}"] [data-spot="${column}"]`) ?? null;
}
