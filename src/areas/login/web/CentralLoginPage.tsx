import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { useShellContext } from '#web/shell/useShellContext.ts';
import { SegmentedControl } from '#web/ui/SegmentedControl.tsx';

import { CodeForm } from './CodeForm.tsx';
import { LoginFrame, useFrontPage } from './LoginFrame.tsx';
import { useGoHomeWhenSignedIn } from './LoginPage.tsx';
import { PasswordForm } from './PasswordForm.tsx';

/** The separate sign-in of the central administration: user name and password, or a code that works once. */
export function CentralLoginPage() {
  const { t } = useTranslation('login');
  const { session } = useShellContext();
  const frontPage = useFrontPage(session);
  const [way, setWay] = useState<'password' | 'code'>('password');
  useGoHomeWhenSignedIn();

  return (
    <LoginFrame frontPage={frontPage} lead={t('central')}>
      <div className="login-form">
        <SegmentedControl
          label={t('way')}
          options={[
            { value: 'password', label: t('withPassword') },
            { value: 'code', label: t('withCode') },
          ]}
          value={way}
          onChange={setWay}
        />
        {way === 'password' ? <PasswordForm session={session} /> : <CodeForm session={session} />}
      </div>
      <p className="login-other">
        <Link to="/login">{t('backToFeide')}</Link>
      </p>
    </LoginFrame>
  );
}
