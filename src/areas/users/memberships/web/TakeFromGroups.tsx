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

import { userMemberships } from '../contract.ts';

interface TakeFromGroupsProps {
  user: { userName: string; displayName: string };
  groupNames: readonly string[];
  onClose: () => void;
}

export function TakeFromGroups({ user, groupNames, onClose }: TakeFromGroupsProps) {
  const { t } = useTranslation(['memberships', 'errors', 'form', 'ui']);
  const [failed, setFailed] = useState<readonly BulkFailure[]>([]);
  const { mutateAsync, isPending } = useWrite(userMemberships.remove, {
    touches: ['group'],
    handleErrors: false,
  });
  const remove = async () => {
    try {
      const answer = await mutateAsync({ userName: user.userName, groupNames: [...groupNames] });
      const count = answer.succeeded.length;
      if (count > 0) notify({ tone: 'success', text: t('removed', { count, number: formatNumber(count) }) });
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
      title={t('remove.title', {
        name: user.displayName,
        count: groupNames.length,
        number: formatNumber(groupNames.length),
      })}
      isOpen
      onClose={onClose}
      footer={
        isDone ? (
          <Button onPress={onClose}>{t('ui:close')}</Button>
        ) : (
          <>
            {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- a question begins at its safe answer */}
            <Button autoFocus onPress={onClose}>
              {t('form:cancel')}
            </Button>
            <Button variant="danger" isPending={isPending} onPress={() => void remove()}>
              {t('remove')}
            </Button>
          </>
        )
      }
    >
      {isDone ? (
        <Reasons
          title={t('remove.refused', { count: failed.length, number: formatNumber(failed.length) })}
          failed={failed}
        />
      ) : (
        <p>{t('remove.text')}</p>
      )}
    </Dialog>
  );
}
