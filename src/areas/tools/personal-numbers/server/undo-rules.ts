/** What undoing may not do to registered changes of a number: what refuses registering and deleting one. */
import { sql } from 'kysely';

import { isGuestOf } from '#areas/users/server/service.ts';
import { either, type UndoRule } from '#server/journal/undo/rule.ts';

import { isClosedNow } from './closed.ts';

export const numberUndoRules: readonly UndoRule[] = [
  {
    tables: ['number_change'],
    permissions: ['national-number.change'],
    refusals: async ({ scope, now }, tx) => [
      { code: 'number-change.closed', when: (await isClosedNow({ db: tx, now })) ? sql`true` : sql`false` },
      { code: 'user.guest', when: isGuestOf(sql`${either('user_id')}::bigint`, scope) },
    ],
  },
  { tables: ['number_pair_settled'], permissions: ['national-number.settle'] },
];
