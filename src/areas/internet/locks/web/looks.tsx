/** How the cells of lists of locks are drawn. */
import { formatEnd } from '#web/format.ts';
import type { Looks } from '#web/list/look.ts';

import type { LockRow } from '../contract.ts';
import { lockTones } from './shared.tsx';

export const lockLooks: Looks<LockRow> = {
  choices: {
    status: { as: 'status', tones: lockTones },
    chat: { as: 'badge', tones: { none: 'neutral', restricted: 'warning', blocked: 'danger' } },
  },
  cells: {
    end: ({ activeFrom, end }) => formatEnd(activeFrom, end),
    groups: ({ groups }) => groups.map(({ displayName }) => displayName).join(', '),
  },
};
