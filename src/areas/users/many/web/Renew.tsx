import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { ProgressDialog } from '#areas/logs/bulk/web/shared.tsx';
import { type UserDetail, users } from '#areas/users/contract.ts';
import { ContractForm } from '#web/form/ContractForm.tsx';
import { DateInput } from '#web/form/fields.tsx';
import { formatDate, formatNumber } from '#web/format.ts';
import type { Chosen } from '#web/list/BulkBar.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';

import { manyUsers } from '../contract.ts';
import { sent } from './sent.ts';

/** One person's account gets a later last day; one that has expired opens again. */
export function RenewDialog({ user, onClose }: { user: UserDetail; onClose: () => void }) {
  const { t } = useTranslation('many');
  const { userName, version, displayName, expiryDate } = user;
  return (
    <Dialog title={t('renew.one', { name: displayName })} isOpen onClose={onClose}>
      <ContractForm
        route={users.update}
        values={{ expiryDate: expiryDate ?? '' }}
        fixed={{ userName, version }}
        namespace="many"
        saveLabel={t('renew.go')}
        noticeOf={(saved) => ({
          tone: 'success',
          text: t('renew.done', { day: saved.expiryDate === null ? '' : formatDate(saved.expiryDate) }),
        })}
        onSaved={onClose}
        onCancel={onClose}
      >
        <p>{t('renew.oneText')}</p>
        <DateInput name="expiryDate" />
      </ContractForm>
    </Dialog>
  );
}

/** The accounts of everybody chosen; who has no last day, or a later one, stands in the result. */
export function RenewMany({ chosen, onClose }: { chosen: Chosen; onClose: () => void }) {
  const { t } = useTranslation('many');
  const [operationId, setOperationId] = useState<number>();
  const title = t('renew.title', { count: chosen.count, number: formatNumber(chosen.count) });
  if (operationId !== undefined) {
    return <ProgressDialog operationId={operationId} title={title} onClose={onClose} />;
  }
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <ContractForm
        route={manyUsers.act}
        values={{ expiryDate: '' }}
        fixed={{ act: 'renew' as const, selection: sent(chosen) }}
        namespace="many"
        saveLabel={t('renew.go')}
        noticeOf={() => ({ tone: 'success', text: t('renew.started') })}
        onSaved={(started) => setOperationId(started.operationId)}
        onCancel={onClose}
      >
        <p>{t('renew.text')}</p>
        <DateInput name="expiryDate" />
      </ContractForm>
    </Dialog>
  );
}
