import type { GridColumn } from './columns.ts';
import { at } from './GridRow.tsx';

interface SkeletonRowProps {
  index: number;
  top: number;
  columns: readonly GridColumn[];
  isSelectable: boolean;
  isCard: boolean;
  /** Nothing is drawn for the first 150 ms, so quick answers do not flicker. */
  isVisible: boolean;
  /** "Henter rad" */
  label: string;
}

/** A row that is on its way, in the row's own geometry. */
export function SkeletonRow(props: SkeletonRowProps) {
  const { index, top, columns, isSelectable, isCard, isVisible, label } = props;
  const cells = isCard ? columns.slice(0, 1) : columns;
  return (
    <div
      role="row"
      className={isCard ? 'list-row list-card' : 'list-row'}
      aria-rowindex={index + 2}
      data-index={index}
      data-skeleton
      style={at(top)}
    >
      {isSelectable && (
        <div role="gridcell" className="list-cell list-box">
          {isVisible && <span className="list-bone list-bone-box" />}
        </div>
      )}
      {cells.map((column, place) => (
        <div
          role="gridcell"
          key={column.id}
          className="list-cell"
          data-kind={column.kind}
          data-first={place === 0 || undefined}
        >
          {place === 0 && <span className="visually-hidden">{label}</span>}
          {isVisible && (
            <span className="list-bone" style={{ inlineSize: `${45 + ((index * 7 + place * 13) % 40)}%` }} />
          )}
        </div>
      ))}
    </div>
  );
}
