import './second-factor.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Output } from '#kernel/contract.ts';
import { ContractForm } from '#web/form/ContractForm.tsx';
import { TextInput } from '#web/form/fields.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';

import { secondFactor } from '../contract.ts';

interface SetUpDialogProps {
  onDone: (made: Output<typeof secondFactor.confirm>) => void;
  onClose: () => void;
}

/** The password first; then the key for the authenticator, and the first code of it. */
export function SetUpDialog({ onDone, onClose }: SetUpDialogProps) {
  const { t } = useTranslation('second-factor');
  const [begun, setBegun] = useState<Output<typeof secondFactor.begin>>();
  return (
    <Dialog title={t('beginTitle')} isOpen onClose={onClose}>
      {begun ? (
        <ContractForm
          key="confirm"
          route={secondFactor.confirm}
          values={{ otp: '' }}
          fixed={{ enrolment: begun.enrolment }}
          namespace="second-factor"
          saveLabel={t('confirm')}
          onSaved={onDone}
          onCancel={onClose}
        >
          <p>{t('scan')}</p>
          <p>
            <a href={begun.address}>{t('open')}</a>
          </p>
          <p>
            {t('key')}: <code className="second-factor-key">{begun.secret.match(/.{1,4}/g)?.join(' ')}</code>
          </p>
          <p>{t('then')}</p>
          <TextInput name="otp" autoComplete="one-time-code" />
        </ContractForm>
      ) : (
        <ContractForm
          key="begin"
          route={secondFactor.begin}
          values={{ currentPassword: '' }}
          namespace="second-factor"
          saveLabel={t('next')}
          noticeOf={() => ({ tone: 'success', text: t('proved') })}
          onSaved={setBegun}
          onCancel={onClose}
        >
          <TextInput name="currentPassword" type="password" autoComplete="current-password" />
        </ContractForm>
      )}
    </Dialog>
  );
}
