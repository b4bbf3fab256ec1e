/**
 * The rows of a list as an ARIA grid: virtual, so 100,000 rows cost what 40 do. The grid hears clicks, keys and
 * changes for all rows; rows only draw.
 */
import './grid.css';
import { type CSSProperties, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Sight } from './blocks.ts';
import { CardRow } from './CardRow.tsx';
import { type GridColumn, leastWidth, templateOf } from './columns.ts';
import type { AnyRow } from './definition.ts';
import { GridHead } from './GridHead.tsx';
import { GridRow } from './GridRow.tsx';
import type { RowContent } from './row-content.tsx';
import { rowsToDraw, type Slots, slotsFor } from './row-window.ts';
import { recallScroll, rememberScroll } from './scroll-memory.ts';
import { type Selection, headState, isSelected } from './selection.ts';
import { SkeletonRow } from './SkeletonRow.tsx';
import { useColumnWidths } from './useColumnWidths.ts';
import { useGridFocus } from './useGridFocus.ts';
import { useRowWindow } from './useRowWindow.ts';

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
  const body = useRef<HTMLDivElement>(null);
  const headHeight = asCards ? 0 : 36;

  const [startAt] = useState(() => recallScroll(props.question));
  const { onSight } = props;
  const { drawn, scrollToRow } = useRowWindow({
    scroller,
    body,
    count: reachable,
    rowHeight,
    headHeight,
    startAt,
    onSight,
  });
  const spots = columns.length + (isSelectable ? 1 : 0);
  const focus = useGridFocus({ scroller, rows: reachable, columns: spots, scrollToRow });
  const widths = useColumnWidths({ scroller, columns, isSelectable, onWidth: props.onWidth });
  const onStep = (spot: number, direction: 1 | -1) => {
    const column = columns[spot - (isSelectable ? 1 : 0)];
    if (column) widths.onStep(column.id, direction);
  };
  const activeRow = focus.spot.row;
  const shown = rowsToDraw(drawn, reachable, activeRow);
  const slots = useSlots(shown);
  useStartAtTop(scroller, props.question);

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
      aria-colcount={spots}
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
      <div ref={body} role="rowgroup" className="list-body" style={{ blockSize: reachable * rowHeight }}>
        {shown.map((index) => {
          const row = rowAt(index);
          const top = index * rowHeight;
          if (!row) {
            return (
              <SkeletonRow
                key={slots.get(index)}
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
              key={slots.get(index)}
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

function useSlots(rows: readonly number[]): Slots {
  const [slots, setSlots] = useState<Slots>(() => slotsFor(new Map(), rows));
  const next = slotsFor(slots, rows);
  if (next !== slots) setSlots(next);
  return next;
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
