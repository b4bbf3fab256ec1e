import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { BulkFailure } from '#kernel/bulk.ts';
import { useWrite } from '#web/api/hooks.ts';
import { Reasons } from '#web/form/Reasons.tsx';
import { asRefusal, refusalText } from '#web/form/refusal.ts';
import { formatNumber } from '#web/format.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { notify } from '#web/ui/notices.ts';

import type { Member } from '../acts/contract.ts';
import type { GroupDetail } from '../contract.ts';
import { routesOf, touched } from './routes-of.ts';

interface RemoveMembersProps {
  group: GroupDetail;
  kind: Member['kind'];
  names: readonly string[];
  onClose: () => void;
}

export function RemoveMembers({ group, kind, names, onClose }: RemoveMembersProps) {
  const { t } = useTranslation(['groups', 'errors', 'form']);
  const [failed, setFailed] = useState<readonly BulkFailure[]>([]);
  const { mutateAsync, isPending } = useWrite(routesOf(group).removeMembers, {
    touches: touched,
    handleErrors: false,
  });
  const count = formatNumber(names.length);
  const remove = async () => {
    try {
      const members = names.map((id) => ({ kind, id }));
      const answer = await mutateAsync({ groupName: group.name, members });
      if (answer.succeeded.length > 0) {
        notify({ tone: 'success', text: t('remove.done', { count: formatNumber(answer.succeeded.length) }) });
      }
      setFailed(answer.failed);
      if (answer.failed.length === 0) onClose();
    } catch (error) {
      notify({ tone: 'danger', text: refusalText(asRefusal(error), t) });
    }
  };
  const isDone = failed.length > 0;
  return (
    <Dialog
      role="alertdialog"
      title={t('remove.title', { count, name: group.displayName })}
      isOpen
      onClose={onClose}
      footer={
        isDone ? (
          <Button onPress={onClose}>{t('add.close')}</Button>
        ) : (
          <>
            {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- a question begins at its safe answer */}
            <Button autoFocus onPress={onClose}>
              {t('form:cancel')}
            </Button>
            <Button variant="danger" isPending={isPending} onPress={() => void remove()}>
              {t('remove.confirm')}
            </Button>
          </>
        )
      }
    >
      {isDone ? (
        <Reasons title={t('remove.failed', { count: formatNumber(failed.length) })} failed={failed} />
      ) : (
        <p>{t('remove.text')}</p>
      )}
    </Dialog>
  );
}
