import { PadlockUnlockedIcon, TrashIcon } from '@navikt/aksel-icons';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { BulkAct, Chosen } from '#web/list/BulkBar.tsx';
import { chosenKeys } from '#web/list/chosen-keys.ts';
import { useMay } from '#web/list/useMay.ts';
import { later } from '#web/ui/later.tsx';
import { notify } from '#web/ui/notices.ts';

import { deactivationList, deactivations } from '../contract.ts';
import type { PeriodAct } from './PeriodDialog.tsx';

const PeriodDialog = later(async () => (await import('./PeriodDialog.tsx')).PeriodDialog);

/** What one act takes at once. */
const MOST = 500;

/** Opening accounts before their time, and taking back what has not begun. */
export function usePeriodActs(): { acts: readonly BulkAct[]; dialog: ReactNode } {
  const { t } = useTranslation('deactivations');
  const may = useMay(deactivations.activate.permission);
  const [asked, setAsked] = useState<{ act: PeriodAct; ids: readonly number[] }>();
  const ask = async (act: PeriodAct, chosen: Chosen) => {
    const keys = await chosenKeys(deactivationList, deactivations.list, chosen, MOST);
    if (keys) setAsked({ act, ids: keys.map(Number) });
    else notify({ tone: 'warning', text: t('tooMany', { most: String(MOST) }) });
  };
  const acts: BulkAct[] = [
    {
      id: 'activate',
      label: t('activate.label'),
      icon: <PadlockUnlockedIcon aria-hidden />,
      onAct: (chosen) => void ask('activate', chosen),
    },
    {
      id: 'delete',
      label: t('delete.label'),
      icon: <TrashIcon aria-hidden />,
      onAct: (chosen) => void ask('delete', chosen),
    },
  ];
  return {
    acts: may ? acts : [],
    dialog: asked && <PeriodDialog {...asked} onClose={() => setAsked(undefined)} />,
  };
}
