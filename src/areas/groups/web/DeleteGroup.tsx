import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { BulkFailure } from '#kernel/bulk.ts';
import { useWrite } from '#web/api/hooks.ts';
import { Reasons } from '#web/form/Reasons.tsx';
import { asRefusal, refusalText } from '#web/form/refusal.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { notify } from '#web/ui/notices.ts';

import type { GroupDetail } from '../contract.ts';
import { routesOf, touched } from './routes-of.ts';

export function DeleteGroup({ group, onClose }: { group: GroupDetail; onClose: () => void }) {
  const { t } = useTranslation(['groups', 'errors', 'form']);
  const navigate = useNavigate();
  const [failed, setFailed] = useState<readonly BulkFailure[]>([]);
  const { mutateAsync, isPending } = useWrite(routesOf(group).remove, {
    touches: touched,
    handleErrors: false,
  });
  const remove = async () => {
    try {
      const answer = await mutateAsync({ names: [group.name] });
      setFailed(answer.failed);
      if (answer.failed.length > 0) return;
      notify({ tone: 'success', text: t('delete.done', { count: '1' }) });
      onClose();
      void navigate({ to: group.type === 'global' ? '/superadmin/global-groups' : '/groups' });
    } catch (error) {
      notify({ tone: 'danger', text: refusalText(asRefusal(error), t) });
    }
  };
  return (
    <ConfirmDialog
      title={t('delete.title', { name: group.displayName })}
      confirmLabel={t('delete.confirm')}
      tone="danger"
      isOpen
      isPending={isPending}
      onConfirm={() => void remove()}
      onCancel={onClose}
    >
      <p>{t('delete.text')}</p>
      <Reasons title={t('delete.failed', { count: '1' })} failed={failed} nameOf={() => group.displayName} />
    </ConfirmDialog>
  );
}
