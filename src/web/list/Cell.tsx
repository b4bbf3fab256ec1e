/** One value as its column's kind says. Cheap on purpose: it runs for every cell that scrolls by. */
import type { ReactNode } from 'react';

import type { ColumnKind } from '#kernel/list.ts';

import { formatDate, formatNumber, formatTime } from '../format.ts';
import { Badge } from '../ui/Badge.tsx';
import { Status } from '../ui/Status.tsx';
import { textOf } from './definition.ts';
import type { ChoiceLook } from './look.ts';
import type { AreaTexts } from './texts.ts';

interface CellProps {
  column: string;
  kind: ColumnKind;
  value: unknown;
  look: ChoiceLook | undefined;
  texts: AreaTexts;
  words: { yes: string; no: string };
}

export function Cell({ column, kind, value, look, texts, words }: CellProps): ReactNode {
  if (value === null || value === undefined || value === '') return null;
  switch (kind) {
    case 'number':
      return typeof value === 'number' ? formatNumber(value) : textOf(value);
    case 'date':
      return formatDate(textOf(value));
    case 'moment':
      return (
        <>
          {formatDate(textOf(value))} <span className="list-time">{formatTime(textOf(value))}</span>
        </>
      );
    case 'flag':
      return value === true ? words.yes : words.no;
    case 'choice':
      return <Choice column={column} value={textOf(value)} look={look} texts={texts} />;
    case 'list':
      return Array.isArray(value) ? value.join(', ') : textOf(value);
    case 'text':
      break;
  }
  return textOf(value);
}

interface ChoiceProps {
  column: string;
  value: string;
  look: ChoiceLook | undefined;
  texts: AreaTexts;
}

function Choice({ column, value, look, texts }: ChoiceProps) {
  const word = texts.choice(column, value);
  if (look?.as === 'status') return <Status tone={look.tones[value] ?? 'neutral'}>{word}</Status>;
  if (look?.as === 'badge') return <Badge tone={look.tones?.[value] ?? 'neutral'}>{word}</Badge>;
  return word;
}
