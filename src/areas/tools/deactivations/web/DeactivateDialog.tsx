import './deactivations.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { settings } from '#areas/settings/contract.ts';
import type { BulkResult } from '#kernel/bulk.ts';
import { useRead } from '#web/api/hooks.ts';
import { ContractForm } from '#web/form/ContractForm.tsx';
import { DateInput, LongTextInput } from '#web/form/fields.tsx';
import { Reasons } from '#web/form/Reasons.tsx';
import { dateInOslo, formatNumber } from '#web/format.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';

import { deactivations } from '../contract.ts';
import { People } from './People.tsx';

export interface Whom {
  kind: 'user' | 'group';
  name: string;
  displayName: string;
}

interface DeactivateDialogProps {
  whom: Whom | undefined;
  onClose: () => void;
}

const touches = ['user', 'group', 'home'];

/** Closes accounts for a period: one person's, a whole group's, or those of people one picks. */
export function DeactivateDialog({ whom, onClose }: DeactivateDialogProps) {
  const { t } = useTranslation('deactivations');
  const site = useRead(settings.site, {}, { handleErrors: false });
  const [outcome, setOutcome] = useState<BulkResult>();

  const title = whom ? t('title.one', { name: whom.displayName }) : t('title.people');
  if (outcome && outcome.failed.length > 0) {
    return (
      <Dialog title={title} isOpen onClose={onClose} footer={<Button onPress={onClose}>{t('close')}</Button>}>
        <Outcome outcome={outcome} />
      </Dialog>
    );
  }
  const today = site.data ? dateInOslo(site.data.now) : '';
  const period = { start: today, end: '', comment: '' };
  const shared = {
    namespace: 'deactivations',
    touches,
    saveLabel: t('save'),
    noticeOf: ({ succeeded, failed, Items }: BulkResult & { Items: readonly unknown[] }) => ({
      tone: failed.length > 0 ? ('warning' as const) : ('success' as const),
      text:
        succeeded.length === 0
          ? t('noneDone')
          : t('done', { count: Items.length, number: formatNumber(Items.length) }),
    }),
    onSaved: (answer: BulkResult) => {
      if (answer.failed.length === 0) onClose();
      else setOutcome(answer);
    },
    onCancel: onClose,
  };
  const fields = (
    <>
      <Alert tone="info">
        {t(`when.${whom?.kind ?? 'people'}`)}
        {site.data && ` ${t('span', { days: formatNumber(site.data.deactivationSpanDays) })}`}
      </Alert>
      {!whom && <People />}
      <div className="form-pair">
        <DateInput name="start" />
        <DateInput name="end" />
      </div>
      <LongTextInput name="comment" />
    </>
  );
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      {whom?.kind === 'group' ? (
        <ContractForm
          route={deactivations.addGroups}
          values={period}
          fixed={{ groupNames: [whom.name] }}
          {...shared}
        >
          {fields}
        </ContractForm>
      ) : (
        <ContractForm
          route={deactivations.addUsers}
          values={whom ? period : { userNames: [], ...period }}
          {...(whom && { fixed: { userNames: [whom.name] } })}
          {...shared}
        >
          {fields}
        </ContractForm>
      )}
    </Dialog>
  );
}

/** Some may have been left out of a group or a list; the others are done. */
function Outcome({ outcome: { succeeded, failed } }: { outcome: BulkResult }) {
  const { t } = useTranslation('deactivations');
  return (
    <div className="form-fields">
      {succeeded.length > 0 && <p>{t('restDone')}</p>}
      <Reasons
        title={t('refused', { count: failed.length, number: formatNumber(failed.length) })}
        failed={failed}
      />
    </div>
  );
}
