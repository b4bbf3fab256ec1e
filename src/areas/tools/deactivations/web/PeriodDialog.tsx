import { useTranslation } from 'react-i18next';

import { useWrite } from '#web/api/hooks.ts';
import { EachDialog } from '#web/form/EachDialog.tsx';
import { formatNumber } from '#web/format.ts';

import { deactivations } from '../contract.ts';

export type PeriodAct = 'activate' | 'delete';

interface PeriodDialogProps {
  act: PeriodAct;
  ids: readonly number[];
  onClose: () => void;
}

const how = { touches: ['user', 'home'], handleErrors: false };
const counted = (count: number) => ({ count, number: formatNumber(count) });

/** Opens accounts before their time, or takes back what has not begun. */
export function PeriodDialog({ act, ids, onClose }: PeriodDialogProps) {
  const { t } = useTranslation('deactivations');
  const activate = useWrite(deactivations.activate, how);
  const remove = useWrite(deactivations.remove, how);
  return (
    <EachDialog
      title={t(`${act}.title`, counted(ids.length))}
      text={t(`${act}.text`)}
      confirmLabel={t(`${act}.label`)}
      tone={act === 'delete' ? 'danger' : 'normal'}
      isPending={activate.isPending || remove.isPending}
      act={() => (act === 'activate' ? activate : remove).mutateAsync({ ids: [...ids] })}
      doneText={(count) => t(`${act}.done`, counted(count))}
      refusedTitle={(count) => t('refused', counted(count))}
      nameOf={() => t('one')}
      onClose={onClose}
    />
  );
}
