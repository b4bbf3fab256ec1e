import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { call, useWrite } from '#web/api/hooks.ts';
import { formatNumber } from '#web/format.ts';
import type { Chosen } from '#web/list/BulkBar.tsx';
import { loose } from '#web/loose.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { notify } from '#web/ui/notices.ts';
import { TextArea } from '#web/ui/TextArea.tsx';

import { identities } from '../contract.ts';

interface IdentityDialogProps {
  isSame: boolean;
  chosen: Chosen;
  onClose: () => void;
}

/** As many are decided at once; more are a question about the file, not about people. */
const MOST = 200;

export function IdentityDialog({ isSame, chosen, onClose }: IdentityDialogProps) {
  const { t } = useTranslation(['identities', 'form', 'errors']);
  const decide = useWrite(identities.decide, { handleErrors: false, touches: ['user', 'import'] });
  const [reason, setReason] = useState('');
  const [isTried, setTried] = useState(false);
  const [failure, setFailure] = useState(false);
  const lacksReason = reason.trim() === '';
  const word = isSame ? 'same' : 'different';

  const send = async () => {
    setTried(true);
    if (lacksReason) return;
    setFailure(false);
    try {
      const { succeeded, failed } = await decide.mutateAsync({ ids: await idsOf(chosen), isSame, reason });
      const [first] = failed;
      if (first) {
        notify({
          tone: 'warning',
          text: t('some', { count: failed.length, why: t(`errors:${first.code}`) }),
        });
      }
      if (succeeded.length > 0) notify({ tone: 'success', text: t('done', { count: succeeded.length }) });
      onClose();
    } catch {
      setFailure(true);
    }
  };
  return (
    <Dialog
      title={t(`title.${word}`, { count: chosen.count, number: formatNumber(chosen.count) })}
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{t('form:cancel')}</Button>
          <Button variant="primary" isPending={decide.isPending} onPress={() => void send()}>
            {t(word)}
          </Button>
        </>
      }
    >
      <div className="form-fields">
        {failure && (
          <Alert tone="danger" isLive>
            {t('failed')}
          </Alert>
        )}
        <p>{t(`text.${word}`)}</p>
        <TextArea
          label={t('reason')}
          hint={t('reasonHint')}
          value={reason}
          maxLength={256}
          onChange={setReason}
          error={isTried && lacksReason ? t('reasonMissing') : undefined}
        />
      </div>
    </Dialog>
  );
}

async function idsOf({ selection, question }: Chosen): Promise<number[]> {
  if (!selection.all) return selection.keys.map(Number).slice(0, MOST);
  const { Items } = await call(identities.list, loose({ ...question, page: 1, pageSize: MOST }));
  return Items.map(({ id }) => id).filter((id) => !selection.except.includes(String(id)));
}
