import { useTranslation } from 'react-i18next';

import { LinkButton } from '../ui/LinkButton.tsx';
import { ErrorState } from '../ui/States.tsx';
import { Page } from './Page.tsx';

/** In place of a page the reader's roles do not open: its own heading, and why nothing stands under it. */
export function DeniedPage({ title }: { title: string }) {
  const { t } = useTranslation('shell');
  return (
    <Page title={title}>
      <ErrorState title={t('title.noAccess')} action={<LinkButton to="/home">{t('error.home')}</LinkButton>}>
        {t('denied.text')}
      </ErrorState>
    </Page>
  );
}
