import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

import { ErrorState } from '../ui/States.tsx';

/** In the place of a page that failed; the menu around it goes on working. */
export function CrashPage({ error, reset }: ErrorComponentProps) {
  const { t } = useTranslation();
  const router = useRouter();
  const reference = referenceOf(error);
  return (
    <ErrorState
      title={t('crash.title')}
      reference={reference}
      onRetry={() => {
        reset();
        void router.invalidate();
      }}
    >
      {t('crash.text')}
    </ErrorState>
  );
}

/** The correlation id of a refused call, when that is what went wrong. */
function referenceOf(error: unknown): string | undefined {
  const isObject = typeof error === 'object' && error !== null;
  return isObject && 'reference' in error && typeof error.reference === 'string'
    ? error.reference
    : undefined;
}
