import { useTranslation } from 'react-i18next';

import { useWrite } from '#web/api/hooks.ts';
import { asRefusal, refusalText } from '#web/form/refusal.ts';
import { formatNumber } from '#web/format.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { notify } from '#web/ui/notices.ts';

import { groupActs } from '../acts/contract.ts';
import type { GroupDetail } from '../contract.ts';
import { touched } from './routes-of.ts';

export function ForcePassword({ group, onClose }: { group: GroupDetail; onClose: () => void }) {
  const { t } = useTranslation(['groups', 'errors', 'form']);
  const { mutateAsync, isPending } = useWrite(groupActs.forcePassword, {
    touches: touched,
    handleErrors: false,
  });
  const force = async () => {
    try {
      const { changed } = await mutateAsync({ groupName: group.name, enabled: true });
      notify({ tone: 'success', text: t('force.done', { count: formatNumber(changed) }) });
    } catch (error) {
      notify({ tone: 'danger', text: refusalText(asRefusal(error), t) });
    }
    onClose();
  };
  return (
    <ConfirmDialog
      title={t('force.title', { name: group.displayName })}
      confirmLabel={t('force.confirm')}
      isOpen
      isPending={isPending}
      onConfirm={() => void force()}
      onCancel={onClose}
    >
      {t('force.text')}
    </ConfirmDialog>
  );
}
