import './plain.css';
import { ArrowDownIcon, ArrowUpIcon } from '@navikt/aksel-icons';
import { useTranslation } from 'react-i18next';

import { Check } from '../ui/Checkbox.tsx';
import type { GridColumn } from './columns.ts';
import type { AnyRow } from './definition.ts';
import { Added, Doubt, type RowContent, drawCell } from './row-content.tsx';
import { type Selection, headState, isSelected } from './selection.ts';

interface PlainTableProps {
  label: string;
  columns: readonly GridColumn[];
  content: RowContent;
  rows: readonly AnyRow[];
  keyOf: (row: AnyRow) => string;
  total: number;
  isBusy: boolean;
  isSelectable: boolean;
  selection: Selection;
  onToggle: (row: AnyRow) => void;
  onToggleAll: () => void;
  onSort: (column: string) => void;
  hrefOf: (row: AnyRow) => string | undefined;
  onOpen: (row: AnyRow) => void;
  openKey: string | undefined;
}

const ariaSort = { asc: 'ascending', desc: 'descending' } as const;

/** A page of rows as an ordinary table. */
export function PlainTable(props: PlainTableProps) {
  const { columns, content, rows, keyOf, isSelectable, selection } = props;
  const { t } = useTranslation('list');
  return (
    <div className="list-plain" role="region" aria-label={props.label} tabIndex={-1}>
      <table aria-busy={props.isBusy}>
        <thead>
          <tr>
            {isSelectable && (
              <td>
                <Check
                  label={t('chooseAll')}
                  isSelected={headState(selection, props.total) === 'all'}
                  isIndeterminate={headState(selection, props.total) === 'some'}
                  onChange={props.onToggleAll}
                />
              </td>
            )}
            {columns.map((column) => (
              <th
                key={column.id}
                scope="col"
                data-kind={column.kind}
                aria-sort={column.canSort ? (column.sorted ? ariaSort[column.sorted] : 'none') : undefined}
              >
                {column.canSort ? (
                  <button type="button" className="list-sort" onClick={() => props.onSort(column.id)}>
                    <span>{content.texts(`column.${column.id}`)}</span>
                    {column.sorted === 'asc' && <ArrowUpIcon aria-hidden />}
                    {column.sorted === 'desc' && <ArrowDownIcon aria-hidden />}
                  </button>
                ) : (
                  content.texts(`column.${column.id}`)
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const key = keyOf(row);
            return (
              <tr
                key={key}
                data-selected={isSelected(selection, key) || undefined}
                data-open={key === props.openKey || undefined}
              >
                {isSelectable && (
                  <td>
                    <Check
                      label={content.words.choose(content.nameOf(row))}
                      isSelected={isSelected(selection, key)}
                      onChange={() => props.onToggle(row)}
                    />
                  </td>
                )}
                {columns.map((column, place) => (
                  <PlainCell key={column.id} {...props} row={row} column={column} isFirst={place === 0} />
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function PlainCell(props: PlainTableProps & { row: AnyRow; column: GridColumn; isFirst: boolean }) {
  const { row, column, content, isFirst } = props;
  const href = isFirst ? props.hrefOf(row) : undefined;
  const inner = (
    <>
      {href === undefined ? (
        drawCell(content, column, row)
      ) : (
        <a
          href={href}
          className="list-name"
          onClick={(event) => {
            if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
            event.preventDefault();
            props.onOpen(row);
          }}
        >
          {drawCell(content, column, row)}
        </a>
      )}
      {row.invalidColumns?.includes(column.id) && <Doubt content={content} column={column.id} />}
      {isFirst && row.pinnedTime !== undefined && <Added content={content} time={row.pinnedTime} />}
    </>
  );
  return isFirst ? (
    <th scope="row" data-kind={column.kind}>
      {inner}
    </th>
  ) : (
    <td data-kind={column.kind}>{inner}</td>
  );
}
