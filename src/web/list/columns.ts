/** The columns of a list on the screen: order, choice, sort and width. */
import { useMemo } from 'react';

import type { Column, ColumnKind } from '#kernel/list.ts';

import { type ListAddress, shownColumns } from './address.ts';
import type { AnyList } from './definition.ts';

/** Pixels, when the definition does not say. */
const widths: Record<ColumnKind, number> = {
  text: 168,
  number: 96,
  date: 112,
  moment: 152,
  flag: 96,
  choice: 124,
  list: 200,
};

export interface GridColumn {
  id: string;
  kind: ColumnKind;
  width: number;
  /** Shares the room that is left over; not where the reader has decided. */
  grows: boolean;
  canSort: boolean;
  sorted: false | 'asc' | 'desc';
}

/** What a column has in pixels, by the reader's choice or the definition's. */
export function widthOf(list: AnyList, id: string, chosen: ListAddress['widths']): number {
  const column = list.columns[id];
  return chosen[id] ?? column?.width ?? widths[column?.kind ?? 'text'];
}

/** The same array until a column is another: with a new one every row would be drawn anew. */
export function useGridColumns(list: AnyList, address: ListAddress): readonly GridColumn[] {
  const asked = JSON.stringify([address.columns, address.widths, address.sort]);
  return useMemo(() => {
    // oxlint-disable-next-line no-unsafe-type-assertion -- written one line above; what is undefined there is null here
    const [columns, chosen, sort] = JSON.parse(asked) as [
      string[] | null,
      Record<string, number>,
      ListAddress['sort'] | null,
    ];
    const { by, dir } = sort ?? list.sort;
    return (columns ?? shownColumns(list)).flatMap((id): GridColumn[] => {
      const column: Column | undefined = list.columns[id];
      if (!column) return [];
      const { kind, sort: order } = column;
      return [
        {
          id,
          kind,
          width: widthOf(list, id, chosen),
          grows: chosen[id] === undefined && (kind === 'text' || kind === 'list'),
          canSort: order !== false,
          sorted: id === by && dir,
        },
      ];
    });
  }, [list, asked]);
}

/** `grid-template-columns` of head and rows alike; the box column first when rows can be chosen. */
export function templateOf(columns: readonly GridColumn[], selectable: boolean): string {
  const tracks = columns.map(({ width, grows }) => (grows ? `minmax(${width}px, ${width}fr)` : `${width}px`));
  return [...(selectable ? ['44px'] : []), ...tracks].join(' ');
}

/** The width under which the grid scrolls sideways, in pixels. */
export function leastWidth(columns: readonly GridColumn[], selectable: boolean): number {
  return columns.reduce((sum, { width }) => sum + width, selectable ? 44 : 0);
}
