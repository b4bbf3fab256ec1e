import './access.css';
import { TrashIcon } from '@navikt/aksel-icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { PersonLink } from '#areas/users/web/shared.tsx';
import { useRead } from '#web/api/hooks.ts';
import { RowState } from '#web/card/RowState.tsx';
import { ContractForm } from '#web/form/ContractForm.tsx';
import { DateInput } from '#web/form/fields.tsx';
import { PersonInput } from '#web/form/PersonInput.tsx';
import { formatDateTime } from '#web/format.ts';
import { Button } from '#web/ui/Button.tsx';
import { DescriptionList } from '#web/ui/DescriptionList.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Drawer } from '#web/ui/Drawer.tsx';

import { access, type AccessRow } from '../contract.ts';
import { RolesInput } from './RolesInput.tsx';

const touches = ['user', 'school'];

interface GrantCardProps {
  /** `kari.nordmann@FJB` */
  id: string;
  onClose: () => void;
}

/** What one person may do at one school: changed as its principal orders, or taken away. */
export function GrantCard({ id, onClose }: GrantCardProps) {
  const { t } = useTranslation('access');
  const [userName = '', school = ''] = id.split('@');
  const read = useRead(access.list, { search: userName, school, pageSize: 500 }, { handleErrors: false });
  const row = read.data?.Items.find((item) => item.id === id);
  if (!row) {
    return (
      <Drawer title={userName} onClose={onClose}>
        <RowState read={read} gone={t('card.gone')} />
      </Drawer>
    );
  }
  return (
    <Drawer
      title={row.displayName}
      subtitle={
        <>
          <PersonLink userName={row.userName}>{row.userName}</PersonLink>
          <span>{row.school.name}</span>
        </>
      }
      actions={<Remove row={row} onDone={onClose} />}
      onClose={onClose}
    >
      <div className="card-panel access-card">
        <DescriptionList
          items={[
            { term: t('column.orderedBy'), value: row.orderedByName ?? row.orderedBy },
            { term: t('column.added'), value: formatDateTime(row.added) },
            { term: t('column.lastLogin'), value: row.lastLogin && formatDateTime(row.lastLogin) },
          ]}
        />
        <ContractForm
          key={row.id}
          route={access.change}
          values={{ roles: row.roles, orderedBy: ordererOf(row)?.userName ?? '', validTo: row.validTo ?? '' }}
          fixed={{ userName: row.userName, school: row.school.code }}
          namespace="access"
          touches={touches}
        >
          <RolesInput />
          <PersonInput name="orderedBy" userType="employees" initial={ordererOf(row)} />
          <DateInput name="validTo" />
        </ContractForm>
      </div>
    </Drawer>
  );
}

/** Whoever ordered it may have left since; then somebody else has to. */
const ordererOf = ({ orderedBy, orderedByName }: AccessRow) =>
  orderedBy === null || orderedByName === null
    ? undefined
    : { userName: orderedBy, displayName: orderedByName };

/** Also that is the principal's to order. */
function Remove({ row, onDone }: { row: AccessRow; onDone: () => void }) {
  const { t } = useTranslation('access');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon={<TrashIcon aria-hidden />} onPress={() => setOpen(true)}>
        {t('remove.button')}
      </Button>
      <Dialog
        title={t('remove.title', { name: row.displayName })}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
      >
        <ContractForm
          route={access.change}
          values={{ orderedBy: ordererOf(row)?.userName ?? '' }}
          fixed={{ userName: row.userName, school: row.school.code, roles: [] }}
          namespace="access"
          touches={touches}
          saveLabel={t('remove.confirm')}
          noticeOf={() => ({ tone: 'success', text: t('remove.done', { name: row.displayName }) })}
          onSaved={onDone}
          onCancel={() => setOpen(false)}
        >
          <p>{t('remove.text', { school: row.school.name })}</p>
          <PersonInput name="orderedBy" userType="employees" initial={ordererOf(row)} />
        </ContractForm>
      </Dialog>
    </>
  );
}
