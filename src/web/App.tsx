import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { Suspense } from 'react';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { I18nextProvider, useTranslation } from 'react-i18next';

import { queryClient } from './api/queries.ts';
import { currentLanguage, i18n } from './i18n.ts';
import { ariaLocale } from './language.ts';
import type { createPortalRouter } from './router.tsx';

export function App({ router }: { router: ReturnType<typeof createPortalRouter> }) {
  return (
    <I18nextProvider i18n={i18n}>
      <InLanguage router={router} />
    </I18nextProvider>
  );
}

function InLanguage({ router }: { router: ReturnType<typeof createPortalRouter> }) {
  useTranslation();
  return (
    <I18nProvider locale={ariaLocale[currentLanguage()]}>
      <Suspense fallback={null}>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </Suspense>
    </I18nProvider>
  );
}
