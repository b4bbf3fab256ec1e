import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { LoginFrame, RecoveryCode, useFrontPage } from '#areas/login/web/shared.tsx';
import type { Output } from '#kernel/contract.ts';
import { call } from '#web/api/hooks.ts';
import { ContractForm } from '#web/form/ContractForm.tsx';
import { TextInput } from '#web/form/fields.tsx';
import { useShellContext } from '#web/shell/useShellContext.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { Pressable } from '#web/ui/Pressable.tsx';

import { setup } from '../contract.ts';
import { DatabaseForm } from './DatabaseForm.tsx';

const empty = {
  setupCode: '',
  ownerName: '',
  firstName: '',
  lastName: '',
  userName: '',
  newPassword: '',
  repeatPassword: '',
};

/** The first visit to a new portal: who owns it, and who administers it. Needs the code that the portal printed. */
export function FirstVisitPage() {
  const { t } = useTranslation('setup');
  const { session } = useShellContext();
  const navigate = useNavigate();
  const frontPage = useFrontPage(session);
  const [state, setState] = useState<Output<typeof setup.state>>();
  const [isChoosing, setChoosing] = useState(false);
  const [recoveryCode, setRecoveryCode] = useState<string>();

  useEffect(() => {
    let isGone = false;
    const read = async () => {
      const found = await call(setup.state, {}).catch(() => ({ isOpen: true, mayChooseServer: false }));
      if (!isGone) setState(found);
    };
    void read();
    return () => {
      isGone = true;
    };
  }, []);

  if (recoveryCode !== undefined) {
    return (
      <LoginFrame frontPage={frontPage} title={t('recovery')}>
        <RecoveryCode
          code={recoveryCode}
          onDone={() => void navigate({ to: '/central-admin/login', replace: true })}
        />
      </LoginFrame>
    );
  }
  if (state?.isOpen === false) {
    return (
      <LoginFrame frontPage={frontPage} title={t('first.title')}>
        <Alert tone="info">{t('first.closed')}</Alert>
        <LinkButton variant="primary" to="/central-admin/login">
          {t('first.signIn')}
        </LinkButton>
      </LoginFrame>
    );
  }
  if (isChoosing) {
    return (
      <LoginFrame frontPage={frontPage} title={t('database.title')} lead={t('database.lead')}>
        <DatabaseForm onCancel={() => setChoosing(false)} />
      </LoginFrame>
    );
  }
  return (
    <LoginFrame frontPage={frontPage} title={t('first.title')} lead={t('first.lead')}>
      <ContractForm
        route={setup.begin}
        values={empty}
        namespace="setup"
        saveLabel={t('first.save')}
        onSaved={(made) => setRecoveryCode(made.recoveryCode)}
      >
        <TextInput name="setupCode" />
        <TextInput name="ownerName" autoComplete="organization" />
        <div className="form-pair">
          <TextInput name="firstName" autoComplete="given-name" />
          <TextInput name="lastName" autoComplete="family-name" />
        </div>
        <TextInput name="userName" autoComplete="username" />
        <TextInput name="newPassword" type="password" autoComplete="new-password" />
        <TextInput name="repeatPassword" type="password" autoComplete="new-password" />
      </ContractForm>
      {state?.mayChooseServer === true && (
        <p className="login-other">
          <Pressable className="login-link" onPress={() => setChoosing(true)}>
            {t('database.choose')}
          </Pressable>
        </p>
      )}
    </LoginFrame>
  );
}
