import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { useWrite } from '#web/api/hooks.ts';
import { asRefusal, refusalText } from '#web/form/refusal.ts';
import { formatNumber } from '#web/format.ts';
import type { Chosen } from '#web/list/BulkBar.tsx';
import { loose } from '#web/loose.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { notify } from '#web/ui/notices.ts';

import type { directory } from '../contract.ts';

type Act = 'enforce' | 'accept' | 'withdraw' | 'retry';

interface ActDialogProps {
  route: (typeof directory)[Act];
  words: Act;
  chosen: Chosen;
  onClose: () => void;
}

/** Says what will happen to the chosen rows, and does it. */
export function ActDialog({ route, words, chosen, onClose }: ActDialogProps) {
  const { t } = useTranslation(['directory', 'errors']);
  const act = useWrite(route, { handleErrors: false });
  const [refused, setRefused] = useState<unknown>();
  const { selection, question, count } = chosen;
  const number = formatNumber(count);

  const send = async () => {
    setRefused(undefined);
    try {
      const done = await act.mutateAsync(
        loose({ selection: selection.all ? { ...selection, question } : selection }),
      );
      notify({
        tone: 'success',
        text: t(`${words}.done`, { count: done.count, number: formatNumber(done.count) }),
      });
      onClose();
    } catch (error) {
      setRefused(error);
    }
  };
  return (
    <ConfirmDialog
      title={t(`${words}.title`, { count, number })}
      confirmLabel={t(`${words}.act`)}
      isOpen
      isPending={act.isPending}
      onConfirm={() => void send()}
      onCancel={onClose}
    >
      {refused !== undefined && (
        <Alert tone="danger" isLive>
          {refusalText(asRefusal(refused), t)}
        </Alert>
      )}
      <p>{t(`${words}.text`)}</p>
    </ConfirmDialog>
  );
}
