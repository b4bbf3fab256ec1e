import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { BulkResult } from '#kernel/bulk.ts';
import { useWrite } from '#web/api/hooks.ts';
import { Reasons } from '#web/form/Reasons.tsx';
import { asRefusal, refusalText } from '#web/form/refusal.ts';
import { formatNumber } from '#web/format.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { notify } from '#web/ui/notices.ts';

import { deactivations } from '../contract.ts';

export type PeriodAct = 'activate' | 'delete';

interface PeriodDialogProps {
  act: PeriodAct;
  ids: readonly number[];
  onClose: () => void;
}

const touches = ['user', 'home'];

/** Asks, does it, and says of each that was refused why. */
export function PeriodDialog({ act, ids, onClose }: PeriodDialogProps) {
  const { t } = useTranslation(['deactivations', 'errors', 'form']);
  const activate = useWrite(deactivations.activate, { touches, handleErrors: false });
  const remove = useWrite(deactivations.remove, { touches, handleErrors: false });
  const [failed, setFailed] = useState<BulkResult['failed']>([]);
  const send = () =>
    act === 'activate' ? activate.mutateAsync({ ids: [...ids] }) : remove.mutateAsync({ ids: [...ids] });
  const go = async () => {
    try {
      const answer = await send();
      const count = answer.succeeded.length;
      if (count > 0) {
        notify({ tone: 'success', text: t(`${act}.done`, { count, number: formatNumber(count) }) });
      }
      setFailed(answer.failed);
      if (answer.failed.length === 0) onClose();
    } catch (error) {
      notify({ tone: 'danger', text: refusalText(asRefusal(error), t) });
    }
  };
  const count = { count: ids.length, number: formatNumber(ids.length) };
  const isDone = failed.length > 0;
  return (
    <Dialog
      role="alertdialog"
      title={t(`${act}.title`, count)}
      isOpen
      onClose={onClose}
      footer={
        isDone ? (
          <Button onPress={onClose}>{t('close')}</Button>
        ) : (
          <>
            {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- a question begins at its safe answer */}
            <Button autoFocus onPress={onClose}>
              {t('form:cancel')}
            </Button>
            <Button
              variant={act === 'delete' ? 'danger' : 'primary'}
              isPending={activate.isPending || remove.isPending}
              onPress={() => void go()}
            >
              {t(`${act}.label`)}
            </Button>
          </>
        )
      }
    >
      {isDone ? (
        <Reasons
          title={t('refused', { count: failed.length, number: formatNumber(failed.length) })}
          failed={failed}
          nameOf={() => t('one')}
        />
      ) : (
        <p>{t(`${act}.text`)}</p>
      )}
    </Dialog>
  );
}
