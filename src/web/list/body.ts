/** What the rows of a list are drawn from, as one long list or page by page. */
import type { ReactNode } from 'react';

import type { Route } from '#kernel/contract.ts';

import type { ListAddress } from './address.ts';
import type { GridColumn } from './columns.ts';
import type { AnyList, AnyRow } from './definition.ts';
import type { Question } from './question.ts';
import type { RowContent } from './row-content.tsx';
import type { AreaTexts } from './texts.ts';
import type { ChangeAddress } from './useListAddress.ts';
import type { Rows } from './useRows.ts';
import type { SelectionActs } from './useSelection.ts';

export interface ListBodyProps {
  list: AnyList;
  address: ListAddress;
  change: ChangeAddress;
  texts: AreaTexts;
  content: RowContent;
  rows: Rows;
  route: Route;
  question: Question;
  questionText: string;
  chosen: SelectionActs;
  isSelectable: boolean;
  isNarrow: boolean;
  isNarrowed: boolean;
  primary: ReactNode;
  hrefOf: (row: AnyRow) => string | undefined;
  onOpen: (row: AnyRow) => void;
  onSort: (column: string) => void;
  onWidth: (column: string, width: number | undefined) => void;
  onReset: () => void;
}

export type DrawnProps = ListBodyProps & { columns: readonly GridColumn[] };
