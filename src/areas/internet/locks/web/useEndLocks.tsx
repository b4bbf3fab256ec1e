import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { BulkFailure } from '#kernel/bulk.ts';
import { useWrite } from '#web/api/hooks.ts';
import { Reasons } from '#web/form/Reasons.tsx';
import { formatNumber } from '#web/format.ts';
import type { Chosen } from '#web/list/BulkBar.tsx';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { notify } from '#web/ui/notices.ts';

import { locks } from '../contract.ts';

/** Ends the active ones among chosen locks and deletes the planned; those that are over are left, with the reason. */
export function useEndLocks(): { ask: (chosen: Chosen) => void; dialog: ReactNode } {
  const { t } = useTranslation(['locks', 'errors']);
  const write = useWrite(locks.removeMany, { touches: ['home', 'domaingroup', 'examgroup'] });
  const [ids, setIds] = useState<readonly number[]>();
  const [failed, setFailed] = useState<readonly BulkFailure[]>([]);

  const ask = ({ selection, count }: Chosen) => {
    if (!selection.all) setIds(selection.keys.map(Number));
    else notify({ tone: 'warning', text: t('end.nameThem', { count: formatNumber(count) }) });
  };
  const carryOut = async () => {
    try {
      const result = await write.mutateAsync({ ids: [...(ids ?? [])] });
      setFailed(result.failed);
      const { length } = result.succeeded;
      if (length > 0) notify({ tone: 'success', text: t('end.manyDone', { count: length }) });
    } catch {
      notify({ tone: 'danger', text: t('errors:save.failed') });
    }
    setIds(undefined);
  };
  const dialog = (
    <>
      <ConfirmDialog
        title={t('end.manyTitle', { count: ids?.length ?? 0 })}
        confirmLabel={t('end.many')}
        tone="danger"
        isOpen={ids !== undefined}
        isPending={write.isPending}
        onConfirm={() => void carryOut()}
        onCancel={() => setIds(undefined)}
      >
        {t('end.manyText')}
      </ConfirmDialog>
      {failed.length > 0 && (
        <Dialog
          title={t('end.left')}
          isOpen
          onClose={() => setFailed([])}
          footer={<Button onPress={() => setFailed([])}>{t('close')}</Button>}
        >
          <Reasons title={t('end.leftCount', { count: failed.length })} failed={failed} />
        </Dialog>
      )}
    </>
  );
  return { ask, dialog };
}
