import type { StatusTone } from '#web/ui/Status.tsx';

import type { SchoolCode } from '../contract.ts';

export const statusTones: Record<SchoolCode['status'], StatusTone> = {
  none: 'neutral',
  valid: 'success',
  expiresSoon: 'warning',
  expired: 'danger',
};
