import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { ProgressDialog } from '#areas/logs/bulk/web/shared.tsx';
import { settings } from '#areas/settings/contract.ts';
import { deactivations } from '#areas/tools/deactivations/contract.ts';
import { useRead } from '#web/api/hooks.ts';
import { ContractForm } from '#web/form/ContractForm.tsx';
import { DateInput, LongTextInput } from '#web/form/fields.tsx';
import { dateInOslo, formatNumber } from '#web/format.ts';
import type { Chosen } from '#web/list/BulkBar.tsx';
import { Alert } from '#web/ui/Alert.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';

import { sent } from './sent.ts';

/** Closes the accounts of everybody chosen for a period; who could not be closed stands in the result. */
export function DeactivateMany({ chosen, onClose }: { chosen: Chosen; onClose: () => void }) {
  const { t } = useTranslation(['many', 'deactivations']);
  const site = useRead(settings.site, {}, { handleErrors: false });
  const [operationId, setOperationId] = useState<number>();
  const title = t('deactivate.title', { count: chosen.count, number: formatNumber(chosen.count) });
  if (operationId !== undefined) {
    return <ProgressDialog operationId={operationId} title={title} onClose={onClose} />;
  }
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <ContractForm
        route={deactivations.addMany}
        values={{ start: site.data ? dateInOslo(site.data.now) : '', end: '', comment: '' }}
        fixed={{ selection: sent(chosen) }}
        namespace="deactivations"
        saveLabel={t('deactivations:save')}
        noticeOf={() => ({ tone: 'success', text: t('deactivate.started') })}
        onSaved={(started) => setOperationId(started.operationId)}
        onCancel={onClose}
      >
        <Alert tone="info">
          {t('deactivate.text')}
          {site.data && ` ${t('deactivations:span', { days: formatNumber(site.data.deactivationSpanDays) })}`}
        </Alert>
        <div className="form-pair">
          <DateInput name="start" />
          <DateInput name="end" />
        </div>
        <LongTextInput name="comment" />
      </ContractForm>
    </Dialog>
  );
}
