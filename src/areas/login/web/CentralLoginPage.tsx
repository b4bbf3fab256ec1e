import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { useShellContext } from '#web/shell/useShellContext.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Pressable } from '#web/ui/Pressable.tsx';
import { SegmentedControl } from '#web/ui/SegmentedControl.tsx';

import { CodeForm } from './CodeForm.tsx';
import { LoginFrame, useFrontPage, useSetupFirst } from './LoginFrame.tsx';
import { useGoHomeWhenSignedIn } from './LoginPage.tsx';
import { OwnPasswordForm } from './OwnPasswordForm.tsx';
import { PasswordForm } from './PasswordForm.tsx';
import type { ProvedPassword } from './proved-password.ts';
import { RecoverForm } from './RecoverForm.tsx';
import { RecoveryCode } from './RecoveryCode.tsx';

type Step =
  | { kind: 'sign-in' | 'changed' | 'recover' }
  | { kind: 'choose'; proved: ProvedPassword }
  | { kind: 'recovered'; code: string };

/** The separate sign-in of the central administration: user name and password, or a code that works once. */
export function CentralLoginPage() {
  const { t } = useTranslation('login');
  const { session } = useShellContext();
  const frontPage = useFrontPage(session);
  useSetupFirst(frontPage);
  const [way, setWay] = useState<'password' | 'code'>('password');
  const [step, setStep] = useState<Step>({ kind: 'sign-in' });
  useGoHomeWhenSignedIn();

  if (step.kind === 'choose') {
    const { userName, password } = step.proved;
    return (
      <LoginFrame frontPage={frontPage} lead={t('mustChange')}>
        <OwnPasswordForm
          userName={userName}
          currentPassword={password}
          onSaved={() => setStep({ kind: 'changed' })}
          onCancel={() => setStep({ kind: 'sign-in' })}
        />
      </LoginFrame>
    );
  }

  if (step.kind === 'recover') {
    return (
      <LoginFrame frontPage={frontPage} title={t('recover')} lead={t('recoverLead')}>
        <RecoverForm
          onSaved={(code) => setStep({ kind: 'recovered', code })}
          onCancel={() => setStep({ kind: 'sign-in' })}
        />
      </LoginFrame>
    );
  }
  if (step.kind === 'recovered') {
    return (
      <LoginFrame frontPage={frontPage} title={t('recoveryCode.title')}>
        <RecoveryCode code={step.code} onDone={() => setStep({ kind: 'changed' })} />
      </LoginFrame>
    );
  }

  return (
    <LoginFrame frontPage={frontPage} lead={t('central')}>
      <div className="login-form">
        {step.kind === 'changed' && (
          <Alert tone="success" isLive>
            {t('passwordChanged')}
          </Alert>
        )}
        <SegmentedControl
          label={t('way')}
          options={[
            { value: 'password', label: t('withPassword') },
            { value: 'code', label: t('withCode') },
          ]}
          value={way}
          onChange={setWay}
        />
        {way === 'password' ? (
          <PasswordForm session={session} onMustChange={(proved) => setStep({ kind: 'choose', proved })} />
        ) : (
          <CodeForm session={session} />
        )}
      </div>
      <p className="login-other">
        <Pressable className="login-link" onPress={() => setStep({ kind: 'recover' })}>
          {t('forgotten')}
        </Pressable>
      </p>
      <p className="login-other">
        <Link to="/login">{t('backToFeide')}</Link>
      </p>
    </LoginFrame>
  );
}
