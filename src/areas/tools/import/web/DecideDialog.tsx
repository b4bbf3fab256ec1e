import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { call, useWrite } from '#web/api/hooks.ts';
import { formatNumber } from '#web/format.ts';
import type { Chosen } from '#web/list/BulkBar.tsx';
import { loose } from '#web/loose.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { DateField } from '#web/ui/DateField.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { notify } from '#web/ui/notices.ts';
import { TextArea } from '#web/ui/TextArea.tsx';

import { imports } from '../contract.ts';

export interface DecisionWish {
  act: 'accepted' | 'rejected' | 'postponed' | 'withdraw';
  chosen: Chosen;
}

interface DecideDialogProps {
  runId: number;
  wish: DecisionWish;
  onClose: () => void;
}

const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text);

/** Why, and until when: what the journal will say about it. */
export function DecideDialog({ runId, wish: { act, chosen }, onClose }: DecideDialogProps) {
  const { t } = useTranslation(['import', 'form', 'errors']);
  const decide = useWrite(imports.decide, { handleErrors: false });
  const withdraw = useWrite(imports.withdraw, { handleErrors: false });
  const [reason, setReason] = useState('');
  const [until, setUntil] = useState('');
  const [isTried, setTried] = useState(false);
  const [isPending, setPending] = useState(false);
  const [failure, setFailure] = useState(false);

  const lacksReason = act !== 'withdraw' && reason.trim() === '';
  const lacksDay = act === 'postponed' && !isDay(until);
  const send = async () => {
    setTried(true);
    if (lacksReason || lacksDay) return;
    setPending(true);
    setFailure(false);
    try {
      const numbers = await numbersOf(runId, chosen);
      const { succeeded, failed } =
        act === 'withdraw'
          ? await withdraw.mutateAsync({ runId, numbers })
          : await decide.mutateAsync({
              runId,
              numbers,
              decision: act,
              until: act === 'postponed' ? until : null,
              reason,
            });
      if (failed.length > 0) {
        notify({ tone: 'warning', text: t('decide.some', { count: failed.length }) });
      }
      if (succeeded.length > 0)
        notify({ tone: 'success', text: t('decide.done', { count: succeeded.length }) });
      onClose();
    } catch {
      setFailure(true);
    } finally {
      setPending(false);
    }
  };

  return (
    <Dialog
      title={t(`decide.title.${act}`, { count: chosen.count, number: formatNumber(chosen.count) })}
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{t('form:cancel')}</Button>
          <Button variant="primary" isPending={isPending} onPress={() => void send()}>
            {t(`decide.${act}`)}
          </Button>
        </>
      }
    >
      <div className="import-decide">
        {failure && (
          <Alert tone="danger" isLive>
            {t('decide.failed')}
          </Alert>
        )}
        <p>
          {t(`decide.text.${act}`)} {t('decide.together')}
        </p>
        {act === 'postponed' && (
          <DateField
            label={t('decide.until')}
            value={until}
            onChange={setUntil}
            error={isTried && lacksDay ? t('decide.untilMissing') : undefined}
          />
        )}
        {act !== 'withdraw' && (
          <TextArea
            label={t('decide.reason')}
            hint={t('decide.reasonHint')}
            value={reason}
            maxLength={256}
            onChange={setReason}
            error={isTried && lacksReason ? t('decide.reasonMissing') : undefined}
          />
        )}
      </div>
    </Dialog>
  );
}

const PAGE = 500;

/** "All that match" is asked for page by page: a few thousand at the most, three of each school. */
async function numbersOf(runId: number, { selection, question, count }: Chosen): Promise<number[]> {
  if (!selection.all) return selection.keys.map(Number);
  const except = new Set(selection.except);
  const numbers: number[] = [];
  for (let page = 1; (page - 1) * PAGE < count + except.size; page += 1) {
    const { Items } = await call(imports.slices, loose({ ...question, runId, page, pageSize: PAGE }));
    numbers.push(...Items.map(({ number }) => number));
  }
  return numbers.filter((number) => !except.has(String(number)));
}
