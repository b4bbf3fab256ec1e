import { useTranslation } from 'react-i18next';

import { useWrite } from '#web/api/hooks.ts';
import { useAttempt } from '#web/form/useAttempt.tsx';
import { formatNumber } from '#web/format.ts';
import type { Chosen } from '#web/list/BulkBar.tsx';
import { loose } from '#web/loose.ts';
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
  const { t } = useTranslation('directory');
  const act = useWrite(route, { handleErrors: false });
  const { attempt, refused } = useAttempt();
  const { selection, question, count } = chosen;
  const number = formatNumber(count);

  const send = () =>
    attempt(async () => {
      const done = await act.mutateAsync(
        loose({ selection: selection.all ? { ...selection, question } : selection }),
      );
      notify({
        tone: 'success',
        text: t(`${words}.done`, { count: done.count, number: formatNumber(done.count) }),
      });
      onClose();
    });
  return (
    <ConfirmDialog
      title={t(`${words}.title`, { count, number })}
      confirmLabel={t(`${words}.act`)}
      isOpen
      isPending={act.isPending}
      onConfirm={() => void send()}
      onCancel={onClose}
    >
      {refused}
      <p>{t(`${words}.text`)}</p>
      {words === 'enforce' && <p>{t('enforce.deleted')}</p>}
    </ConfirmDialog>
  );
}
