/** What the rows of one list share: how a cell is drawn, and the words around it. Stable while the list stands. */
import { ExclamationmarkTriangleFillIcon } from '@navikt/aksel-icons';
import type { ReactNode } from 'react';

import { formatDateTime } from '../format.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { Cell } from './Cell.tsx';
import type { GridColumn } from './columns.ts';
import { type AnyRow, valueOf } from './definition.ts';
import type { Looks } from './look.ts';
import type { AreaTexts } from './texts.ts';

export interface RowWords {
  yes: string;
  no: string;
  /** "Lagt til {time}" */
  added: (time: string) => string;
  /** "Velg {name}" */
  choose: (name: string) => string;
  /** Why a value is doubtful, when the area has no better reason. */
  doubtful: string;
}

export interface RowContent {
  looks: Looks<AnyRow>;
  texts: AreaTexts;
  words: RowWords;
  /** What the row is called: the first column as plain text. */
  nameOf: (row: AnyRow) => string;
}

export function drawCell(content: RowContent, column: GridColumn, row: AnyRow): ReactNode {
  const own = content.looks.cells?.[column.id];
  if (own) return own(row);
  return (
    <Cell
      column={column.id}
      kind={column.kind}
      value={valueOf(row, column.id)}
      look={content.looks.choices?.[column.id]}
      texts={content.texts}
      words={content.words}
    />
  );
}

/** The warning in a cell whose value is doubtful (specification §3, `invalidColumns`). */
export function Doubt({ content, column }: { content: RowContent; column: string }) {
  const reason = content.texts.optional(`invalid.${column}`) ?? content.words.doubtful;
  return (
    <span className="list-doubt">
      <IconButton label={reason} size="small">
        <ExclamationmarkTriangleFillIcon aria-hidden />
      </IconButton>
    </span>
  );
}

export function Added({ content, time }: { content: RowContent; time: string }) {
  return <span className="list-added">{content.words.added(formatDateTime(time))}</span>;
}
