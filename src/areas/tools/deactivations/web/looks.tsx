/** How the cells of the list are drawn, on its page and on the cards. */

import { userAddress } from '#areas/users/web/shared.tsx';
import type { Looks } from '#web/list/look.ts';
import { ShieldedName } from '#web/list/ShieldedName.tsx';
import type { StatusTone } from '#web/ui/Status.tsx';

import type { Deactivation } from '../contract.ts';
import type { DeactivationStatus } from '../rules.ts';

export const periodTones: Record<DeactivationStatus, StatusTone> = {
  planned: 'info',
  active: 'warning',
  ended: 'neutral',
  failed: 'danger',
};

export const deactivationLooks: Looks<Deactivation> = {
  choices: { status: { as: 'status', tones: periodTones } },
  cells: { displayName: (row) => (row.shielded ? <ShieldedName name={row.displayName} /> : row.displayName) },
};

export const nameOf = ({ displayName }: Deactivation) => displayName;
/** The person's card, where all the periods of one person stand. */
export const addressOf = ({ userName }: Deactivation) => `${userAddress(userName)}&tab=deactivation`;
