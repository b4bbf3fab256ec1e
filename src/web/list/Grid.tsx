/**
 * The rows of a list as an ARIA grid: virtual, so 100,000 rows cost what 40 do. The grid hears clicks, keys and
 * changes for all rows; rows only draw.
 */
import './grid.css';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';

import type { Sight } from './blocks.ts';
import { CardRow } from './CardRow.tsx';
import { type GridColumn, leastWidth, templateOf } from './columns.ts';
import type { AnyRow } from './definition.ts';
import { GridHead } from './GridHead.tsx';
import { GridRow } from './GridRow.tsx';
import type { RowContent } from './row-content.tsx';
import { recallScroll, rememberScroll } from './scroll-memory.ts';
import { type Selection, headState, isSelected } from './selection.ts';
import { SkeletonRow } from './SkeletonRow.tsx';
import { useColumnWidths } from './useColumnWidths.ts';
import { useGridFocus } from './useGridFocus.ts';

export interface GridProps {
  /** Its name for screen readers. */
  label: string;
  columns: readonly GridColumn[];
  content: RowContent;
  /** How many rows there are, and how many of them can be scrolled to. */
  total: number;
  reachable: number;
  rowAt: (index: number) => AnyRow | undefined;
  keyOf: (row: AnyRow) => string;
  /** Draw skeletons where rows are on their way. */
  showsBones: boolean;
  isBusy: boolean;
  asCards: boolean;
  rowHeight: number;
  isSelectable: boolean;
  selection: Selection;
  onToggle: (index: number) => void;
  /** Chooses every row from the last toggled one to this. */
  onRange: (index: number) => void;
  onToggleAll: () => void;
  onClear: () => void;
  onSort: (column: string) => void;
  onWidth: (column: string, width: number | undefined) => void;
  hrefOf: (row: AnyRow) => string | undefined;
  onOpen: (row: AnyRow) => void;
  openKey: string | undefined;
  onSight: (sight: Sight) => void;
  /** A new question: the list starts at the top again. */
  question: string;
}

export function Grid(props: GridProps) {
  const { columns, content, reachable, rowAt, keyOf, asCards, rowHeight, isSelectable, selection } = props;
  const { t } = useTranslation('list');
  const scroller = useRef<HTMLDivElement>(null);
  const headHeight = asCards ? 0 : 36;

  const focus = useGridFocus({ scroller, rows: reachable, columns: columns.length + (isSelectable ? 1 : 0) });
  const widths = useColumnWidths({ scroller, columns, isSelectable, onWidth: props.onWidth });
  const onStep = (spot: number, direction: 1 | -1) => {
    const column = columns[spot - (isSelectable ? 1 : 0)];
    if (column) widths.onStep(column.id, direction);
  };
  const activeRow = focus.spot.row;
  // oxlint-disable-next-line react/incompatible-library -- nothing memoised is given its functions
  const virtual = useVirtualizer({
    count: reachable,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    paddingStart: headHeight,
    scrollPaddingStart: headHeight,
    scrollPaddingEnd: 8,
    initialOffset: () => recallScroll(props.question),
    useFlushSync: false,
    rangeExtractor: useCallback(
      ({ startIndex, endIndex, overscan, count }) => {
        const first = Math.max(0, startIndex - overscan);
        const last = Math.min(count - 1, endIndex + overscan);
        const shown = Array.from({ length: last - first + 1 }, (_, place) => first + place);
        // The row that has the focus is always drawn, or the focus would be lost when it scrolls out of sight.
        if (activeRow >= 0 && activeRow < count && (activeRow < first || activeRow > last))
          shown.push(activeRow);
        return shown;
      },
      [activeRow],
    ),
  });
  const { virtualizer } = focus;
  useLayoutEffect(() => {
    virtualizer.current = virtual;
  }, [virtualizer, virtual]);

  useEffect(() => virtual.measure(), [virtual, rowHeight, headHeight]);
  useStartAtTop(scroller, props.question);

  const range = virtual.range;
  // The head lies over the first rows of the virtual range.
  const first = Math.max(range?.startIndex ?? 0, Math.floor((virtual.scrollOffset ?? 0) / rowHeight));
  const last = range?.endIndex ?? 0;
  const { onSight } = props;
  useEffect(() => onSight({ first, last }), [onSight, first, last]);

  const style = useMemo(
    (): CSSProperties => ({
      '--list-columns': templateOf(columns, isSelectable),
      '--list-least': `${leastWidth(columns, isSelectable)}px`,
      '--list-row': `${rowHeight}px`,
      '--list-box': isSelectable ? '44px' : '0px',
    }),
    [columns, isSelectable, rowHeight],
  );

  const Row = asCards ? CardRow : GridRow;
  return (
    <div
      ref={scroller}
      role="grid"
      className="list-grid"
      data-cards={asCards || undefined}
      aria-label={props.label}
      aria-rowcount={props.total + 1}
      aria-colcount={columns.length + (isSelectable ? 1 : 0)}
      aria-multiselectable={isSelectable}
      aria-busy={props.isBusy}
      style={style}
      {...focus.listeners({ ...props, onStep })}
    >
      {!asCards && (
        <GridHead
          columns={columns}
          texts={content.texts}
          isSelectable={isSelectable}
          selected={headState(selection, props.total)}
          chooseAll={t('chooseAll')}
          onChooseAll={props.onToggleAll}
          onSort={props.onSort}
          active={focus.headSpot}
          onActive={focus.enterHead}
          widths={widths}
        />
      )}
      <div role="rowgroup" className="list-body" style={{ blockSize: virtual.getTotalSize() - headHeight }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const row = rowAt(index);
          const top = start - headHeight;
          if (!row) {
            return (
              <SkeletonRow
                key={`bone-${index}`}
                index={index}
                top={top}
                columns={columns}
                isSelectable={isSelectable}
                isCard={asCards}
                isVisible={props.showsBones}
                label={t('fetchingRow')}
              />
            );
          }
          const key = keyOf(row);
          return (
            <Row
              key={key}
              row={row}
              index={index}
              top={top}
              columns={columns}
              content={content}
              href={props.hrefOf(row)}
              isSelectable={isSelectable}
              isSelected={isSelected(selection, key)}
              isOpen={key === props.openKey}
              active={index === activeRow ? focus.spot.column : -1}
            />
          );
        })}
      </div>
    </div>
  );
}

/** A new question starts at the top; coming back to an old one starts where it was left. */
function useStartAtTop(scroller: React.RefObject<HTMLDivElement | null>, question: string) {
  const asked = useRef(question);
  useEffect(() => {
    const element = scroller.current;
    if (asked.current !== question) {
      asked.current = question;
      element?.scrollTo({ top: 0 });
    }
    return () => {
      if (element) rememberScroll(question, element.scrollTop);
    };
  }, [scroller, question]);
}
