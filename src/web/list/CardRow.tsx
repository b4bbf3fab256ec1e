import './card-row.css';
import { memo } from 'react';

import { Check } from '../ui/Checkbox.tsx';
import type { GridColumn } from './columns.ts';
import { type AnyRow, valueOf } from './definition.ts';
import { type RowProps, at, heardByGrid } from './GridRow.tsx';
import { Added, Doubt, drawCell } from './row-content.tsx';

/** Columns whose values say what they are without a heading, in the line under the name. */
const speaking = new Set(['text', 'choice', 'list']);
/** A day says something only with the word for what happens on it. */
const dated = new Set(['date', 'moment']);

/** The same row where there is no room for columns: the name, a line of what matters, the first status. */
export const CardRow = memo(function CardRow(props: RowProps) {
  const { row, index, top, columns, content, href, isSelectable, isSelected, isOpen, active } = props;
  const [name, ...rest] = columns;
  const status = rest.find(({ id }) => content.looks.choices?.[id]?.as === 'status');
  const meta = rest
    .filter((column) => column !== status && (speaking.has(column.kind) || hasDay(column, row)))
    .slice(0, 3);
  const doubtful = row.invalidColumns?.find((id) => columns.some((column) => column.id === id));
  const spot = isSelectable ? 1 : 0;
  return (
    <div
      role="row"
      className="list-row list-card"
      aria-rowindex={index + 2}
      aria-selected={isSelectable ? isSelected : undefined}
      data-index={index}
      data-open={isOpen || undefined}
      data-pinned={row.pinnedTime !== undefined || undefined}
      style={at(top)}
    >
      {isSelectable && (
        <div role="gridcell" className="list-cell list-box">
          <Check
            label={content.words.choose(content.nameOf(row))}
            isSelected={isSelected}
            onChange={heardByGrid}
            tabIndex={active === 0 ? 0 : -1}
            data-spot={0}
          />
        </div>
      )}
      <div
        role="rowheader"
        className="list-cell list-card-body"
        data-spot={spot}
        tabIndex={active >= spot ? 0 : -1}
      >
        <span className="list-card-top">
          {name && href !== undefined ? (
            <a href={href} tabIndex={-1} className="list-name">
              {drawCell(content, name, row)}
            </a>
          ) : (
            name && <span className="list-name">{drawCell(content, name, row)}</span>
          )}
          {doubtful !== undefined && <Doubt key={index} content={content} column={doubtful} />}
        </span>
        <span className="list-card-meta">
          {row.pinnedTime !== undefined && <Added content={content} time={row.pinnedTime} />}
          {meta.map((column) => (
            <span key={column.id}>
              {dated.has(column.kind) && `${content.texts(`column.${column.id}`)} `}
              {drawCell(content, column, row)}
            </span>
          ))}
        </span>
      </div>
      {status && (
        <div role="gridcell" className="list-cell list-card-status">
          {drawCell(content, status, row)}
        </div>
      )}
    </div>
  );
});

const hasDay = ({ id, kind }: GridColumn, row: AnyRow): boolean =>
  dated.has(kind) && typeof valueOf(row, id) === 'string';
