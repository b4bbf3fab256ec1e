import { TrashIcon } from '@navikt/aksel-icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { BulkFailure } from '#kernel/bulk.ts';
import { useWrite } from '#web/api/hooks.ts';
import { Reasons } from '#web/form/Reasons.tsx';
import { asRefusal, refusalText } from '#web/form/refusal.ts';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { notify } from '#web/ui/notices.ts';

import { type CommonUser, commonUsers } from '../contract.ts';

const how = { touches: ['user'], handleErrors: false };

/** For good, so it asks first. */
export function DeleteCommonUser({ account, onDone }: { account: CommonUser; onDone: () => void }) {
  const { t } = useTranslation(['common-users', 'errors', 'form']);
  const [isAsking, setAsking] = useState(false);
  const [failed, setFailed] = useState<readonly BulkFailure[]>([]);
  const { mutateAsync, isPending } = useWrite(commonUsers.remove, how);
  const remove = async () => {
    try {
      const answer = await mutateAsync({ userNames: [account.userName] });
      setFailed(answer.failed);
      if (answer.failed.length > 0) return;
      notify({ tone: 'success', text: t('delete.done', { name: account.displayName }) });
      onDone();
    } catch (error) {
      notify({ tone: 'danger', text: refusalText(asRefusal(error), t) });
    }
  };
  return (
    <>
      <Button icon={<TrashIcon aria-hidden />} onPress={() => setAsking(true)}>
        {t('delete')}
      </Button>
      <ConfirmDialog
        title={t('delete.title', { name: account.displayName })}
        confirmLabel={t('delete.confirm')}
        tone="danger"
        isOpen={isAsking}
        isPending={isPending}
        onConfirm={() => void remove()}
        onCancel={() => setAsking(false)}
      >
        <p>{t('delete.text')}</p>
        <Reasons title={t('delete.failed')} failed={failed} nameOf={() => account.displayName} />
      </ConfirmDialog>
    </>
  );
}
