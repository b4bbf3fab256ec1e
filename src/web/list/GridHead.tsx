import { ArrowDownIcon, ArrowUpIcon } from '@navikt/aksel-icons';

import { Check } from '../ui/Checkbox.tsx';
import type { GridColumn } from './columns.ts';
import type { AreaTexts } from './texts.ts';
import type { ColumnWidths } from './useColumnWidths.ts';

interface GridHeadProps {
  columns: readonly GridColumn[];
  texts: AreaTexts;
  isSelectable: boolean;
  selected: 'none' | 'some' | 'all';
  chooseAll: string;
  onChooseAll: () => void;
  onSort: (column: string) => void;
  /** The one cell of the head that Tab comes to. */
  active: number;
  onActive: (spot: number) => void;
  widths: ColumnWidths;
}

const ariaSort = { asc: 'ascending', desc: 'descending' } as const;

export function GridHead(props: GridHeadProps) {
  const { columns, texts, isSelectable, selected, chooseAll, onChooseAll, onSort, active, onActive, widths } =
    props;
  const shift = isSelectable ? 1 : 0;
  return (
    <div role="rowgroup" className="list-head">
      <div role="row" className="list-head-row" aria-rowindex={1}>
        {isSelectable && (
          <div role="columnheader" className="list-cell list-box" aria-colindex={1}>
            <Check
              label={chooseAll}
              isSelected={selected === 'all'}
              isIndeterminate={selected === 'some'}
              onChange={onChooseAll}
              onFocus={() => onActive(0)}
              tabIndex={active === 0 ? 0 : -1}
              data-head-spot={0}
            />
          </div>
        )}
        {columns.map((column, place) => {
          const spot = place + shift;
          const focus = {
            'data-head-spot': spot,
            tabIndex: active === spot ? 0 : -1,
            onFocus: () => onActive(spot),
          };
          return (
            <div
              key={column.id}
              role="columnheader"
              className="list-cell"
              data-kind={column.kind}
              data-first={place === 0 || undefined}
              data-column={column.id}
              aria-keyshortcuts="Shift+ArrowLeft Shift+ArrowRight"
              aria-colindex={spot + 1}
              aria-sort={column.canSort ? (column.sorted ? ariaSort[column.sorted] : 'none') : undefined}
              {...(column.canSort ? {} : focus)}
            >
              {column.canSort ? (
                <button type="button" className="list-sort" onClick={() => onSort(column.id)} {...focus}>
                  <span>{texts(`column.${column.id}`)}</span>
                  {column.sorted === 'asc' && <ArrowUpIcon aria-hidden />}
                  {column.sorted === 'desc' && <ArrowDownIcon aria-hidden />}
                </button>
              ) : (
                <span className="list-value">{texts(`column.${column.id}`)}</span>
              )}
              {/* For the pointer; keys have Shift and the arrows, and "Columns" has buttons for the same. */}
              <span
                aria-hidden
                className="list-edge"
                onPointerDown={(event) => widths.onDragStart(event, column.id)}
                onDoubleClick={() => widths.onReset(column.id)}
              />
            </div>
          );
        })}
      </div>
    </div>
  );
}
