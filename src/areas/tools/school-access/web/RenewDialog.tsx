import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { UndoOperation } from '#areas/logs/web/shared.tsx';
import type { Output } from '#kernel/contract.ts';
import { ContractForm } from '#web/form/ContractForm.tsx';
import { DateInput } from '#web/form/fields.tsx';
import { Reasons } from '#web/form/Reasons.tsx';
import { formatDate } from '#web/format.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';

import type { temporaryAccess } from '../contract.ts';
import { type Kind, kinds, touches } from './kinds.ts';

interface RenewDialogProps {
  kind: Kind;
  entries: readonly { id: number; name: string }[];
  onClose: () => void;
}

type Renewed = Output<typeof temporaryAccess.renew>;

/** A later last day for one or several; what became of it, and the way back, stand in the same place. */
export function RenewDialog({ kind, entries, onClose }: RenewDialogProps) {
  const { t } = useTranslation('school-access');
  const [renewed, setRenewed] = useState<Renewed>();
  const count = entries.length;
  const title = count === 1 ? t('renew.one', { name: entries[0]?.name ?? '' }) : t('renew.title', { count });
  const ids = entries.map(({ id }) => id);
  return (
    <Dialog
      title={title}
      isOpen
      onClose={onClose}
      footer={
        renewed && (
          <>
            {renewed.succeeded.length > 0 && <UndoOperation id={renewed.operationId} />}
            <Button variant="primary" onPress={onClose}>
              {t('renew.close')}
            </Button>
          </>
        )
      }
    >
      {renewed ? (
        <Told renewed={renewed} entries={entries} />
      ) : (
        <ContractForm
          route={kinds[kind].routes.renew}
          values={{ end: '' }}
          fixed={{ ids }}
          namespace="school-access"
          touches={touches}
          saveLabel={t('renew.go')}
          noticeOf={({ succeeded, failed, end }) =>
            failed.length === 0
              ? { tone: 'success', text: t('renew.done', { count: succeeded.length, day: formatDate(end) }) }
              : { tone: 'warning', text: t('renew.left', { count: failed.length }) }
          }
          onSaved={setRenewed}
          onCancel={onClose}
        >
          <p>{t(`${kind}.renewText`)}</p>
          <DateInput name="end" />
        </ContractForm>
      )}
    </Dialog>
  );
}

function Told({ renewed, entries }: { renewed: Renewed; entries: RenewDialogProps['entries'] }) {
  const { t } = useTranslation('school-access');
  const { succeeded, failed, end } = renewed;
  return (
    <div className="stack">
      {succeeded.length > 0 && (
        <Alert tone="success" isLive>
          {t('renew.done', { count: succeeded.length, day: formatDate(end) })}
        </Alert>
      )}
      {failed.length > 0 && (
        <Reasons
          title={t('renew.left', { count: failed.length })}
          failed={failed}
          nameOf={(id) => entries.find((entry) => String(entry.id) === id)?.name ?? id}
        />
      )}
    </div>
  );
}
