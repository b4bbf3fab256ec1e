/** How an area may draw its cells, where the kind of the column does not say enough. */
import type { ReactNode } from 'react';

import type { Tone } from '../ui/Badge.tsx';
import type { StatusTone } from '../ui/Status.tsx';

/** A choice drawn as a mark: shape and word, never colour alone. */
export type ChoiceLook =
  | { as: 'status'; tones: Readonly<Record<string, StatusTone>> }
  | { as: 'badge'; tones?: Readonly<Record<string, Tone>> };

export interface Looks<Row> {
  /** By column: a look for its choices. */
  choices?: Readonly<Record<string, ChoiceLook>>;
  /** By column: what stands in the cell. Must be cheap and keep no state: it runs for every row that scrolls by. */
  cells?: Readonly<Record<string, (row: Row) => ReactNode>>;
}
