import { LinkBrokenIcon } from '@navikt/aksel-icons';
import { useTranslation } from 'react-i18next';

import { LinkButton } from '../ui/LinkButton.tsx';
import { EmptyState } from '../ui/States.tsx';

/** A thing that is not there (any more), inside the shell. Unknown paths lead home instead (specification §2). */
export function NotFoundPage() {
  const { t } = useTranslation();
  return (
    <EmptyState
      title={t('title.notFound')}
      icon={<LinkBrokenIcon aria-hidden />}
      action={<LinkButton to="/home">{t('notFound.act')}</LinkButton>}
    >
      {t('notFound.text')}
    </EmptyState>
  );
}
