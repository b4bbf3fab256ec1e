import './superadmins.css';
import { TrashIcon } from '@navikt/aksel-icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { PersonLink } from '#areas/users/web/shared.tsx';
import { because } from '#kernel/why.ts';
import { useRead, useWrite } from '#web/api/hooks.ts';
import { RowState } from '#web/card/RowState.tsx';
import { ContractForm } from '#web/form/ContractForm.tsx';
import { TextInput } from '#web/form/fields.tsx';
import { asRefusal, refusalText } from '#web/form/refusal.ts';
import { formatDate, formatDateTime } from '#web/format.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { DescriptionList } from '#web/ui/DescriptionList.tsx';
import { Drawer } from '#web/ui/Drawer.tsx';
import { notify } from '#web/ui/notices.ts';
import { WhyButton } from '#web/why/WhyButton.tsx';

import { type GroupId, type SuperadminRow, superadmins } from '../contract.ts';
import { touches } from './touches.ts';

interface MemberCardProps {
  groupId: GroupId;
  userName: string;
  onClose: () => void;
}

/** One member: why they are there, and the way out. */
export function MemberCard({ groupId, userName, onClose }: MemberCardProps) {
  const { t } = useTranslation('superadmins');
  const read = useRead(
    superadmins.users,
    { groupId, search: userName, pageSize: 500 },
    { handleErrors: false },
  );
  const row = read.data?.Items.find((item) => item.userName === userName);
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
          <span>{t(`role.${groupId}`)}</span>
        </>
      }
      actions={<Remove groupId={groupId} row={row} onDone={onClose} />}
      onClose={onClose}
    >
      <div className="card-panel superadmin-card">
        <DescriptionList
          items={[
            { term: t('column.addedTime'), value: formatDateTime(row.addedTime) },
            { term: t('column.addedBy'), value: row.addedBy },
            { term: t('column.lastLogin'), value: row.lastLogin && formatDateTime(row.lastLogin) },
            ...(row.validTo === null ? [] : [{ term: t('column.validTo'), value: formatDate(row.validTo) }]),
          ]}
        />
        <ContractForm
          key={row.userName}
          route={superadmins.comment}
          values={{ comment: row.comment ?? '' }}
          fixed={{ groupId, userName: row.userName }}
          namespace="superadmins"
          touches={touches}
        >
          <TextInput name="comment" />
        </ContractForm>
      </div>
    </Drawer>
  );
}

interface RemoveProps {
  groupId: GroupId;
  row: SuperadminRow;
  onDone: () => void;
}

function Remove({ groupId, row, onDone }: RemoveProps) {
  const { t } = useTranslation(['superadmins', 'errors', 'form']);
  const [asks, setAsks] = useState(false);
  const { mutateAsync, isPending } = useWrite(superadmins.remove, { touches, handleErrors: false });
  const remove = async () => {
    try {
      await mutateAsync({ groupId, userName: row.userName });
      notify({ tone: 'success', text: t('superadmins:remove.done', { name: row.displayName }) });
      onDone();
    } catch (error) {
      setAsks(false);
      notify({ tone: 'danger', text: refusalText(asRefusal(error), t) });
    }
  };
  return (
    <>
      <WhyButton
        why={row.isSelf ? because('superadmin.self') : undefined}
        icon={<TrashIcon aria-hidden />}
        onPress={() => setAsks(true)}
      >
        {t('superadmins:remove.button')}
      </WhyButton>
      <ConfirmDialog
        title={t(`superadmins:remove.title.${groupId}`, { name: row.displayName })}
        confirmLabel={t('superadmins:remove.button')}
        tone="danger"
        isOpen={asks}
        isPending={isPending}
        onConfirm={() => void remove()}
        onCancel={() => setAsks(false)}
      >
        {t('superadmins:remove.text')}
      </ConfirmDialog>
    </>
  );
}
