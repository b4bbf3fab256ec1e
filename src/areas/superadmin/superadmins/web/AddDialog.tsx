import { useTranslation } from 'react-i18next';

import { ContractForm } from '#web/form/ContractForm.tsx';
import { TextInput } from '#web/form/fields.tsx';
import { PersonInput } from '#web/form/PersonInput.tsx';
import { Alert } from '#web/ui/Alert.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';

import { type GroupId, superadmins } from '../contract.ts';
import { touches } from './touches.ts';

const empty = { userName: '', comment: '' };

export function AddDialog({ groupId, onClose }: { groupId: GroupId; onClose: () => void }) {
  const { t } = useTranslation('superadmins');
  return (
    <Dialog title={t(`add.title.${groupId}`)} isOpen onClose={onClose}>
      <ContractForm
        route={superadmins.add}
        values={empty}
        fixed={{ groupId }}
        namespace="superadmins"
        touches={touches}
        saveLabel={t('add.save')}
        noticeOf={() => ({ tone: 'success', text: t('add.done') })}
        onSaved={onClose}
        onCancel={onClose}
      >
        <Alert tone="warning">{t(`add.help.${groupId}`)}</Alert>
        <PersonInput name="userName" userType="employees" />
        <TextInput name="comment" />
      </ContractForm>
    </Dialog>
  );
}
