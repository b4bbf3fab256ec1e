import { useTranslation } from 'react-i18next';

import { useRead } from '#web/api/hooks.ts';
import { ContractForm } from '#web/form/ContractForm.tsx';
import { TextInput } from '#web/form/fields.tsx';
import { Alert } from '#web/ui/Alert.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';

import { portalAccounts } from '../contract.ts';
import { touches } from './touches.ts';

const empty = { firstName: '', lastName: '', userName: '', newPassword: '', repeatPassword: '' };

export function AddDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('accounts');
  return (
    <Dialog title={t('add.title')} isOpen onClose={onClose}>
      <ContractForm
        route={portalAccounts.add}
        values={empty}
        namespace="accounts"
        touches={touches}
        saveLabel={t('add.save')}
        noticeOf={({ userName }) => ({ tone: 'success', text: t('add.done', { userName }) })}
        onSaved={onClose}
        onCancel={onClose}
      >
        <Alert tone="info">{t('add.help')}</Alert>
        <TextInput name="firstName" autoComplete="off" />
        <TextInput name="lastName" autoComplete="off" />
        <TextInput name="userName" autoComplete="off" />
        <Suggested />
        <TextInput name="newPassword" type="password" autoComplete="new-password" />
        <TextInput name="repeatPassword" type="password" autoComplete="new-password" />
      </ContractForm>
    </Dialog>
  );
}

/** Suggests a password that can be read aloud. It is filled into the field, so that whoever makes the account sees it. */
export function Suggested() {
  const { t } = useTranslation('accounts');
  const { data } = useRead(portalAccounts.suggest, {}, { handleErrors: false });
  return (
    <p className="meta">
      {t('suggested')} <code>{data?.password ?? '…'}</code>
    </p>
  );
}
