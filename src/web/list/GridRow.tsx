import { type CSSProperties, memo } from 'react';

import { Check } from '../ui/Checkbox.tsx';
import type { GridColumn } from './columns.ts';
import type { AnyRow } from './definition.ts';
import { Added, Doubt, type RowContent, drawCell } from './row-content.tsx';

export interface RowProps {
  row: AnyRow;
  index: number;
  /** Pixels from the top of the list. */
  top: number;
  columns: readonly GridColumn[];
  content: RowContent;
  href: string | undefined;
  isSelectable: boolean;
  isSelected: boolean;
  isOpen: boolean;
  /** The column the focus stands in, -1 when it is in another row. */
  active: number;
}

/** Clicks and changes are heard by the grid, so a row has no handlers of its own. */
export const heardByGrid = () => {};

export const at = (top: number): CSSProperties => ({ transform: `translateY(${top}px)` });

/** One row of the grid. Memoised: scrolling draws only the rows that come into sight, after a jump into the elements of others. */
export const GridRow = memo(function GridRow(props: RowProps) {
  const { row, index, top, columns, content, href, isSelectable, isSelected, isOpen, active } = props;
  const shift = isSelectable ? 1 : 0;
  return (
    <div
      role="row"
      className="list-row"
      aria-rowindex={index + 2}
      aria-selected={isSelectable ? isSelected : undefined}
      data-index={index}
      data-open={isOpen || undefined}
      data-pinned={row.pinnedTime !== undefined || undefined}
      style={at(top)}
    >
      {isSelectable && (
        <div role="gridcell" className="list-cell list-box" aria-colindex={1}>
          <Check
            label={content.words.choose(content.nameOf(row))}
            isSelected={isSelected}
            onChange={heardByGrid}
            tabIndex={active === 0 ? 0 : -1}
            data-spot={0}
          />
        </div>
      )}
      {columns.map((column, place) => {
        const spot = place + shift;
        const inner = drawCell(content, column, row);
        return (
          <div
            key={column.id}
            role={place === 0 ? 'rowheader' : 'gridcell'}
            className="list-cell"
            data-kind={column.kind}
            data-first={place === 0 || undefined}
            aria-colindex={spot + 1}
            data-spot={spot}
            tabIndex={active === spot ? 0 : -1}
          >
            {place === 0 && href !== undefined ? (
              <a href={href} tabIndex={-1} className="list-name">
                {inner}
              </a>
            ) : (
              <span className="list-value">{inner}</span>
            )}
            {row.invalidColumns?.includes(column.id) && (
              <Doubt key={index} content={content} column={column.id} />
            )}
            {place === 0 && row.pinnedTime !== undefined && <Added content={content} time={row.pinnedTime} />}
          </div>
        );
      })}
    </div>
  );
});
