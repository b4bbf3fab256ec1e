import './personal-numbers.css';
import { TrashIcon } from '@navikt/aksel-icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { PersonLink } from '#areas/users/web/shared.tsx';
import { call, useRead, useWrite } from '#web/api/hooks.ts';
import { CardState } from '#web/card/CardState.tsx';
import { MaskedNumber } from '#web/card/MaskedNumber.tsx';
import { asRefusal, refusalText } from '#web/form/refusal.ts';
import { formatDateTime } from '#web/format.ts';
import { useMay } from '#web/list/useMay.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { DescriptionList } from '#web/ui/DescriptionList.tsx';
import { Drawer } from '#web/ui/Drawer.tsx';
import { notify } from '#web/ui/notices.ts';
import { Status } from '#web/ui/Status.tsx';

import { personalNumbers, type SsnChange } from '../contract.ts';
import { Hours } from './Hours.tsx';
import { changeTones } from './looks.tsx';

interface ChangeCardProps {
  id: number;
  onClose: () => void;
}

/** One change of a number: both numbers masked, how far it has come, and taking it back in time. */
export function ChangeCard({ id, onClose }: ChangeCardProps) {
  const { t } = useTranslation('personal-numbers');
  const read = useRead(personalNumbers.list, { id, pageSize: 1 }, { handleErrors: false });
  const change = read.data?.Items.find((item) => item.id === id);
  if (!change) {
    return (
      <Drawer title={t('change.one')} onClose={onClose}>
        {read.data && !read.isFetching ? (
          <p className="card-panel">{t('change.gone')}</p>
        ) : (
          <CardState read={{ ...read, data: undefined }} />
        )}
      </Drawer>
    );
  }
  const isOpen = change.status === 'registered';
  return (
    <Drawer
      title={change.displayName}
      subtitle={
        <>
          <PersonLink userName={change.userName}>{change.userName}</PersonLink>
          <Status tone={changeTones[change.status]}>{t(`choice.status.${change.status}`)}</Status>
        </>
      }
      actions={isOpen && <Remove change={change} onDone={onClose} />}
      onClose={onClose}
    >
      <div className="card-panel number-card">
        {isOpen && <Hours />}
        {change.message !== null && (
          <Alert tone="danger" title={t('change.failed')}>
            {t(`message.${change.message}`)}
          </Alert>
        )}
        <Facts change={change} />
      </div>
    </Drawer>
  );
}

const arrow = (before: string | null, after: string) => `${before ?? '–'} → ${after}`;

function Facts({ change }: { change: SsnChange }) {
  const { t } = useTranslation('personal-numbers');
  const mayShow = useMay(personalNumbers.show.permission);
  const show = async (reason: string | undefined) => {
    const { oldSsn, newSsn } = await call(
      personalNumbers.show,
      { id: change.id, ...(reason !== undefined && { reason }) },
      { handleErrors: false },
    );
    return arrow(oldSsn, newSsn);
  };
  return (
    <DescriptionList
      items={[
        {
          term: t('change.numbers'),
          value: (
            <MaskedNumber
              masked={arrow(change.oldMasked, change.newMasked)}
              show={mayShow ? show : undefined}
            />
          ),
        },
        { term: t('column.school'), value: change.school?.name },
        {
          term: t('column.registered'),
          value: t('by', { name: change.registeredBy, time: formatDateTime(change.registered) }),
        },
        { term: t('column.executed'), value: change.executed && formatDateTime(change.executed) },
        { term: t('column.comment'), value: change.comment },
      ]}
    />
  );
}

function Remove({ change, onDone }: { change: SsnChange; onDone: () => void }) {
  const { t } = useTranslation(['personal-numbers', 'errors', 'form']);
  const [asks, setAsks] = useState(false);
  const { mutateAsync, isPending } = useWrite(personalNumbers.remove, {
    touches: ['user', 'ssndeviation'],
    handleErrors: false,
  });
  const remove = async () => {
    try {
      const { failed } = await mutateAsync({ ids: [change.id] });
      const [refusal] = failed;
      setAsks(false);
      if (refusal) {
        notify({ tone: 'danger', text: refusalText({ ...refusal, fields: [], traceId: '' }, t) });
        return;
      }
      notify({ tone: 'success', text: t('change.delete.done', { name: change.displayName }) });
      onDone();
    } catch (error) {
      setAsks(false);
      notify({ tone: 'danger', text: refusalText(asRefusal(error), t) });
    }
  };
  return (
    <>
      <Button icon={<TrashIcon aria-hidden />} onPress={() => setAsks(true)}>
        {t('change.delete.label')}
      </Button>
      <ConfirmDialog
        title={t('change.delete.title', { name: change.displayName })}
        confirmLabel={t('change.delete.label')}
        tone="danger"
        isOpen={asks}
        isPending={isPending}
        onConfirm={() => void remove()}
        onCancel={() => setAsks(false)}
      >
        {t('change.delete.text')}
      </ConfirmDialog>
    </>
  );
}
