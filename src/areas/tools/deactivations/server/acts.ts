/** Closing and opening the accounts of many; each row follows the same rules as when it is done to one. */
import { z } from 'zod';

import { osloDay } from '#kernel/dates.ts';
import { type BulkAct, defineAct } from '#server/bulk/act.ts';

import { checkPeriod, closeAccount, openAccount } from './accounts.ts';
import { carryOutDeactivations } from './service.ts';

const close = defineAct({
  name: 'deactivation.close',
  event: 'deactivation.many-registered',
  permission: 'users.deactivate',
  input: z.object({ start: z.string(), end: z.string(), comment: z.string().nullable() }),
  run: async ({ tx: db, actor, scope, now, input }, userName) => {
    // Tried once more on a later day, the period may have become one that nobody can register.
    await checkPeriod({ db, now }, input);
    const only = await closeAccount({ db, actor, scope, now }, userName, input);
    // What begins today begins now.
    await carryOutDeactivations(db, { now, day: osloDay(now), only });
  },
});

const open = defineAct({
  name: 'deactivation.open',
  event: 'deactivation.many-ended',
  permission: 'users.deactivate',
  input: z.object({}),
  run: ({ tx: db, actor, scope, now }, userName) => openAccount({ db, actor, scope, now }, userName),
});

export const deactivationActs: readonly BulkAct[] = [close, open];

export const actNames = { close: close.name, open: open.name };
