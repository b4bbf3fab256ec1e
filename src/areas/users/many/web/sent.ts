import type { Call } from '#kernel/contract.ts';
import type { Chosen } from '#web/list/BulkBar.tsx';
import { loose } from '#web/loose.ts';

import type { manyUsers } from '../contract.ts';

/** What was chosen, not what is on the screen: the question itself with its exceptions. */
export function sent({ selection, question }: Chosen): Call<typeof manyUsers.act>['selection'] {
  return selection.all ? { ...selection, question: loose(question) } : selection;
}
