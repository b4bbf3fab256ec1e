/** The chosen rows of one list, forgotten when another question is asked. */
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';

import { type AnyList, type AnyRow, keyOf } from './definition.ts';
import {
  type Selection,
  countSelected,
  everythingSelected,
  nothingSelected,
  setSelected,
  toggle,
  toggleAll,
  withoutGone,
} from './selection.ts';
import type { Rows } from './useRows.ts';

export interface SelectionActs {
  selection: Selection;
  onToggle: (index: number) => void;
  onToggleRow: (row: AnyRow) => void;
  onRange: (index: number) => void;
  onToggleAll: () => void;
  onChooseAll: () => void;
  onClear: () => void;
}

/** The rows as they were last read. */
interface Read {
  question: string;
  total: number;
  pages: readonly AnyRow[][];
}

const keysIn = (list: AnyList, { pages }: Read): ReadonlySet<string> =>
  new Set(pages.flat().map((row) => keyOf(list, row)));

export function useSelection(list: AnyList, rows: Rows, question: string): SelectionActs {
  const [state, setState] = useState<{ question: string; selection: Selection }>({
    question,
    selection: nothingSelected,
  });
  const selection = state.question === question ? state.selection : nothingSelected;
  /** Where a range starts: the row toggled last. */
  const anchor = useRef(0);
  const set = useCallback(
    (change: (before: Selection) => Selection) =>
      setState((before) => ({
        question,
        selection: change(before.question === question ? before.selection : nothingSelected),
      })),
    [question],
  );

  const read = useRef<Read>(undefined);
  const settle = useEffectEvent(() => {
    const now = { question, total: rows.total, pages: rows.pages() };
    const { current: before } = read;
    read.current = now;
    // An act took rows away, or changed them so that they do not match any more: they are chosen no longer.
    if (before?.question !== question || countSelected(selection, before.total) === 0) return;
    const here = keysIn(list, now);
    // Rows that come meanwhile may push others out of what is here; where all are here, who is not is gone.
    if (now.total < before.total || here.size >= now.total) {
      set((chosen) => withoutGone(chosen, keysIn(list, before), here));
    }
  });
  const { readAt } = rows;
  useEffect(() => {
    if (readAt !== undefined) settle();
  }, [readAt]);

  const onRange = async (index: number) => {
    const stretch = await rows.between(anchor.current, index);
    set((before) =>
      setSelected(
        before,
        stretch.map((row: AnyRow) => keyOf(list, row)),
        true,
      ),
    );
  };

  return {
    selection,
    onToggle: (index) => {
      const row = rows.rowAt(index);
      if (!row) return;
      anchor.current = index;
      set((before) => toggle(before, keyOf(list, row)));
    },
    onToggleRow: (row) => set((before) => toggle(before, keyOf(list, row))),
    onRange: (index) => void onRange(index),
    onToggleAll: () => set((before) => toggleAll(before, rows.total)),
    onChooseAll: () => set(() => everythingSelected),
    onClear: () => set(() => nothingSelected),
  };
}
