import './school-access.css';
import { ArrowsCirclepathIcon, TrashIcon } from '@navikt/aksel-icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { PersonLink } from '#areas/users/web/shared.tsx';
import { useRead, useWrite } from '#web/api/hooks.ts';
import { CardState } from '#web/card/CardState.tsx';
import { ContractForm } from '#web/form/ContractForm.tsx';
import { CheckInput, DateInput, LongTextInput } from '#web/form/fields.tsx';
import { formatDate, formatDateTime } from '#web/format.ts';
import { useMay } from '#web/list/useMay.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { DescriptionList } from '#web/ui/DescriptionList.tsx';
import { Drawer } from '#web/ui/Drawer.tsx';
import { later } from '#web/ui/later.tsx';
import { notify } from '#web/ui/notices.ts';
import { Status } from '#web/ui/Status.tsx';

import type { AccessEntry } from '../contract.ts';
import { type Kind, kinds, touches } from './kinds.ts';
import { statusTones } from './looks.tsx';

const RenewDialog = later(async () => (await import('./RenewDialog.tsx')).RenewDialog);

interface EntryCardProps {
  kind: Kind;
  id: number;
  onClose: () => void;
}

/** One temporary access or block: what it is, and what may be done with it. */
export function EntryCard({ kind, id, onClose }: EntryCardProps) {
  const { t } = useTranslation('school-access');
  const read = useRead(kinds[kind].routes.id, { id }, { handleErrors: false });
  const entry = read.data;
  const isWhole = useMay('schools.all');
  if (!entry || entry.id !== id) {
    return (
      <Drawer title={t(`${kind}.one`)} onClose={onClose}>
        <CardState read={{ ...read, data: undefined }} />
      </Drawer>
    );
  }
  // Somebody of another school is in sight here while the access lasts.
  const isHere = isWhole || kind === 'block' || entry.status === 'active' || entry.status === 'ending';
  return (
    <Drawer
      title={entry.displayName}
      subtitle={
        <>
          {isHere ? <PersonLink userName={entry.userName}>{entry.userName}</PersonLink> : entry.userName}
          <Status tone={statusTones[entry.status]}>{t(`choice.status.${entry.status}`)}</Status>
        </>
      }
      actions={
        <>
          {entry.can.includes('update') && <Renew kind={kind} entry={entry} />}
          {entry.can.includes('delete') && <Remove kind={kind} entry={entry} onDone={onClose} />}
        </>
      }
      onClose={onClose}
    >
      <div className="card-panel access-entry">
        {entry.message !== null && (
          <Alert tone="danger" title={t('failed')}>
            {t(`message.${entry.message}`)}
          </Alert>
        )}
        <Facts entry={entry} />
        {entry.can.includes('update') ? (
          <Change kind={kind} entry={entry} />
        ) : (
          <Why kind={kind} entry={entry} />
        )}
      </div>
    </Drawer>
  );
}

const hasBegun = ({ status }: AccessEntry) => status !== 'planned' && status !== 'waitingImport';

function Facts({ entry }: { entry: AccessEntry }) {
  const { t } = useTranslation('school-access');
  const isForm = entry.can.includes('update');
  return (
    <DescriptionList
      items={[
        { term: t('column.school'), value: entry.school.name },
        { term: t('column.role'), value: t(`choice.role.${entry.role}`) },
        ...(isForm && !hasBegun(entry)
          ? []
          : [{ term: t('column.start'), value: <Day day={entry.start} now={entry.immediate} /> }]),
        ...(isForm
          ? []
          : [
              { term: t('column.end'), value: formatDate(entry.end) },
              { term: t('column.renewDate'), value: entry.renewDate && formatDate(entry.renewDate) },
              { term: t('column.comment'), value: entry.comment },
            ]),
        {
          term: t('column.registeredBy'),
          value: t('registered', { name: entry.registeredBy, time: formatDateTime(entry.addedDate) }),
        },
      ]}
    />
  );
}

function Day({ day, now }: { day: string; now: boolean }) {
  const { t } = useTranslation('school-access');
  return now ? t('startedNow', { day: formatDate(day) }) : formatDate(day);
}

/** Why nothing can be changed, and who could. */
function Why({ kind, entry }: { kind: Kind; entry: AccessEntry }) {
  const { t } = useTranslation('school-access');
  const isOver = entry.status === 'ended' || entry.status === 'failed';
  return <p className="meta">{isOver ? t(`${kind}.over`) : t('notYours')}</p>;
}

function Change({ kind, entry }: { kind: Kind; entry: AccessEntry }) {
  const { t } = useTranslation('school-access');
  const mayManage = useMay('school-access.manage');
  const { id, version, start, end, renewDate, comment, iktCanModify } = entry;
  return (
    <ContractForm
      key={id}
      route={kinds[kind].routes.update}
      values={{
        ...(!hasBegun(entry) && { start }),
        end,
        renewDate: renewDate ?? '',
        comment: comment ?? '',
        ...(mayManage && { iktCanModify }),
      }}
      fixed={{ id, version }}
      onlyChanged
      namespace="school-access"
      touches={touches}
    >
      {entry.status === 'ending' && <Alert tone="info">{t(`${kind}.ending`)}</Alert>}
      <div className="form-pair">
        {!hasBegun(entry) && <DateInput name="start" />}
        <DateInput name="end" />
      </div>
      <DateInput name="renewDate" />
      <LongTextInput name="comment" />
      {mayManage && <CheckInput name="iktCanModify" />}
    </ContractForm>
  );
}

function Renew({ kind, entry: { id, displayName } }: { kind: Kind; entry: AccessEntry }) {
  const { t } = useTranslation('school-access');
  const [asks, setAsks] = useState(false);
  return (
    <>
      <Button icon={<ArrowsCirclepathIcon aria-hidden />} onPress={() => setAsks(true)}>
        {t('renew.label')}
      </Button>
      {asks && (
        <RenewDialog kind={kind} entries={[{ id, name: displayName }]} onClose={() => setAsks(false)} />
      )}
    </>
  );
}

interface RemoveProps {
  kind: Kind;
  entry: AccessEntry;
  onDone: () => void;
}

/** A planned one is deleted; an active one ends at the next import. */
function Remove({ kind, entry, onDone }: RemoveProps) {
  const { t } = useTranslation(['school-access', 'errors']);
  const [asks, setAsks] = useState(false);
  const write = useWrite(kinds[kind].routes.remove, { touches });
  const what = hasBegun(entry) ? 'end' : 'delete';
  const remove = async () => {
    try {
      const { failed } = await write.mutateAsync({ ids: [entry.id] });
      const [refusal] = failed;
      if (refusal) notify({ tone: 'danger', text: t(`errors:${refusal.code}`) });
      else notify({ tone: 'success', text: t(`${kind}.${what}.done`, { name: entry.displayName }) });
      setAsks(false);
      if (!refusal && what === 'delete') onDone();
    } catch {
      notify({ tone: 'danger', text: t('errors:save.failed') });
    }
  };
  return (
    <>
      <Button icon={<TrashIcon aria-hidden />} onPress={() => setAsks(true)}>
        {t(`${what}.label`)}
      </Button>
      <ConfirmDialog
        title={t(`${kind}.${what}.title`, { name: entry.displayName })}
        confirmLabel={t(`${what}.label`)}
        tone="danger"
        isOpen={asks}
        isPending={write.isPending}
        onConfirm={() => void remove()}
        onCancel={() => setAsks(false)}
      >
        {t(`${kind}.${what}.text`)}
      </ConfirmDialog>
    </>
  );
}
