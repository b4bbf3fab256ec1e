import './settings.css';
import { useTranslation } from 'react-i18next';

import { OwnSecondFactor } from '#areas/login/second-factor/web/shared.tsx';
import { Page } from '#web/shell/Page.tsx';

import { Look } from './Look.tsx';
import { OwnPassword } from './OwnPassword.tsx';
import { Sessions } from './Sessions.tsx';

/** The user's own settings, and where they are signed in. */
export function SettingsPage() {
  const { t } = useTranslation('settings');
  return (
    <Page title={t('title')} lead={t('lead')} layout="reading">
      <Look />
      <OwnPassword />
      <OwnSecondFactor />
      <Sessions />
    </Page>
  );
}
