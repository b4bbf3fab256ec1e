import '#web/form/form.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { BulkResult } from '#kernel/bulk.ts';
import { useWrite } from '#web/api/hooks.ts';
import { formatNumber } from '#web/format.ts';
import type { Chosen } from '#web/list/BulkBar.tsx';
import { chosenKeys } from '#web/list/chosen-keys.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { notify } from '#web/ui/notices.ts';
import { TextArea } from '#web/ui/TextArea.tsx';

import { identities, identityList } from '../contract.ts';

interface IdentityDialogProps {
  isSame: boolean;
  chosen: Chosen;
  onClose: () => void;
}

/** What one call decides; more are decided in turns. */
const AT_ONCE = 200;
/** More are a question about the file, not about people. */
const MOST = 5_000;

export function IdentityDialog({ isSame, chosen, onClose }: IdentityDialogProps) {
  const { t } = useTranslation(['identities', 'form', 'errors']);
  const decide = useWrite(identities.decide, { handleErrors: false, touches: ['user', 'import'] });
  const [reason, setReason] = useState('');
  const [isTried, setTried] = useState(false);
  const [failure, setFailure] = useState<'failed' | 'tooMany'>();
  const [isBusy, setBusy] = useState(false);
  const lacksReason = reason.trim() === '';
  const word = isSame ? 'same' : 'different';

  const send = async () => {
    setTried(true);
    if (lacksReason) return;
    setFailure(undefined);
    setBusy(true);
    try {
      const keys = await chosenKeys(identityList, identities.list, chosen, MOST);
      if (keys === undefined) setFailure('tooMany');
      else await decideAll(keys.map(Number));
    } catch {
      setFailure('failed');
    } finally {
      setBusy(false);
    }
  };
  const decideAll = async (ids: readonly number[]) => {
    const all: BulkResult = { succeeded: [], failed: [] };
    for (let from = 0; from < ids.length; from += AT_ONCE) {
      const { succeeded, failed } = await decide.mutateAsync({
        ids: ids.slice(from, from + AT_ONCE),
        isSame,
        reason,
      });
      all.succeeded.push(...succeeded);
      all.failed.push(...failed);
    }
    const [first] = all.failed;
    if (first) {
      const why = t(`errors:${first.code}`);
      notify({ tone: 'warning', text: t('some', { count: all.failed.length, why }) });
    }
    if (all.succeeded.length > 0) {
      notify({ tone: 'success', text: t('done', { count: all.succeeded.length }) });
    }
    onClose();
  };
  return (
    <Dialog
      title={t(`title.${word}`, { count: chosen.count, number: formatNumber(chosen.count) })}
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{t('form:cancel')}</Button>
          <Button variant="primary" isPending={isBusy} onPress={() => void send()}>
            {t(word)}
          </Button>
        </>
      }
    >
      <div className="form-fields">
        {failure && (
          <Alert tone="danger" isLive>
            {t(failure, { most: formatNumber(MOST) })}
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
