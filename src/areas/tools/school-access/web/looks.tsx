/** How the cells of both lists are drawn. */
import { PadlockLockedIcon } from '@navikt/aksel-icons';
import { useTranslation } from 'react-i18next';

import type { Looks } from '#web/list/look.ts';
import { ShieldedName } from '#web/list/ShieldedName.tsx';
import type { StatusTone } from '#web/ui/Status.tsx';

import type { AccessEntry } from '../contract.ts';
import type { AccessStatus } from '../rules.ts';

export const statusTones: Record<AccessStatus, StatusTone> = {
  planned: 'info',
  waitingImport: 'info',
  active: 'success',
  ending: 'warning',
  ended: 'neutral',
  failed: 'danger',
};

export const accessLooks: Looks<AccessEntry> = {
  choices: {
    status: { as: 'status', tones: statusTones },
    role: { as: 'badge', tones: { employee: 'accent', student: 'neutral' } },
  },
  cells: {
    displayName: (row) => (row.shielded ? <ShieldedName name={row.displayName} /> : row.displayName),
    school: ({ school }) => school.name,
    iktCanModify: ({ iktCanModify }) => !iktCanModify && <Locked />,
  },
};

/** Only what is out of the ordinary for school ICT is said. */
function Locked() {
  const { t } = useTranslation('school-access');
  return <PadlockLockedIcon title={t('locked')} />;
}
