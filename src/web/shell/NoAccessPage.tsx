import { useTranslation } from 'react-i18next';

import type { Session } from '../session.ts';
import { Button } from '../ui/Button.tsx';
import { PlainPage } from './PlainPage.tsx';

/** Signed in, but no role opens anything here (specification §6). */
export function NoAccessPage({ session }: { session: Session }) {
  const { t } = useTranslation();
  return (
    <PlainPage
      title={t('title.noAccess')}
      acts={
        <Button variant="primary" onPress={() => void session.signOut()}>
          {t('user.logout')}
        </Button>
      }
    >
      <p>{t('noAccess.text')}</p>
    </PlainPage>
  );
}
